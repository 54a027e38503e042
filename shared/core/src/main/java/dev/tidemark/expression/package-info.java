/// One expression language for `pushDownPredicate`, `filter` and `derive`: Spark's ANSI semantics, three-valued
/// logic.
///
/// Text becomes an [dev.tidemark.expression.Expression] (parser), that becomes a
/// [dev.tidemark.expression.TypedExpression] (compiler: names, types, casts), and that maps a batch to a column.
/// `docs/reference/expressions.md` is the language's reference.
@NullMarked
package dev.tidemark.expression;

import org.jspecify.annotations.NullMarked;
