package dev.tidemark.local;

import dev.tidemark.data.TidemarkException;
import java.nio.charset.Charset;

/// A file's name is no text in the encoding of the process: it has no location, and could not be read without a word.
public final class FileNameException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// @param folder that holds it
    /// @param name   as far as it is text
    FileNameException(String folder, String name) {
        super(
                ("Cannot reach a file in %s: its name '%s' is no text in %s, in which this process reads names of files. Rename the"
                                + " file, or set LC_ALL to a locale whose encoding it is, such as C.UTF-8.")
                        .formatted(
                                folder,
                                name,
                                System.getProperty(
                                        "sun.jnu.encoding",
                                        Charset.defaultCharset().name())));
    }
}
