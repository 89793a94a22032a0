package org.lierne.recompiler.isa;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A stream of lines in blocks, converted by all processors and written in their order. Memory does not grow with the stream; input that
 * comes slowly goes out as it comes.
 */
final class LineBlocks {
    private static final int BLOCK = 1 << 18;

    private final Converter converter;
    private final OutputStream out;
    private final Queue<Future<Text>> running = new ArrayDeque<>();
    private long refused;

    private LineBlocks(Converter converter, OutputStream out) {
        this.converter = converter;
        this.out = out;
    }

    /** Makes text of the first {@code length} bytes of a block, which ends with a line. */
    interface Converter {
        Text convert(byte[] block, int length);
    }

    /** What became of a block, and how many of its lines were refused. */
    record Text(AsciiText text, long refused) {
    }

    /** Converts a whole stream and gives the number of refused lines. */
    static long convert(InputStream in, OutputStream out, Converter converter) throws IOException {
        LineBlocks blocks = new LineBlocks(converter, out);
        blocks.convert(in);
        out.flush();
        return blocks.refused;
    }

    private void convert(InputStream in) throws IOException {
        int processors = Runtime.getRuntime().availableProcessors();
        try (ExecutorService workers = Executors.newFixedThreadPool(processors)) {
            byte[] block = new byte[BLOCK];
            int filled = 0;
            for (int read = in.read(block, 0, BLOCK); read >= 0; read = in.read(block, filled, block.length - filled)) {
                filled += read;
                boolean isFull = filled == block.length;
                if (!isFull && in.available() > 0) {
                    continue;
                }
                int end = endOfLines(block, filled);
                byte[] next = Arrays.copyOfRange(block, end, filled + BLOCK);
                byte[] lines = block;
                if (end > 0) {
                    running.add(workers.submit(() -> converter.convert(lines, end)));
                }
                filled -= end;
                block = next;
                write(isFull ? 2 * processors : 0);
            }
            byte[] rest = block;
            int length = filled;
            running.add(workers.submit(() -> converter.convert(rest, length)));
            write(0);
        }
    }

    private static int endOfLines(byte[] block, int filled) {
        int end = filled;
        while (end > 0 && block[end - 1] != '\n') {
            end--;
        }
        return end;
    }

    /** Writes what is done, and waits until no more than {@code left} blocks are under way. */
    private void write(int left) throws IOException {
        boolean any = false;
        while (running.size() > left) {
            try {
                Text done = running.remove().get();
                done.text().writeTo(out);
                refused += done.refused();
                any = true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while lines were converted", e);
            } catch (ExecutionException e) {
                throw new IllegalStateException(e.getCause());
            }
        }
        if (any && left == 0) {
            out.flush();
        }
    }
}
