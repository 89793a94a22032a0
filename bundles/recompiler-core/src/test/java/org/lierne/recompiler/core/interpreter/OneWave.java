package org.lierne.recompiler.core.interpreter;

import java.util.ArrayList;
import java.util.List;
import org.lierne.recompiler.isa.Assembler;

/** A small program on one wave, for tests: text in, registers out. Modes as in the rules: FLOAT_MODE byte, then IEEE and DX10_CLAMP. */
final class OneWave {
    /** Denormals kept, nearest even. */
    static final int KEPT = 0xf0;
    /** The titles' mode: f32 flushed, f16 and f64 kept. */
    static final int TITLES = 0xc0;
    /** All denormals flushed. */
    static final int FLUSHED = 0x00;

    private static final int LDS_BYTES = 1024;
    private static final long LIMIT = 10_000;

    final ArrayMemory memory = new ArrayMemory();
    final Workgroup group;
    final Wave wave;

    OneWave(int lanes, String... lines) {
        this(lanes, LDS_BYTES, lines);
    }

    OneWave(int lanes, int ldsBytes, String... lines) {
        Assembler assembler = new Assembler(lanes);
        List<Integer> words = new ArrayList<>();
        for (String line : lines) {
            for (int word : assembler.assemble(line)) {
                words.add(word);
            }
        }
        int[] program = words.stream().mapToInt(Integer::intValue).toArray();
        group = new Workgroup(new Program(program, lanes), memory, Outside.NOTHING, ldsBytes, new byte[LDS_BYTES], 256);
        wave = group.addWave(Wave.VGPRS);
        mode(KEPT, false, true);
    }

    OneWave mode(int floatMode, boolean ieee, boolean dx10Clamp) {
        wave.mode(Wave.modeOf(floatMode, ieee, dx10Clamp, false));
        return this;
    }

    OneWave overflowClamp() {
        wave.mode(wave.mode() | 1 << 23);
        return this;
    }

    /** Sets VGPRs v0, v1, ... in all lanes. */
    OneWave v(long... values) {
        for (int i = 0; i < values.length; i++) {
            java.util.Arrays.fill(wave.vectors[i], (int) values[i]);
        }
        return this;
    }

    /** Sets register pairs v[0:1], v[2:3], ... in all lanes. */
    OneWave pairs(long... values) {
        for (int i = 0; i < values.length; i++) {
            java.util.Arrays.fill(wave.vectors[2 * i], (int) values[i]);
            java.util.Arrays.fill(wave.vectors[2 * i + 1], (int) (values[i] >>> 32));
        }
        return this;
    }

    OneWave s(int register, int value) {
        wave.scalar(register, value);
        return this;
    }

    OneWave run() {
        group.run(LIMIT);
        return this;
    }

    /** Lane 0 of a VGPR. */
    int lane0(int register) {
        return wave.vectors[register][0];
    }

    long pair(int register) {
        return wave.vectors[register][0] & 0xffffffffL | (long) wave.vectors[register + 1][0] << 32;
    }

    /** Runs one vector instruction on v0, v1, v2 into v9 and gives lane 0 of it. */
    static int f32(String instruction, int floatMode, boolean ieee, long... sources) {
        return new OneWave(32, instruction).mode(floatMode, ieee, true).v(sources).run().lane0(9);
    }

    /** The same on pairs v[0:1], v[2:3], v[4:5] into v[8:9]. */
    static long f64(String instruction, int floatMode, boolean ieee, long... sources) {
        return new OneWave(32, instruction).mode(floatMode, ieee, true).pairs(sources).run().pair(8);
    }
}
