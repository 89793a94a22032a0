package org.lierne.lib.save_data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Save data memory of one slot: bytes that a title reads and writes without mounting, with parameters and an icon of their own. They lie in
 * a save that is the system's; each change is a new version of the file.
 */
final class MemoryStore {
    static final String PREFIX = "sce_sdmemory";
    private static final String FILE = "memory.dat";

    private final SaveStore store;

    MemoryStore(SaveStore store) {
        this.store = store;
    }

    static String name(int slot) {
        return slot == 0 ? PREFIX : PREFIX + slot;
    }

    boolean exists(int slot) {
        return store.exists(name(slot));
    }

    /** Bytes of the slot; empty if it was never set up. The parameters beside them are checked as well. */
    byte[] read(int slot) {
        if (!exists(slot)) {
            return new byte[0];
        }
        Path version = store.current(name(slot));
        SaveParameters.read(version.resolve(SaveStore.PARAMETERS));
        try {
            return Files.readAllBytes(version.resolve(SaveStore.DATA).resolve(FILE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Optional<SaveParameters> parameters(int slot) {
        return exists(slot) ? SaveParameters.read(store.current(name(slot)).resolve(SaveStore.PARAMETERS)) : Optional.empty();
    }

    Optional<byte[]> icon(int slot) {
        if (!exists(slot)) {
            return Optional.empty();
        }
        Path file = store.current(name(slot)).resolve(SaveStore.ICON);
        try {
            return Files.isRegularFile(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes bytes, and parameters and icon where given, as one change. */
    void write(int slot, byte[] bytes, @Nullable SaveParameters parameters, byte @Nullable [] icon) {
        Path version = store.begin(name(slot), 1);
        try {
            Files.write(version.resolve(SaveStore.DATA).resolve(FILE), bytes);
            if (parameters != null) {
                Files.write(version.resolve(SaveStore.PARAMETERS), parameters.toBytes());
            }
            if (icon != null) {
                Files.write(version.resolve(SaveStore.ICON), icon);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        store.commit(name(slot), version);
    }
}
