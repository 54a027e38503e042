package dev.tidemark.testkit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/// A port one of whose methods behaves differently.
final class PortProxy {

    /// The method as it was.
    interface Real {
        @Nullable
        Object call(@Nullable Object... arguments) throws Throwable;
    }

    /// What happens instead.
    interface Instead {
        @Nullable
        Object call(Real real, @Nullable Object[] arguments) throws Throwable;
    }

    private PortProxy() {}

    static <T> T of(Class<T> port, T real, String method, Instead instead) {
        return port.cast(Proxy.newProxyInstance(
                port.getClassLoader(), new Class<?>[] {port}, (proxy, called, given) -> {
                    @Nullable Object[] arguments = given == null ? new Object[0] : given;
                    Real through = values -> {
                        try {
                            return called.invoke(real, values);
                        } catch (InvocationTargetException thrown) {
                            throw thrown.getTargetException();
                        }
                    };
                    return called.getName().equals(method) ? instead.call(through, arguments) : through.call(arguments);
                }));
    }
}
