package dev.tidemark.parquet;

import java.io.IOException;
import shaded.parquet.org.apache.thrift.TBase;
import shaded.parquet.org.apache.thrift.TConfiguration;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.protocol.TCompactProtocol;
import shaded.parquet.org.apache.thrift.transport.TTransport;

/// The format's structures as bytes in memory, in thrift's compact form.
///
/// The library's own way there goes through streams and a logging library that nothing else here needs.
final class ThriftBytes extends TTransport {

    private final ByteBuilder written;
    private final byte[] source;
    private int at;

    private ThriftBytes(ByteBuilder written, byte[] source) {
        this.written = written;
        this.source = source;
    }

    /// Appends `structure` to `out`.
    static void write(TBase<?, ?> structure, ByteBuilder out) throws IOException {
        try {
            structure.write(new TCompactProtocol(new ThriftBytes(out, new byte[0])));
        } catch (TException e) {
            throw new IOException(
                    "cannot write the Parquet structure " + structure.getClass().getSimpleName(), e);
        }
    }

    /// Fills `structure` from what [#write] made of such a one.
    static <T extends TBase<?, ?>> T read(byte[] bytes, T structure) throws IOException {
        try {
            structure.read(new TCompactProtocol(new ThriftBytes(new ByteBuilder(), bytes)));
            return structure;
        } catch (TException e) {
            throw new IOException(
                    "cannot read the Parquet structure " + structure.getClass().getSimpleName(), e);
        }
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        written.write(bytes, from, length);
    }

    @Override
    public int read(byte[] bytes, int from, int length) {
        int count = Math.min(length, source.length - at);
        System.arraycopy(source, at, bytes, from, count);
        at += count;
        return count;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void open() {}

    @Override
    public void close() {}

    @Override
    public TConfiguration getConfiguration() {
        return TConfiguration.DEFAULT;
    }

    @Override
    public void updateKnownMessageSize(long size) {}

    @Override
    public void checkReadBytesAvailable(long size) {}
}
