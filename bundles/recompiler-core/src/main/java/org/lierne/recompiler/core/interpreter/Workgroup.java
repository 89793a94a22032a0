package org.lierne.recompiler.core.interpreter;

import java.util.ArrayList;
import java.util.List;
import org.lierne.recompiler.program.Apertures;
import org.lierne.recompiler.program.StageState;

/**
 * The waves of one workgroup with what they share: LDS, GDS, memory, and the units behind interfaces. Waves run one after the other,
 * each until it ends or waits at a barrier, so a run always gives the same result.
 */
final class Workgroup {
    final Program program;
    final byte[] lds;
    final byte[] gds;
    final WaveMemory memory;
    final Outside outside;
    final int scratchBytesPerLane;
    private final Apertures apertures;
    private final List<Wave> waves = new ArrayList<>();

    Workgroup(Program program, WaveMemory memory, Outside outside, int ldsBytes, byte[] gds, int scratchBytesPerLane) {
        this(program, memory, outside, ldsBytes, gds, scratchBytesPerLane, Apertures.DEFAULTS);
    }

    /** With as much memory as the state around the program gives it. */
    Workgroup(Program program, WaveMemory memory, Outside outside, byte[] gds, StageState state) {
        this(program, memory, outside, state.ldsBytes(), gds, state.scratchBytes(), state.apertures());
    }

    private Workgroup(Program program, WaveMemory memory, Outside outside, int ldsBytes, byte[] gds, int scratchBytesPerLane, Apertures apertures) {
        this.program = program;
        this.memory = memory;
        this.outside = outside;
        this.lds = new byte[ldsBytes];
        this.gds = gds;
        this.scratchBytesPerLane = scratchBytesPerLane;
        this.apertures = apertures;
    }

    /** Adds a wave with {@code vectorCount} VGPRs and all its lanes active. */
    Wave addWave(int vectorCount) {
        Wave wave = new Wave(program.waveSize(), vectorCount);
        wave.number = waves.size();
        wave.apertures = apertures;
        wave.exec(-1L);
        waves.add(wave);
        return wave;
    }

    List<Wave> waves() {
        return waves;
    }

    /**
     * Runs all waves to their end.
     *
     * @param limit instructions after which a wave is taken for endless and refused
     */
    void run(long limit) {
        List<Interpreter> runners = new ArrayList<>();
        for (Wave wave : waves) {
            runners.add(new Interpreter(this, wave));
        }
        boolean running = true;
        while (running) {
            running = false;
            for (Interpreter runner : runners) {
                runner.runToBarrier(limit);
            }
            boolean allWait = true;
            for (Wave wave : waves) {
                allWait &= wave.ended || wave.atBarrier;
            }
            for (Wave wave : waves) {
                if (allWait) {
                    wave.atBarrier = false;
                }
                running |= !wave.ended;
            }
        }
    }
}
