package org.lierne.recompiler.core.spirv;

import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;

/**
 * How guest lanes are laid onto host invocations. Every layout here runs one guest lane per invocation; they differ in what of the
 * wave an invocation can see.
 *
 * @param kind what can be seen
 * @param lanes lanes that a wave has here, the lowest ones
 */
public record WaveLayout(Kind kind, int lanes) {
    /** What an invocation sees of its wave. */
    public enum Kind {
        /** Itself alone: a stage without subgroups (rule A-012). */
        ONE_LANE,
        /** The whole guest wave is one host subgroup. */
        SUBGROUP,
        /** The wave spans several narrower subgroups of a workgroup; lanes are numbered by local index. */
        SPANNED,
        /** A pixel's wave wider than the subgroup: quads are whole, more is not seen. */
        QUADS
    }

    /** The layout of a program on a device. */
    public static WaveLayout of(ShaderProgram program, HostFacts host) {
        int wave = program.waveSize();
        return switch (program.stage()) {
            case COMPUTE -> {
                boolean oneWave = ((StageState.Compute) program.state().details()).threads() <= wave;
                yield host.subgroupSize() == wave || oneWave && host.subgroupSize() > wave
                        ? new WaveLayout(Kind.SUBGROUP, wave) : new WaveLayout(Kind.SPANNED, wave);
            }
            case PIXEL -> new WaveLayout(host.has(HostFeature.SUBGROUPS_PIXEL) && host.subgroupSize() == wave ? Kind.SUBGROUP
                    : Kind.QUADS, wave);
            // Rule C-054: an invocation of the hull stage is one control point, and sees itself alone.
            case HULL -> new WaveLayout(Kind.ONE_LANE, 1);
            case VERTEX, EVALUATION, GEOMETRY -> isVertexWave(host, wave)
                    ? new WaveLayout(Kind.SUBGROUP, host.subgroupSize()) : new WaveLayout(Kind.ONE_LANE, 1);
        };
    }

    /** Rule A-012: a wave of 64 lanes may have its lower 32 alone, since it is told so. */
    private static boolean isVertexWave(HostFacts host, int wave) {
        return host.has(HostFeature.SUBGROUPS_VERTEX) && (host.subgroupSize() == wave || host.subgroupSize() == 32);
    }

    /** The number of an invocation in its workgroup. */
    int localIndex(Emission emission, StageEmitter stage) {
        if (emission.program.stage() != ShaderStage.COMPUTE) {
            throw new IllegalStateException("only workgroups number their invocations");
        }
        return stage.wordInput(Spv.BuiltIn.LocalInvocationIndex);
    }
}
