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
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32C;
import org.lierne.gpu.ComputeSpec;
import org.lierne.gpu.DrawState;
import org.lierne.gpu.GraphicsSpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The pipelines of one title's last runs in a file, so that the next can begin to make them before its first draw. What cannot be read is not there. */
final class KeptPipelines {
    private static final Logger LOG = LoggerFactory.getLogger(KeptPipelines.class);
    private static final int MOST = 4096;
    private static final int MOST_BYTES = 1 << 16;
    private static final String LAYOUT = RecordCodec.layout(GraphicsSpec.class, DrawState.class, ComputeSpec.class);

    private final Path file;
    private final List<ByteBuffer> loaded;
    private final Set<ByteBuffer> used = new LinkedHashSet<>();

    KeptPipelines(Path file) {
        this.file = file;
        this.loaded = load(file);
    }

    private static List<ByteBuffer> load(Path file) {
        List<ByteBuffer> found = new ArrayList<>();
        if (!Files.isRegularFile(file)) {
            return found;
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(checked(Files.readAllBytes(file))))) {
            if (in.readUTF().equals(LAYOUT)) {
                for (int left = in.readInt(); left > 0; left--) {
                    byte[] pipeline = new byte[Math.min(in.readInt(), MOST_BYTES)];
                    in.readFully(pipeline);
                    found.add(ByteBuffer.wrap(pipeline));
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
        return loaded.stream().map(ByteBuffer::array).toList();
    }

    /** A pipeline was used. */
    synchronized void add(byte[] pipeline) {
        if (used.size() < MOST && pipeline.length <= MOST_BYTES) {
            used.add(ByteBuffer.wrap(pipeline));
        }
    }

    /** Keeps what was used, and behind it what earlier runs used. */
    synchronized void save() {
        if (used.isEmpty() || new LinkedHashSet<>(loaded).containsAll(used)) {
            return;
        }
        Set<ByteBuffer> all = new LinkedHashSet<>(used);
        all.addAll(loaded);
        List<ByteBuffer> kept = all.stream().limit(MOST).toList();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF(LAYOUT);
            out.writeInt(kept.size());
            for (ByteBuffer pipeline : kept) {
                out.writeInt(pipeline.array().length);
                out.write(pipeline.array());
            }
            CRC32C sum = new CRC32C();
            sum.update(bytes.toByteArray());
            out.writeLong(sum.getValue());
            Files.createDirectories(file.getParent());
            Path beside = Files.createTempFile(file.getParent(), "kept-", ".part");
            Files.write(beside, bytes.toByteArray());
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            LOG.warn("pipelines are not kept in {}: {}", file, e.toString());
        }
    }
}
