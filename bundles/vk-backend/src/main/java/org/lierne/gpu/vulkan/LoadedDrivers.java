package org.lierne.gpu.vulkan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.lwjgl.system.linux.DynamicLinkLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the libraries of Vulkan's drivers in the process, whatever instances come and go. Measured: NVIDIA's driver (580.159) is found no more once
 * a process has loaded it some thirty times. An instance that was held instead crashed in its library when the process ended, whether a shutdown
 * hook had destroyed it or not.
 */
final class LoadedDrivers {
    private static final Logger LOG = LoggerFactory.getLogger(LoadedDrivers.class);
    private static final Path MAPPED = Path.of("/proc/self/maps");
    private static final Set<String> KEPT = new TreeSet<>();

    private LoadedDrivers() {}

    /** Does something that may load drivers, which then stay. */
    static int keeping(Loading loading) {
        synchronized (KEPT) {
            Set<String> before = libraries();
            int result = loading.load();
            libraries().stream().filter(library -> !before.contains(library) && KEPT.add(library)).forEach(LoadedDrivers::keep);
            return result;
        }
    }

    /** A call of Vulkan. */
    interface Loading {
        /** @return the call's result */
        int load();
    }

    /** Files of the libraries that stay. */
    static Set<String> kept() {
        synchronized (KEPT) {
            return Set.copyOf(KEPT);
        }
    }

    /** Documented: dlopen(3): a library that is loaded is marked, and none is loaded for it. */
    private static void keep(String library) {
        if (DynamicLinkLoader.dlopen(library, DynamicLinkLoader.RTLD_NOW | DynamicLinkLoader.RTLD_NOLOAD | DynamicLinkLoader.RTLD_NODELETE) == 0) {
            LOG.debug("{} is not kept: {}", library, DynamicLinkLoader.dlerror());
        }
    }

    /** Files of the libraries that are loaded now. Documented: proc(5), a mapping's path is its sixth column. */
    static Set<String> libraries() {
        try (Stream<String> lines = Files.lines(MAPPED)) {
            return lines.map(line -> line.split(" +", 6)).filter(columns -> columns.length == 6 && columns[5].matches("/.*\\.so[.0-9]*"))
                    .map(columns -> columns[5]).collect(Collectors.toSet());
        } catch (IOException e) {
            LOG.debug("{} cannot be read", MAPPED, e);
            return Set.of();
        }
    }
}
