package dev.tidemark.job;

import dev.tidemark.expression.ExpressionException;

/// An expression as it is written in the job file, params already filled in.
///
/// @param text     the expression
/// @param place    where its first character stands
/// @param verbatim whether the job file's line shows the text character by character, so that an offset into the text
///                 can be shown as a column; false for folded and multi-line texts, escapes, and texts with params
public record ExpressionText(String text, Place place, boolean verbatim) {

    public static ExpressionText of(String text) {
        return new ExpressionText(text, Place.NONE, false);
    }

    /// The place of the character at `offset` (from 0), or of the text's start where the line does not show it.
    public Place at(int offset) {
        return verbatim ? new Place(place.line(), place.column() + offset, place.path()) : place;
    }

    /// What is wrong with the expression, as a mistake of the job file.
    public Mistake mistake(ExpressionException wrong) {
        Place at = at(wrong.position() - 1);
        return new Mistake(at.path(), at.line(), at.column(), where(wrong.position()) + wrong.problem(), wrong.hint());
    }

    /// How a message about the character at `position` (from 1) begins. Where the line does not show the text character
    /// by character, it counts in the text.
    public String where(int position) {
        return verbatim ? "In the expression: " : "In the expression, at its character " + position + ": ";
    }

    @Override
    public String toString() {
        return text;
    }
}
