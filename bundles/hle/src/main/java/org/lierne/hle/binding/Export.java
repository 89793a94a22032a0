package org.lierne.hle.binding;

import java.lang.reflect.Method;
import org.lierne.hle.ExportSignature;
import org.lierne.hle.HleModule;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.cpu.CallTarget;

/** One annotated function or data object of one service. Immutable but for the target, which is made on first use. */
final class Export {
    private final String library;
    private final String name;
    private final String nid;
    private final String plugin;
    private final String bundle;
    private final HleModule service;
    private final Method method;
    private final boolean isData;
    private final String silentStub;
    private final String front;
    private @Nullable CallTarget target;

    Export(String library, String name, String nid, String plugin, String bundle, HleModule service, Method method, boolean isData,
            String silentStub, String front) {
        this.library = library;
        this.name = name;
        this.nid = nid;
        this.plugin = plugin;
        this.bundle = bundle;
        this.service = service;
        this.method = method;
        this.isData = isData;
        this.silentStub = silentStub;
        this.front = front;
    }

    String library() {
        return library;
    }

    String name() {
        return name;
    }

    String nid() {
        return nid;
    }

    String plugin() {
        return plugin;
    }

    String bundle() {
        return bundle;
    }

    HleModule service() {
        return service;
    }

    boolean isData() {
        return isData;
    }

    boolean isSilentStub() {
        return !silentStub.isEmpty();
    }

    /** {@code lib.random: RandomExports.fill}. */
    String owner() {
        return plugin + ": " + method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    String signature() {
        return isData ? "object" : ExportSignature.of(method).toString();
    }

    synchronized CallTarget target(Binder binder) {
        CallTarget made = target;
        if (made == null) {
            made = binder.bind(service, method, ExportSignature.of(method), library, name, nid, front);
            target = made;
        }
        return made;
    }

    byte[] initialBytes() {
        try {
            return (byte[]) method.invoke(service);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(owner() + " gives no initial bytes for " + name, e);
        }
    }
}
