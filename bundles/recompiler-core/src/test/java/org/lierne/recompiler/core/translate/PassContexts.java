package org.lierne.recompiler.core.translate;

import java.util.List;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslationRefused;

/** Contexts for tests of single passes: a program of no words, eight-lane subgroups, no descriptors. */
public final class PassContexts {
    private PassContexts() {}

    /** The context of a program's analysis. */
    public static PassContext analysing(IrModule module) {
        return analysing(module, 8, 64);
    }

    /**
     * The same on another device.
     *
     * @param subgroup lanes of a host subgroup
     * @param threads  of a workgroup
     */
    public static PassContext analysing(IrModule module, int subgroup, int threads) {
        return analysing(module, HostFacts.common(subgroup), threads);
    }

    /** The same on any device. */
    public static PassContext analysing(IrModule module, HostFacts host, int threads) {
        StageState.Details details = switch (module.stage()) {
            case COMPUTE -> new StageState.Compute(threads, 1, 1);
            case PIXEL -> new StageState.Pixel(2, 2, List.of(), List.of(), 0, 0, 1);
            default -> new StageState.Vertex(true, 1, 0, 0, true, false);
        };
        StageState state = new StageState(module.floatMode(), List.of(), 0, 0, details);
        ShaderProgram program = new ShaderProgram(module.stage(), module.waveSize(), new int[] {0}, 0, 0, state);
        return new PassContext() {
            @Override
            public ShaderProgram program() {
                return program;
            }

            @Override
            public HostFacts host() {
                return host;
            }

            @Override
            public Switches switches() {
                return Switches.DEFAULTS;
            }

            @Override
            public @org.jspecify.annotations.Nullable DescriptorWords descriptor(int resource) {
                return null;
            }

            @Override
            public void acted(Pc pc, String what) {}

            @Override
            public TranslationRefused refuse(Pc pc, String reason) {
                return new TranslationRefused(ShaderStage.COMPUTE, program.id(), pc.byteOffset(), "", reason, null);
            }
        };
    }
}
