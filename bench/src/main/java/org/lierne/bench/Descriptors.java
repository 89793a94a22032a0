package org.lierne.bench;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.lierne.recompiler.program.DescriptorPath;
import org.lierne.recompiler.program.DescriptorWalker;
import org.lierne.recompiler.program.MemoryReader;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.recompiler.program.ShaderResource;
import org.lierne.recompiler.program.TableLimits;
import org.lierne.recompiler.program.TableReads;
import org.lierne.recompiler.program.WordSource;

/** What finding a draw's descriptors costs: sixteen behind a pointer, and a table of images with a key without bounds. */
final class Descriptors implements Suite {
    private static final int RUNS = 200;
    private static final int DIRECT = 16;
    private static final int TABLE_RUNS = 20;
    private static final int IMAGE_WORDS = 8;
    private static final int RECORDS = 1 << 16;
    private static final long BASE = 0x10000;

    @Override
    public String name() {
        return "descriptors";
    }

    @Override
    public List<Figure> run() {
        int[] words = new int[RECORDS * IMAGE_WORDS];
        for (int i = 0; i < RECORDS; i++) {
            words[i * IMAGE_WORDS] = i;
            words[i * IMAGE_WORDS + 3] = 9 << 28 | 0xfac;
        }
        MemoryReader memory = (address, target, from, count) -> {
            long first = (address - BASE) / Integer.BYTES;
            boolean isThere = first >= 0 && first + count <= words.length;
            if (isThere) {
                System.arraycopy(words, (int) first, target, from, count);
            }
            return isThere;
        };
        List<Figure> figures = new ArrayList<>();
        TableReads reads = new TableReads();
        Supplier<Object> direct = recording(direct(), memory, reads);
        figures.add(micros("descriptors.direct-16", direct, RUNS));
        ShaderLayout table = table();
        Supplier<Object> kept = recording(table, memory, reads);
        figures.add(micros("descriptors.table-65536.kept", kept, RUNS));
        figures.add(micros("descriptors.table-65536.unchanged", () -> {
            reads.memoryChanged();
            return kept.get();
        }, TABLE_RUNS));
        figures.add(micros("descriptors.table-65536.changed", () -> {
            words[0]++;
            reads.memoryChanged();
            return kept.get();
        }, TABLE_RUNS));
        figures.add(new Figure("descriptors.table-65536.kept.allocated", allocated(kept), "bytes", "of one draw", ""));
        return figures;
    }

    private static Supplier<Object> recording(ShaderLayout layout, MemoryReader memory, TableReads reads) {
        int[] userData = {(int) BASE, 0};
        return () -> layout.record(new DescriptorWalker(userData, memory), TableLimits.DEFAULTS, reads);
    }

    private static ShaderLayout direct() {
        List<ShaderResource> resources = new ArrayList<>();
        for (int i = 0; i < DIRECT; i++) {
            resources.add(new ShaderResource(i, ShaderResource.Kind.IMAGE, true, false, false, DescriptorPath.loaded(WordSource.userData(0),
                    WordSource.userData(1), 32 * i, IMAGE_WORDS), 0));
        }
        return new ShaderLayout(resources);
    }

    private static ShaderLayout table() {
        List<WordSource> path = new ArrayList<>();
        for (int i = 0; i < IMAGE_WORDS; i++) {
            path.add(new WordSource.Loaded(WordSource.userData(0), WordSource.userData(1), WordSource.operation(WordSource.Operator.ADD,
                    WordSource.operation(WordSource.Operator.SHIFT_LEFT, new WordSource.Key(-1), WordSource.literal(5)),
                    WordSource.literal(4 * i))));
        }
        return new ShaderLayout(List.of(new ShaderResource(0, ShaderResource.Kind.IMAGE_TABLE, true, false, false, new DescriptorPath(path), 0)));
    }

    private static Figure micros(String name, Supplier<Object> work, int runs) {
        double[] micros = new double[runs];
        Object last = null;
        for (int run = -runs; run < runs; run++) {
            long begin = System.nanoTime();
            last = work.get();
            if (run >= 0) {
                micros[run] = (System.nanoTime() - begin) / 1e3;
            }
        }
        if (last == null) {
            throw new IllegalStateException(name + " found nothing");
        }
        return new Samples(micros).figure(name, "us", "");
    }

    private static double allocated(Supplier<Object> work) {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < RUNS; i++) {
            var _ = work.get();
        }
        return (double) (threads.getCurrentThreadAllocatedBytes() - before) / RUNS;
    }
}
