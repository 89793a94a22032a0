package org.lierne.kernel.loader;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.stream.Collectors;
import org.lierne.kernel.format.ElfImage;

/**
 * The guest module that the bundle carries: hot leaf functions in guest code (sources in src/main/guest). Titles are linked to it before
 * Java exports.
 */
final class NativeModule {
    private static final String RESOURCE = "/guest/native.prx";

    /** Read on first use. */
    private static final class Holder {
        static final ElfImage IMAGE = read();
        static final Set<String> NIDS = IMAGE.exports().stream().map(e -> e.nid().text()).collect(Collectors.toUnmodifiableSet());
    }

    private NativeModule() {}

    private static ElfImage read() {
        try (InputStream in = NativeModule.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("the kernel bundle carries no " + RESOURCE);
            }
            return ElfImage.of("native.prx", MemorySegment.ofArray(in.readAllBytes()));
        } catch (IOException e) {
            throw new IllegalStateException("the guest-native module cannot be read from the bundle", e);
        }
    }

    static ElfImage image() {
        return Holder.IMAGE;
    }

    /** What it exports. */
    static Set<String> nids() {
        return Holder.NIDS;
    }
}
