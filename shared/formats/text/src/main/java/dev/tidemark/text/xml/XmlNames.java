package dev.tidemark.text.xml;

/// What XML 1.0 takes as a name (production 5, fifth edition).
final class XmlNames {

    private XmlNames() {}

    /// Whether `text` is a name, a colon in it allowed.
    static boolean isName(String text) {
        if (text.isEmpty() || !isNameStart(text.codePointAt(0))) {
            return false;
        }
        return text.codePoints().allMatch(XmlNames::isNamePart);
    }

    /// Whether `text` is a name that every parser takes, one that knows namespaces too.
    static boolean isPlainName(String text) {
        return isName(text) && text.indexOf(':') < 0;
    }

    private static boolean isNameStart(int point) {
        return point == ':'
                || point == '_'
                || within(point, 'A', 'Z')
                || within(point, 'a', 'z')
                || (within(point, 0xC0, 0x2FF) && point != 0xD7 && point != 0xF7)
                || (within(point, 0x370, 0x1FFF) && point != 0x37E)
                || within(point, 0x200C, 0x200D)
                || within(point, 0x2070, 0x218F)
                || within(point, 0x2C00, 0x2FEF)
                || within(point, 0x3001, 0xD7FF)
                || within(point, 0xF900, 0xFDCF)
                || within(point, 0xFDF0, 0xFFFD)
                || within(point, 0x10000, 0xEFFFF);
    }

    private static boolean isNamePart(int point) {
        return isNameStart(point)
                || point == '-'
                || point == '.'
                || within(point, '0', '9')
                || point == 0xB7
                || within(point, 0x300, 0x36F)
                || within(point, 0x203F, 0x2040);
    }

    private static boolean within(int point, int first, int last) {
        return point >= first && point <= last;
    }
}
