package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.gpu.GpuDevices;
import org.lierne.recompiler.core.translate.CompileThreads;
import org.lierne.recompiler.core.translate.InstalledPasses;
import org.lierne.recompiler.core.translate.Translator;
import org.lierne.recompiler.program.ShaderCorpus;
import org.lierne.recompiler.program.ShaderCorpus.Against;
import org.lierne.recompiler.program.ShaderCorpus.Machine;
import org.lierne.recompiler.program.ShaderCorpus.Selection;
import org.lierne.shader.harness.Corpus;
import org.lierne.spirv.tools.JniSpirvTools;

/**
 * Programs translated, optimised and made into pipelines over and over leave nothing behind: neither objects of the virtual machine nor
 * what native code allocates. Each round has a queue and a device of its own, as each title has.
 */
@Tag("gpu")
final class CompileLeaksTest {
    private static final Path CORPUS = Path.of("..", "bundles", "shader-harness", "src", "test", "resources", "corpus");
    /** Rounds until classes are loaded and every cache that has a limit is full. */
    private static final int SETTLING = 5;
    private static final int ROUNDS = 20;
    private static final int LONG_RUN_ROUNDS = 1000;
    /** The modules of the rounds that count are twice as much. */
    private static final long ALLOWED_HEAP_BYTES = 512 << 10;
    /** The virtual machine's own compilers allocate natively, too, and come and go. */
    private static final long ALLOWED_NATIVE_BYTES = 24 << 20;
    private static final long PATIENCE_NS = 60_000_000_000L;
    private static final List<String> PROGRAMS = List.of("comp-4c0274431e8e", "comp-2039cf3d6db5");
    private static final List<String> JOBS = List.of("comp-be6f18b07fca");

    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle ALLOCATED = LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow("mallinfo2"),
            FunctionDescriptor.of(MemoryLayout.structLayout(fields())));
    /** {@code uordblks} of {@code struct mallinfo2}: bytes that are handed out. */
    private static final long HANDED_OUT = 7 * Long.BYTES;

    private static MemoryLayout[] fields() {
        MemoryLayout[] fields = new MemoryLayout[10];
        java.util.Arrays.fill(fields, ValueLayout.JAVA_LONG);
        return fields;
    }

    private record Memory(long heapBytes, long nativeBytes) {
        static Memory now() throws Throwable {
            System.gc();
            return new Memory(ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(), handedOut());
        }

        Memory grownSince(Memory before) {
            return new Memory(heapBytes - before.heapBytes, nativeBytes - before.nativeBytes);
        }

        boolean isAllowed() {
            return heapBytes < ALLOWED_HEAP_BYTES && nativeBytes < ALLOWED_NATIVE_BYTES;
        }

        private static long handedOut() throws Throwable {
            try (Arena arena = Arena.ofConfined()) {
                return ((MemorySegment) ALLOCATED.invokeExact((SegmentAllocator) arena)).get(ValueLayout.JAVA_LONG, HANDED_OUT);
            }
        }
    }

    @Test
    void compilingOverAndOverLeavesNothingBehind() throws Throwable {
        GpuDevices devices = Wiring.devices();
        Assumptions.assumeTrue(devices != null, "there is no Vulkan device");
        CompileThreads threads = new CompileThreads();
        InstalledPasses passes = InstalledPasses.of(Wiring.passes());
        int rounds = Boolean.getBoolean("lierne.long") ? LONG_RUN_ROUNDS : ROUNDS;

        Memory settled = null;
        for (int round = 0; round < rounds; round++) {
            if (round == SETTLING) {
                settled = Memory.now();
            }
            compile(new Corpus(new Translator(passes, new JniSpirvTools(), null, null, null, "tests", false), threads, devices, null, null));
        }
        long start = System.nanoTime();
        Memory grown = Memory.now().grownSince(java.util.Objects.requireNonNull(settled));
        // What the virtual machine has in hand for itself it gives back; what leaked stays.
        while (!grown.isAllowed() && System.nanoTime() - start < PATIENCE_NS) {
            Thread.sleep(100);
            grown = Memory.now().grownSince(settled);
        }

        System.out.printf("%d rounds: heap %+d bytes, native %+d bytes%n", rounds, grown.heapBytes, grown.nativeBytes);
        assertTrue(grown.isAllowed(), grown.toString());
    }

    private static void compile(ShaderCorpus corpus) {
        List<String> failures = new ArrayList<>();
        Map<String, Boolean> optimised = Map.of("spirv.opt", true);
        corpus.translate(CORPUS.resolve("programs.zip"), new Selection(PROGRAMS, 32, optimised), row -> note(row, failures));
        corpus.run(CORPUS.resolve("oracle.zip"), CORPUS.resolve("programs.zip"), new Selection(JOBS, 0, optimised), Machine.VULKAN,
                Against.STORED, row -> note(row, failures));
        assertEquals(List.of(), failures);
    }

    private static void note(ShaderCorpus.Row row, List<String> failures) {
        if (!row.passed()) {
            failures.add(row.text());
        }
    }
}
