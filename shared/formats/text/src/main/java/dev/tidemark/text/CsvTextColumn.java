package dev.tidemark.text;

import dev.tidemark.data.BytesVector;

/// A column of text: bytes are copied, and translated to UTF-8 where the file is in another character set.
final class CsvTextColumn extends CsvColumn {

    private final BytesVector vector;
    private final CsvCharset charset;
    private boolean check;

    CsvTextColumn(String name, BytesVector vector, CsvOptions options) {
        super(name, vector, options);
        this.vector = vector;
        this.charset = options.text();
    }

    @Override
    void parse(byte[] bytes, int[] starts, int[] ends, int base, int rows, boolean nonAscii, Wrong wrong) {
        check = nonAscii;
        super.parse(bytes, starts, ends, base, rows, nonAscii, wrong);
    }

    @Override
    boolean append(byte[] bytes, int from, int to) {
        if (!check) {
            vector.append(bytes, from, to - from);
            return true;
        }
        byte[] room = vector.reserve(3 * (to - from));
        int length = charset.translate(bytes, from, to, room, vector.end());
        if (length < 0) {
            return false;
        }
        vector.commit(length);
        return true;
    }

    @Override
    String expected() {
        return "text in " + charset.charset() + "; set the option encoding to what the file is written in";
    }
}
