/// Wire codecs: everything that Tidemark writes as JSON or reads as JSON or YAML.
@NullMarked
package dev.tidemark.json;

import org.jspecify.annotations.NullMarked;
