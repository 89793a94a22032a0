package org.lierne.recompiler.core.translate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/**
 * One file an entry, named by its key. A file is written beside its place and moved there, so a reader sees it whole or not at all; a
 * file whose checksum does not fit is as good as none and is written again.
 */
final class DiskCache {
    private static final Logger LOG = LoggerFactory.getLogger(DiskCache.class);
    private static final Marker SHADER = MarkerFactory.getMarker("SHADER");
    private static final int MAGIC = 0x4c5e5adf;
    private static final int HEADER_BYTES = 12;

    private final @Nullable Path folder;

    /** @param folder where the files lie, made when needed; null for no cache at all */
    DiskCache(@Nullable Path folder) {
        this.folder = folder;
    }

    /** The bytes stored under a key, null when there are none that can be trusted. */
    byte @Nullable [] read(String key) {
        if (folder == null) {
            return null;
        }
        Path file = file(folder, key);
        try {
            byte[] all = Files.readAllBytes(file);
            ByteBuffer header = ByteBuffer.wrap(all);
            if (all.length < HEADER_BYTES || header.getInt() != MAGIC || header.getLong() != checksum(key, all, HEADER_BYTES)) {
                LOG.atDebug().addMarker(SHADER).addKeyValue("file", file).log("cache entry is damaged and will be written again");
                return null;
            }
            return Arrays.copyOfRange(all, HEADER_BYTES, all.length);
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            LOG.atDebug().addMarker(SHADER).addKeyValue("file", file).setCause(e).log("cache entry cannot be read");
            return null;
        }
    }

    /** Stores bytes. Failing to is logged, never thrown: the cache is only a cache. */
    void write(String key, byte[] bytes) {
        if (folder == null) {
            return;
        }
        Path file = file(folder, key);
        ByteBuffer all = ByteBuffer.allocate(HEADER_BYTES + bytes.length);
        all.position(HEADER_BYTES).put(bytes);
        all.putInt(0, MAGIC).putLong(4, checksum(key, all.array(), HEADER_BYTES));
        try {
            Files.createDirectories(file.getParent());
            Path beside = Files.createTempFile(file.getParent(), key, ".part");
            try {
                Files.write(beside, all.array());
                Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(beside);
            }
        } catch (ClosedByInterruptException e) {
            LOG.atDebug().addMarker(SHADER).addKeyValue("file", file).log("cache entry is not written: its translation was cancelled");
        } catch (IOException e) {
            LOG.atWarn().addMarker(SHADER).addKeyValue("file", file).setCause(e).log("cache entry cannot be written");
        }
    }

    private static Path file(Path folder, String key) {
        return folder.resolve(key.substring(0, 2)).resolve(key + ".bin");
    }

    private static long checksum(String key, byte[] bytes, int from) {
        CRC32C sum = new CRC32C();
        sum.update(key.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        sum.update(bytes, from, bytes.length - from);
        return sum.getValue();
    }
}
