package dev.tidemark.integration.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A broken twin: it keeps an object whole, twice in memory as text would be, and once more in a temporary file that
/// it forgets.
public final class HoardingHandler implements RequestStreamHandler {

    private static final int MEBIBYTE = 1 << 20;

    @Override
    public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
        int mebibytes = Integer.parseInt(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        List<byte[]> held = new ArrayList<>();
        try (OutputStream copy = Files.newOutputStream(
                Files.createTempFile(Path.of(System.getProperty("java.io.tmpdir")), "copy", ""))) {
            for (int i = 0; i < mebibytes; i++) {
                byte[] part = new byte[MEBIBYTE];
                Arrays.fill(part, (byte) i);
                held.add(part);
                held.add(part.clone());
                held.add(part.clone());
                copy.write(part);
            }
        }
        out.write(Integer.toString(held.size()).getBytes(StandardCharsets.UTF_8));
    }
}
