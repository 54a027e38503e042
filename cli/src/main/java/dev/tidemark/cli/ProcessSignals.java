package dev.tidemark.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// SIGINT and SIGTERM: at the first the run is told to stop, aborts (or finishes a commit that was decided), and the
/// process ends with 130 or 143; at the second it ends at once.
///
/// By reflection: the compiler warns of `sun.misc.Signal`, which every JDK has and nothing replaces.
final class ProcessSignals implements Stopping {

    /// 128 and the number of the first signal; 0 before it.
    private final AtomicInteger first = new AtomicInteger();

    @Override
    public void onSignal(Runnable stop) {
        // Refused when the JVM was started with -Xrs: then a signal kills, and the next run recovers.
        for (String name : List.of("INT", "TERM")) {
            boolean _ = handled(name, stop);
        }
    }

    private boolean handled(String name, Runnable stop) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Method number = signal.getMethod("getNumber");
            InvocationHandler handling = (proxy, method, arguments) -> {
                came(128 + (int) number.invoke(arguments[0]), stop);
                return null;
            };
            Object proxy =
                    Proxy.newProxyInstance(ProcessSignals.class.getClassLoader(), new Class<?>[] {handler}, handling);
            var _ = signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
            return true;
        } catch (ReflectiveOperationException refused) {
            return false;
        }
    }

    private void came(int code, Runnable stop) {
        if (first.compareAndSet(0, code)) {
            stop.run();
        } else {
            Runtime.getRuntime().halt(code);
        }
    }

    /// The process's exit code, a signal's before any other.
    int exitCode(int otherwise) {
        return first.get() == 0 ? otherwise : first.get();
    }
}
