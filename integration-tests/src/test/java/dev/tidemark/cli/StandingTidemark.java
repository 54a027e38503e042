package dev.tidemark.cli;

import dev.tidemark.local.StandingPorts;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// The packaged command, standing still at chosen calls that change files until standard input says to go on.
///
/// The first argument names the calls, separated by commas: a number, or the end of a call's name. Standard output
/// says `at NUMBER NAME` at each, `signalled` when the run was told to stop, and `calls NUMBER` at the end.
public final class StandingTidemark {

    private final PrintStream out;
    private final List<String> barriers;
    private final BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    private final AtomicInteger calls = new AtomicInteger();

    private StandingTidemark(PrintStream out, List<String> barriers) {
        this.out = out;
        this.barriers = barriers;
    }

    public static void main(String[] args) {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        StandingTidemark standing = new StandingTidemark(out, List.of(args[0].split(",")));
        ProcessSignals signals = new ProcessSignals();
        Stopping heard = stop -> signals.onSignal(() -> {
            stop.run();
            out.println("signalled");
        });
        World world = new World(
                out, err, System.getenv(), false, heard, state -> StandingPorts.below(state, standing::arrive));
        int exit = Tidemark.execute(List.of(args).subList(1, args.length).toArray(String[]::new), world);
        out.println("calls " + standing.calls.get());
        Runtime.getRuntime().halt(signals.exitCode(exit));
    }

    private void arrive(String call) {
        int number = calls.incrementAndGet();
        if (barriers.stream().noneMatch(each -> isHere(each, number, call))) {
            return;
        }
        out.println("at " + number + " " + call);
        try {
            if (orders.readLine() == null) {
                // Whoever started this process is gone.
                Runtime.getRuntime().halt(99);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// By number, or by the end of what is called: names of temporary files end in numbers too.
    private static boolean isHere(String barrier, int number, String call) {
        return barrier.chars().allMatch(Character::isDigit)
                ? barrier.equals(Integer.toString(number))
                : call.endsWith(barrier);
    }
}
