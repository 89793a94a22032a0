package org.lierne.devicetests;

import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleRequest;

/** A title that keeps what it was last refused for. */
final class RefusedTitle {
    private final TitleRequest request;
    private volatile @Nullable String refusal;

    /** The modes in {@code on} and {@code off} are switched so. */
    RefusedTitle(Set<String> on, Set<String> off) {
        request = new TitleRequest(Path.of("."), Optional.empty(), true, OptionalInt.empty(), Optional.empty(), Optional.empty(),
                on, off, Optional.empty(), OutputStream.nullOutputStream());
    }

    /** Null where nothing was refused, or that was forgotten. */
    @Nullable String refusal() {
        return refusal;
    }

    void forget() {
        refusal = null;
    }

    Title proxy() {
        return (Title) Proxy.newProxyInstance(RefusedTitle.class.getClassLoader(), new Class<?>[] {Title.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "id", "name" -> "TEST00001";
                    case "root" -> Path.of(".");
                    case "request" -> request;
                    case "refuse", "requestStop", "hostLacks" -> {
                        refusal = String.valueOf(arguments[0]);
                        yield null;
                    }
                    case "isStopping" -> false;
                    case "presentedFrames" -> 0L;
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> proxy == arguments[0];
                    default -> null;
                });
    }
}
