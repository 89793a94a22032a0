package org.lierne.agc.driver;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32C;
import org.lierne.gpu.ComputeSpec;
import org.lierne.gpu.DrawState;
import org.lierne.gpu.GraphicsSpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What one title's last runs used in a file, so that the next can begin to make it before its first draw. What cannot be read is not there. */
final class KeptRecords {
    private static final Logger LOG = LoggerFactory.getLogger(KeptRecords.class);
    private static final int MOST = 4096;
    private static final int MOST_BYTES = 1 << 20;

    private final Path file;
    private final String layout;
    /** As they lie in the file, and what each is now. */
    private final Map<ByteBuffer, Optional<ByteBuffer>> loaded;
    private final Set<ByteBuffer> used = new LinkedHashSet<>();

    private KeptRecords(Path file, String layout) {
        this.file = file;
        this.layout = layout;
        this.loaded = load();
    }

    /** Of a title: graphics and compute pipelines. */
    static KeptRecords pipelines(Path folder, String title) {
        return new KeptRecords(folder.resolve(title + ".pipelines"), RecordCodec.layout(GraphicsSpec.class, DrawState.class, ComputeSpec.class));
    }

    /** Of a title: what its variants are translated from. */
    static KeptRecords variants(Path folder, String title) {
        return new KeptRecords(folder.resolve(title + ".variants"), RecordCodec.layout(KeptVariant.class));
    }

    private Map<ByteBuffer, Optional<ByteBuffer>> load() {
        Map<ByteBuffer, Optional<ByteBuffer>> found = new LinkedHashMap<>();
        if (!Files.isRegularFile(file)) {
            return found;
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(checked(Files.readAllBytes(file))))) {
            if (in.readUTF().equals(layout)) {
                for (int left = in.readInt(); left > 0; left--) {
                    byte[] record = new byte[Math.min(in.readInt(), MOST_BYTES)];
                    in.readFully(record);
                    found.put(ByteBuffer.wrap(record), Optional.of(ByteBuffer.wrap(record)));
                }
            }
        } catch (IOException | RuntimeException e) {
            LOG.debug("{} cannot be read", file, e);
            found.clear();
        }
        return found;
    }

    /** What stands before the checksum. */
    private static byte[] checked(byte[] all) throws IOException {
        CRC32C sum = new CRC32C();
        sum.update(all, 0, Math.max(0, all.length - Long.BYTES));
        if (all.length < Long.BYTES || ByteBuffer.wrap(all).getLong(all.length - Long.BYTES) != sum.getValue()) {
            throw new IOException("damaged");
        }
        return java.util.Arrays.copyOf(all, all.length - Long.BYTES);
    }

    /** Those of earlier runs. */
    List<byte[]> loaded() {
        return loaded.keySet().stream().map(ByteBuffer::array).toList();
    }

    /** One of an earlier run is another now. @param now empty for one that has no use any more */
    synchronized void becomes(byte[] earlier, Optional<byte[]> now) {
        loaded.replace(ByteBuffer.wrap(earlier), now.map(ByteBuffer::wrap));
    }

    /** One was used. */
    synchronized void add(byte[] record) {
        if (used.size() < MOST && record.length <= MOST_BYTES) {
            used.add(ByteBuffer.wrap(record));
        }
    }

    /** Keeps what was used, and behind it what earlier runs used. */
    synchronized void save() {
        Set<ByteBuffer> all = new LinkedHashSet<>(used);
        loaded.values().forEach(record -> record.ifPresent(all::add));
        if (loaded.keySet().equals(all)) {
            return;
        }
        List<ByteBuffer> kept = all.stream().limit(MOST).toList();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF(layout);
            out.writeInt(kept.size());
            for (ByteBuffer record : kept) {
                out.writeInt(record.array().length);
                out.write(record.array());
            }
            CRC32C sum = new CRC32C();
            sum.update(bytes.toByteArray());
            out.writeLong(sum.getValue());
            Files.createDirectories(file.getParent());
            Path beside = Files.createTempFile(file.getParent(), "kept-", ".part");
            Files.write(beside, bytes.toByteArray());
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            LOG.warn("{} is not written: {}", file, e.toString());
        }
    }
}
