package org.lierne.agc.driver;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.GraphicsQueues;
import org.lierne.agc.packet.Header;
import org.lierne.kernel.title.TitleRefused;

/**
 * A capture file that is read. Everything is looked at before anything is executed: sizes, places and check sums; what
 * is wrong is refused with the entry that it stands in.
 */
final class CaptureReader implements AutoCloseable {
    private static final long MAX_MEMORY = 8L << 30;
    private static final int MAX_ENTRY = 1 << 30;
    private static final int MAX_RANGES = 1 << 20;
    private static final int MAX_PACKET_DWORDS = 0x4001;

    /** Is handed the log's records in their order. */
    interface Records {
        void queue(int queue, QueueState state);

        /** First content of a page, {@link CaptureFormat#PAGE_BYTES}. */
        void page(long address, byte[] content);

        /** Content that changed, {@link CaptureFormat#BLOCK_BYTES}. */
        void block(long address, byte[] content);

        /** @return false to read no further */
        boolean packet(int queue, int[] words);
    }

    private final Path file;
    private final ZipFile zip;
    private final CaptureManifest manifest;

    private CaptureReader(Path file, ZipFile zip) throws IOException {
        this.file = file;
        this.zip = zip;
        Properties properties = new Properties();
        properties.load(new ByteArrayInputStream(bytes(CaptureFormat.MANIFEST)));
        if (!CaptureFormat.NAME.equals(properties.getProperty("format"))) {
            throw refused(CaptureFormat.MANIFEST, "format is '%s', a capture of a frame has '%s'".formatted(
                    properties.getProperty("format"), CaptureFormat.NAME));
        }
        if (!String.valueOf(CaptureFormat.VERSION).equals(properties.getProperty("version"))) {
            throw refused(CaptureFormat.MANIFEST, "version is '%s', this program reads %d".formatted(
                    properties.getProperty("version"), CaptureFormat.VERSION));
        }
        this.manifest = CaptureManifest.of(properties);
    }

    /** @throws TitleRefused if the file is no capture or is damaged */
    static CaptureReader open(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new TitleRefused("replay: " + (Files.exists(file) ? file + " is no file" : "no such file: " + file));
        }
        ZipFile zip = null;
        try {
            zip = new ZipFile(file.toFile());
            return new CaptureReader(file, zip);
        } catch (IOException | IllegalArgumentException e) {
            close(zip);
            throw new TitleRefused("replay: %s: no capture of a frame: %s".formatted(file, e.getMessage()), e);
        } catch (TitleRefused e) {
            close(zip);
            throw e;
        }
    }

    private static void close(@Nullable ZipFile zip) {
        try {
            if (zip != null) {
                zip.close();
            }
        } catch (IOException e) {
            throw new TitleRefused("replay: " + e.getMessage(), e);
        }
    }

    CaptureManifest manifest() {
        return manifest;
    }

    private TitleRefused refused(String entry, String reason) {
        return new TitleRefused("replay: %s: %s: %s".formatted(file, entry, reason));
    }

    // --- entries -----------------------------------------------------------------------------------------------

    private ZipEntry entry(String name) {
        ZipEntry entry = zip.getEntry(name);
        if (entry == null) {
            throw refused(name, "this entry is missing");
        }
        return entry;
    }

    private byte[] bytes(String name) throws IOException {
        ZipEntry entry = entry(name);
        try (InputStream in = checked(entry)) {
            byte[] bytes = in.readNBytes(MAX_ENTRY);
            if (in.read() >= 0) {
                throw refused(name, "it is larger than %d bytes".formatted(MAX_ENTRY));
            }
            return bytes;
        }
    }

    /** The entry's bytes; reading its end checks the sum. */
    private InputStream checked(ZipEntry entry) throws IOException {
        CheckedInputStream in = new CheckedInputStream(zip.getInputStream(entry), new CRC32()) {
            @Override
            public int read(byte[] target, int from, int count) throws IOException {
                int got = super.read(target, from, count);
                if (got < 0 && getChecksum().getValue() != entry.getCrc()) {
                    throw new ZipException("its check sum is wrong");
                }
                return got;
            }
        };
        return new BufferedInputStream(in, 1 << 16);
    }

    /** Memory as large as the frame's, zeroed. */
    CapturedMemory memory() {
        try (DataInputStream in = new DataInputStream(checked(entry(CaptureFormat.RANGES)))) {
            int count = in.readInt();
            if (count < 0 || count > MAX_RANGES) {
                throw refused(CaptureFormat.RANGES, count + " ranges");
            }
            List<CapturedMemory.Range> ranges = new ArrayList<>();
            long total = 0;
            long end = 0;
            for (int i = 0; i < count; i++) {
                long start = in.readLong();
                long bytes = in.readLong();
                int flags = in.readInt();
                boolean isPaged = start % CaptureFormat.PAGE_BYTES == 0 && bytes % CaptureFormat.PAGE_BYTES == 0;
                if (start < end || bytes <= 0 || bytes > MAX_MEMORY || start + bytes < start || !isPaged) {
                    throw refused(CaptureFormat.RANGES, "range %d is 0x%x bytes at 0x%x".formatted(i, bytes, start));
                }
                end = start + bytes;
                total += bytes;
                ranges.add(new CapturedMemory.Range(start, bytes, (flags & CaptureFormat.IMPORTABLE) != 0,
                        (flags & CaptureFormat.WRITABLE) != 0));
            }
            if (total > MAX_MEMORY) {
                throw refused(CaptureFormat.RANGES, "0x%x bytes of memory, at most 0x%x are read".formatted(total,
                        MAX_MEMORY));
            }
            return new CapturedMemory(ranges);
        } catch (IOException e) {
            throw ended(CaptureFormat.RANGES, e);
        } catch (OutOfMemoryError e) {
            throw refused(CaptureFormat.RANGES, "this host has not that much memory");
        }
    }

    /** The surfaces that the frame finds. */
    List<SurfaceState> surfaces() {
        List<SurfaceState> surfaces = new ArrayList<>();
        String name = CaptureFormat.SURFACES + "0.bin";
        while (zip.getEntry(name) != null) {
            try (DataInputStream in = new DataInputStream(checked(entry(name)))) {
                surfaces.add(SurfaceState.read(in));
                if (in.read() >= 0) {
                    throw refused(name, "it goes on behind its surface");
                }
            } catch (IOException e) {
                throw ended(name, e);
            } catch (IllegalArgumentException e) {
                throw refused(name, String.valueOf(e.getMessage()));
            } catch (OutOfMemoryError e) {
                throw refused(name, "this host has not that much memory");
            }
            name = CaptureFormat.SURFACES + surfaces.size() + ".bin";
        }
        return surfaces;
    }

    private TitleRefused ended(String entry, IOException e) {
        return refused(entry, e instanceof EOFException ? "it ends inside a record" : String.valueOf(e.getMessage()));
    }

    // --- log ---------------------------------------------------------------------------------------------------

    /** Reads the log to its end, or until a packet says to stop. */
    void log(Records records) {
        boolean[] queues = new boolean[GraphicsQueues.LAST_COMPUTE + 1];
        try (DataInputStream in = new DataInputStream(checked(entry(CaptureFormat.LOG)))) {
            boolean goesOn = true;
            while (goesOn) {
                int kind = in.readByte();
                switch (kind) {
                    case CaptureFormat.QUEUE -> {
                        int queue = queue(in.readInt());
                        queues[queue] = true;
                        records.queue(queue, QueueState.read(in));
                    }
                    case CaptureFormat.PAGE -> records.page(address(in.readLong(), CaptureFormat.PAGE_BYTES),
                            content(in, CaptureFormat.PAGE_BYTES));
                    case CaptureFormat.ZERO_PAGE -> records.page(address(in.readLong(), CaptureFormat.PAGE_BYTES),
                            new byte[CaptureFormat.PAGE_BYTES]);
                    case CaptureFormat.BLOCK -> records.block(address(in.readLong(), CaptureFormat.BLOCK_BYTES),
                            content(in, CaptureFormat.BLOCK_BYTES));
                    case CaptureFormat.PACKET -> {
                        int queue = queue(in.readInt());
                        if (!queues[queue]) {
                            throw refused(CaptureFormat.LOG, "queue 0x%x has a packet before its state".formatted(
                                    queue));
                        }
                        goesOn = records.packet(queue, packet(in));
                    }
                    case CaptureFormat.END -> {
                        goesOn = false;
                        if (in.read() >= 0) {
                            throw refused(CaptureFormat.LOG, "it goes on behind its end");
                        }
                    }
                    default -> throw refused(CaptureFormat.LOG, "record kind %d is none".formatted(kind));
                }
            }
        } catch (IOException e) {
            throw ended(CaptureFormat.LOG, e);
        }
    }

    private int queue(int queue) {
        if (!GraphicsQueues.exists(queue)) {
            throw refused(CaptureFormat.LOG, "queue 0x%x is none".formatted(queue));
        }
        return queue;
    }

    private long address(long address, int alignment) {
        if (address % alignment != 0) {
            throw refused(CaptureFormat.LOG, "content for 0x%x, which is not aligned".formatted(address));
        }
        return address;
    }

    private static byte[] content(DataInputStream in, int bytes) throws IOException {
        byte[] content = new byte[bytes];
        in.readFully(content);
        return content;
    }

    private int[] packet(DataInputStream in) throws IOException {
        int count = in.readUnsignedShort();
        if (count == 0 || count > MAX_PACKET_DWORDS) {
            throw refused(CaptureFormat.LOG, "a packet has %d dwords".formatted(count));
        }
        int[] words = new int[count];
        for (int i = 0; i < count; i++) {
            words[i] = in.readInt();
        }
        if (Header.dwords(words[0]) != count) {
            throw refused(CaptureFormat.LOG, "packet 0x%08x has %d dwords".formatted(words[0], count));
        }
        return words;
    }

    @Override
    public void close() {
        close(zip);
    }
}
