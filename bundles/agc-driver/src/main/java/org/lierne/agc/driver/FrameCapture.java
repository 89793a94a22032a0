package org.lierne.agc.driver;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.AddressSpace.Kind;
import org.lierne.kernel.memory.AddressSpace.Mapping;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.memory.HostRange;

/**
 * One frame on its way into a capture file (docs/captures.md). Pages are written when they are first touched, with what
 * they hold then; blocks of them that somebody other than the frame's own work has changed since are written again
 * before the packet that touches them. Safe for all threads.
 */
final class FrameCapture implements AutoCloseable {
    /** A page that is in the file. */
    private static final class Page {
        private final long[] hashes = new long[CaptureFormat.BLOCKS];
        /** Blocks that the frame's own work writes: their changes are made again by a replay. */
        private int written;
        private boolean isStored;
    }

    private final Path path;
    private final GuestMemory memory;
    private final LongFunction<Optional<Mapping>> mappings;
    private final ZipOutputStream zip;
    private final DataOutputStream log;
    private final TreeMap<Long, Page> pages = new TreeMap<>();
    private final Set<Integer> queues = new HashSet<>();
    private final CapturedPrograms programs = new CapturedPrograms();
    private final byte[] block = new byte[CaptureFormat.BLOCK_BYTES];
    private final CRC32 crc = new CRC32();
    private final CRC32C crc32c = new CRC32C();
    private boolean isClosed;

    /**
     * @param memory   the guest's memory itself
     * @param mappings the mapping that holds an address
     */
    FrameCapture(Path path, GuestMemory memory, LongFunction<Optional<Mapping>> mappings) throws IOException {
        this.path = path;
        this.memory = memory;
        this.mappings = mappings;
        this.zip = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(path), 1 << 16));
        zip.setLevel(Deflater.BEST_SPEED);
        zip.putNextEntry(new ZipEntry(CaptureFormat.LOG));
        this.log = new DataOutputStream(new BufferedOutputStream(zip, 1 << 16));
    }

    Path path() {
        return path;
    }

    CapturedPrograms programs() {
        return programs;
    }

    // --- packets -----------------------------------------------------------------------------------------------

    /** Before the first packet of a queue: what its processor knows. */
    synchronized void queue(int queue, Supplier<QueueState> state) {
        if (queues.add(queue)) {
            write(() -> {
                log.writeByte(CaptureFormat.QUEUE);
                log.writeInt(queue);
                state.get().write(log);
            });
        }
    }

    /** A packet that was executed to its end. */
    synchronized void packet(int queue, int[] words) {
        write(() -> {
            log.writeByte(CaptureFormat.PACKET);
            log.writeInt(queue);
            log.writeShort(words.length);
            for (int word : words) {
                log.writeInt(word);
            }
        });
    }

    // --- memory ------------------------------------------------------------------------------------------------

    /** @param isWritten whether the frame's own work may write the range from now on */
    synchronized void touch(long address, long bytes, boolean isWritten) {
        if (isClosed || bytes <= 0) {
            return;
        }
        long end = address + bytes;
        for (long at = address & -CaptureFormat.PAGE_BYTES; Long.compareUnsigned(at, end) < 0;
                at += CaptureFormat.PAGE_BYTES) {
            int first = at >= address ? 0 : (int) (address - at) / CaptureFormat.BLOCK_BYTES;
            int last = (int) (Math.min(CaptureFormat.PAGE_BYTES, end - at) - 1) / CaptureFormat.BLOCK_BYTES;
            Page page = pages.get(at);
            if (page == null) {
                page = first(at);
            } else {
                changes(at, page, first, last);
            }
            if (isWritten) {
                page.written |= (1 << last + 1) - (1 << first);
            }
        }
    }

    /** A store by a packet; a replay makes it again. */
    synchronized void store(long address, int bytes, Runnable store) {
        touch(address, bytes, false);
        store.run();
        long end = address + bytes;
        for (long at = address & -CaptureFormat.BLOCK_BYTES; at < end && !isClosed; at += CaptureFormat.BLOCK_BYTES) {
            Page page = pages.get(at & -CaptureFormat.PAGE_BYTES);
            if (page != null) {
                page.isStored = true;
                page.hashes[index(at)] = hash(at);
            }
        }
    }

    private static int index(long address) {
        return (int) (address & CaptureFormat.PAGE_BYTES - 1) / CaptureFormat.BLOCK_BYTES;
    }

    private Page first(long at) {
        Page page = new Page();
        byte[] content = new byte[CaptureFormat.PAGE_BYTES];
        boolean isZero = true;
        for (int i = 0; i < CaptureFormat.BLOCKS; i++) {
            page.hashes[i] = hash(at + (long) i * CaptureFormat.BLOCK_BYTES);
            System.arraycopy(block, 0, content, i * CaptureFormat.BLOCK_BYTES, CaptureFormat.BLOCK_BYTES);
        }
        for (byte b : content) {
            isZero &= b == 0;
        }
        pages.put(at, page);
        boolean isEmpty = isZero;
        write(() -> {
            log.writeByte(isEmpty ? CaptureFormat.ZERO_PAGE : CaptureFormat.PAGE);
            log.writeLong(at);
            if (!isEmpty) {
                log.write(content);
            }
        });
        return page;
    }

    private void changes(long at, Page page, int first, int last) {
        for (int i = first; i <= last; i++) {
            if ((page.written >>> i & 1) == 0) {
                long start = at + (long) i * CaptureFormat.BLOCK_BYTES;
                long hash = hash(start);
                if (hash != page.hashes[i]) {
                    page.hashes[i] = hash;
                    write(() -> {
                        log.writeByte(CaptureFormat.BLOCK);
                        log.writeLong(start);
                        log.write(block);
                    });
                }
            }
        }
    }

    /** Reads a block into {@link #block}; what is not mapped counts as zero. */
    private long hash(long at) {
        if (memory.isMapped(at, CaptureFormat.BLOCK_BYTES, Access.READ)) {
            ByteBuffer.wrap(block).put(memory.view(at, CaptureFormat.BLOCK_BYTES, Access.READ).asByteBuffer());
        } else {
            Arrays.fill(block, (byte) 0);
        }
        crc.reset();
        crc32c.reset();
        crc.update(block);
        crc32c.update(block);
        return crc.getValue() << 32 | crc32c.getValue();
    }

    // --- end ---------------------------------------------------------------------------------------------------

    /** Writes the rest of the file; it is whole then. */
    synchronized void finish(CaptureManifest manifest, List<SurfaceState> surfaces) {
        refuseWrittenAliases();
        write(() -> {
            log.writeByte(CaptureFormat.END);
            log.flush();
            zip.closeEntry();
            entry(CaptureFormat.RANGES, this::ranges);
            for (int i = 0; i < surfaces.size(); i++) {
                entry(CaptureFormat.SURFACES + i + ".bin", surfaces.get(i)::write);
            }
            entry(CaptureFormat.PROGRAMS, out -> out.write(programs.index().getBytes(StandardCharsets.UTF_8)));
            for (Map.Entry<String, byte[]> code : programs.code().entrySet()) {
                entry(CaptureFormat.CODE + code.getKey() + ".bin", out -> out.write(code.getValue()));
            }
            entry(CaptureFormat.MANIFEST, out -> out.write(manifest.text().getBytes(StandardCharsets.UTF_8)));
            isClosed = true;
            zip.close();
        });
    }

    /** A replay keeps a page once for each address: what is written at one must not be read at another. */
    private void refuseWrittenAliases() {
        Map<Long, Long> physical = new HashMap<>();
        pages.forEach((at, page) -> {
            Mapping mapping = mappings.apply(at).orElse(null);
            if (mapping != null && mapping.kind() == Kind.DIRECT) {
                Long other = physical.putIfAbsent(mapping.offset() + at - mapping.start(), at);
                if (other != null && (isWritten(page) || isWritten(pages.get(other)))) {
                    throw new WorkRefused(("refused at capture: direct memory is mapped at 0x%x and 0x%x, and the "
                            + "frame writes it: a capture cannot hold that").formatted(other, at));
                }
            }
        });
    }

    private static boolean isWritten(@Nullable Page page) {
        return page != null && (page.written != 0 || page.isStored);
    }

    private record Range(long start, long end, int flags) {}

    private void ranges(DataOutputStream out) throws IOException {
        List<Range> ranges = new ArrayList<>();
        for (long at : pages.keySet()) {
            Range last = ranges.isEmpty() ? null : ranges.getLast();
            Optional<HostRange> host = memory.importable(at);
            int flags = (host.isPresent() ? CaptureFormat.IMPORTABLE : 0)
                    | (memory.isMapped(at, CaptureFormat.PAGE_BYTES, Access.WRITE) ? CaptureFormat.WRITABLE : 0);
            boolean begins = host.isPresent() && host.get().guestAddress() == at;
            if (last != null && last.end() == at && last.flags() == flags && !begins) {
                ranges.set(ranges.size() - 1, new Range(last.start(), at + CaptureFormat.PAGE_BYTES, flags));
            } else {
                ranges.add(new Range(at, at + CaptureFormat.PAGE_BYTES, flags));
            }
        }
        out.writeInt(ranges.size());
        for (Range range : ranges) {
            out.writeLong(range.start());
            out.writeLong(range.end() - range.start());
            out.writeInt(range.flags());
        }
    }

    /** What fills an entry. */
    @FunctionalInterface
    private interface Content {
        void write(DataOutputStream out) throws IOException;
    }

    private void entry(String name, Content content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(zip, 1 << 16));
        content.write(out);
        out.flush();
        zip.closeEntry();
    }

    /** A step that writes. */
    @FunctionalInterface
    private interface Step {
        void run() throws IOException;
    }

    private void write(Step step) {
        if (isClosed) {
            return;
        }
        try {
            step.run();
        } catch (IOException e) {
            throw new UncheckedIOException("the capture %s cannot be written: %s".formatted(path, e.getMessage()), e);
        }
    }

    /** Gives the frame up if it is not finished; its file goes. */
    @Override
    public synchronized void close() {
        if (!isClosed) {
            isClosed = true;
            try {
                zip.close();
                Files.deleteIfExists(path);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
