package dev.tidemark.text;

import java.util.Random;

/// Texts full of what trips CSV parsers.
final class CsvRandom {

    private static final String[] PIECES = {
        "a",
        "word",
        " ",
        ",",
        ";",
        "\"",
        "\"\"",
        "\n",
        "\r\n",
        "\r",
        "ü",
        "€",
        "😀",
        "null",
        "\\",
        "\\n",
        "0",
        "-",
        "\t",
        "12345678",
        "#"
    };

    private CsvRandom() {}

    static String text(Random random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(8);
        for (int i = 0; i < length; i++) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }
}
