package dev.tidemark.cli;

import dev.tidemark.json.CommandJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How a command ended: the same thing for programs and for people.
///
/// @param document one JSON document with a line end
/// @param text     for people, with its line end
/// @param exit     the exit code
record Answer(byte[] document, String text, int exit) {

    /// @param command `bookmark show`
    /// @param fields  of the document, after `wire` and `command`
    static Answer of(String command, Map<String, @Nullable Object> fields, String text) {
        return new Answer(CommandJson.document(command, fields), text.stripTrailing() + "\n", ExitCodes.OK);
    }

    /// Prints one of the two, the text of a failure on standard error. Nothing else in this program writes to
    /// standard output.
    ///
    /// @return the exit code
    int print(World world, boolean json) {
        if (json) {
            world.out().write(document, 0, document.length);
        } else if (exit == ExitCodes.OK) {
            world.out().print(text);
        } else {
            world.err().print(text);
        }
        world.out().flush();
        world.err().flush();
        return exit;
    }
}
