package dev.tidemark.ion;

import com.amazon.ion.IonType;
import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.BytesVector;

/// Columns of single values that are neither numbers nor times.
final class IonScalars {

    private IonScalars() {}

    /// `boolean`.
    static final class Booleans extends IonColumn<BooleanVector> {
        private final IonTextCast cast;

        Booleans(String path, BooleanVector vector, IonTextCast cast) {
            super(path, vector);
            this.cast = cast;
        }

        @Override
        void readValue(IonRow row, IonType type) {
            if (type == IonType.BOOL) {
                vector.append(row.reader().booleanValue());
            } else {
                cast.read(row, type, vector);
            }
        }
    }

    /// `string`: a text or symbol, the canonical text of another single value, the JSON text of a nested one.
    static final class Texts extends IonColumn<BytesVector> {

        Texts(String path, BytesVector vector) {
            super(path, vector);
        }

        @Override
        void readValue(IonRow row, IonType type) {
            if (IonType.isContainer(type)) {
                nested(row);
                return;
            }
            String text = IonTexts.of(row.reader(), type);
            if (text == null) {
                row.problem(path, IonTexts.noText(type));
            } else {
                vector.append(text);
            }
        }

        private void nested(IonRow row) {
            int depth = row.reader().getDepth();
            try {
                vector.append(IonTexts.json(row.reader()));
            } catch (IonTexts.NoTextException none) {
                row.problem(path, String.valueOf(none.getMessage()));
                while (row.reader().getDepth() > depth) {
                    row.reader().stepOut();
                }
            }
        }
    }

    /// `binary`: a blob or a clob.
    static final class Binaries extends IonColumn<BytesVector> {
        private final IonTextCast cast;

        Binaries(String path, BytesVector vector, IonTextCast cast) {
            super(path, vector);
            this.cast = cast;
        }

        @Override
        void readValue(IonRow row, IonType type) {
            if (IonType.isLob(type)) {
                vector.append(row.reader().newBytes());
            } else {
                cast.read(row, type, vector);
            }
        }
    }
}
