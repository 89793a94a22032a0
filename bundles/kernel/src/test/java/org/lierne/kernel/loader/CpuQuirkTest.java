package org.lierne.kernel.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.kernel.shim.HostCpu.Extension;

class CpuQuirkTest {
    private static final Set<Extension> NONE = EnumSet.noneOf(Extension.class);

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }

    /** What each becomes on a host without it: the same, where the signal handler executes it. */
    @ParameterizedTest
    @CsvSource({
        "f3 0f 2b 07, f3 0f 11 07", "f2 44 0f 2b 4f 08, f2 44 0f 11 4f 08", "0f 01 fa, 0f 1f 00", "0f 01 fb, f3 90 90",
        "0f 01 fc, 0f 01 fc", "0f 01 fd, 0f 01 fd", "66 0f 78 c1 08 04, 66 0f 78 c1 08 04", "f2 0f 79 c1, f2 0f 79 c1"
    })
    void lowersInPlace(String before, String after) {
        byte[] code = hex(before + "c3");

        CodePatcher.Sweep sweep = new CodePatcher(NONE, Set.of()).sweep(MemorySegment.ofArray(code), new long[0]);

        assertEquals(HexFormat.of().formatHex(hex(after + "c3")), HexFormat.of().formatHex(code));
        assertEquals(1, sweep.lowered());
        assertEquals(List.of(), sweep.lacking());
    }

    @ParameterizedTest
    @CsvSource({
        "66 0f 78 c1 08 04, extrq, quirk.cpu.sse4a", "0f 01 fc, clzero, quirk.cpu.clzero", "0f 01 fb, mwaitx, quirk.cpu.monitorx",
        "0f 01 fd, rdpru, quirk.cpu.rdpru", "0f c7 f0, rdrand, ''", "48 0f c7 f8, rdseed, ''", "f3 0f c7 f8, rdpid, ''",
        "66 0f ae 3f, clflushopt, ''", "66 0f ae 37, clwb, ''", "66 0f 38 f6 c1, adcx, ''", "f3 0f 38 f6 c1, adox, ''",
        "0f 38 c8 c1, sha instruction, ''", "0f 3a cc c1 01, sha instruction, ''"
    })
    void namesWhatIsOffOrCannotBeLowered(String bytes, String name, String off) {
        byte[] code = hex("90" + bytes);

        CodePatcher.Sweep sweep = new CodePatcher(NONE, Set.of(off)).sweep(MemorySegment.ofArray(code), new long[0]);

        assertEquals(List.of(new CodePatcher.Lacking(1, name)), sweep.lacking());
    }

    @Test
    void leavesRelativesOfThoseAlone() {
        // cmpxchg16b (%rdi) ; sfence ; mfence ; shlx ; lock-free forms with the same opcode bytes
        byte[] code = hex("48 0f c7 0f" + "0f ae f8" + "0f ae f0" + "c4 e2 f1 f7 c0" + "0f 2b 07" + "66 0f 2b 07" + "0f 01 d0");

        CodePatcher.Sweep sweep = new CodePatcher(NONE, Set.of()).sweep(MemorySegment.ofArray(code), new long[0]);

        assertEquals(0, sweep.lowered());
        assertEquals(List.of(), sweep.lacking());
        assertEquals(7, sweep.instructions());
    }
}
