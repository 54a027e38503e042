package dev.tidemark.parquet;

import java.io.IOException;
import shaded.parquet.org.apache.thrift.TBase;
import shaded.parquet.org.apache.thrift.TConfiguration;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.protocol.TCompactProtocol;
import shaded.parquet.org.apache.thrift.protocol.TProtocolUtil;
import shaded.parquet.org.apache.thrift.transport.TTransport;
import shaded.parquet.org.apache.thrift.transport.TTransportException;

/// The format's structures as bytes in memory, in thrift's compact form.
///
/// The library's own way there goes through streams and a logging library that nothing else here needs. What
/// is read may be anything: no list and no text is made room for that the bytes left could not hold.
final class ThriftBytes extends TTransport {

    /// No structure of the format is nested deeper.
    private static final int MOST_DEPTH = 32;

    static {
        TProtocolUtil.setMaxSkipDepth(MOST_DEPTH);
    }

    private final ByteBuilder written;
    private final byte[] source;
    private final int end;
    private int at;

    private ThriftBytes(ByteBuilder written, byte[] source, int at, int end) {
        this.written = written;
        this.source = source;
        this.at = at;
        this.end = end;
    }

    /// Appends `structure` to `out`.
    static void write(TBase<?, ?> structure, ByteBuilder out) throws IOException {
        try {
            structure.write(new TCompactProtocol(new ThriftBytes(out, new byte[0], 0, 0)));
        } catch (TException e) {
            throw new IOException(
                    "cannot write the Parquet structure " + structure.getClass().getSimpleName(), e);
        }
    }

    /// Fills `structure` from what [#write] made of such a one.
    static <T extends TBase<?, ?>> T read(byte[] bytes, T structure) throws IOException {
        try {
            read(bytes, 0, bytes.length, structure);
            return structure;
        } catch (TException e) {
            throw new IOException(
                    "cannot read the Parquet structure " + structure.getClass().getSimpleName(), e);
        }
    }

    /// Fills `structure` from `bytes[from..to)` and answers where it ends.
    ///
    /// @throws TTransportException of type END_OF_FILE when there are too few bytes
    /// @throws TException          when the bytes are no such structure
    static int read(byte[] bytes, int from, int to, TBase<?, ?> structure) throws TException {
        ThriftBytes in = new ThriftBytes(new ByteBuilder(), bytes, from, to);
        structure.read(new Bounded(in));
        return in.at;
    }

    /// Thrift takes a structure for possibly no byte long, so that a list of them could claim any size.
    private static final class Bounded extends TCompactProtocol {

        Bounded(TTransport in) {
            super(in);
        }

        @Override
        public int getMinSerializedSize(byte type) throws TTransportException {
            return Math.max(1, super.getMinSerializedSize(type));
        }
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        written.write(bytes, from, length);
    }

    @Override
    public int read(byte[] bytes, int from, int length) {
        int count = Math.min(length, end - at);
        System.arraycopy(source, at, bytes, from, count);
        at += count;
        return count;
    }

    @Override
    public byte[] getBuffer() {
        return source;
    }

    @Override
    public int getBufferPosition() {
        return at;
    }

    @Override
    public int getBytesRemainingInBuffer() {
        return end - at;
    }

    @Override
    public void consumeBuffer(int length) {
        at += length;
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
    public void checkReadBytesAvailable(long size) throws TTransportException {
        if (size < 0 || size > end - at) {
            throw new TTransportException(
                    TTransportException.END_OF_FILE, size + " bytes claimed where " + (end - at) + " are left");
        }
    }
}
