package dev.tidemark.text.grok;

import dev.tidemark.data.TidemarkException;
import org.jspecify.annotations.Nullable;

/// An option of a grokLog source has a value that cannot work.
public final class GrokOptionException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// @param reason why it cannot work and what would, as one or two sentences without a final full stop
    public GrokOptionException(String option, String value, String reason, @Nullable Throwable cause) {
        super("formatOptions: %s is '%s': %s.".formatted(option, value, reason), cause);
    }
}
