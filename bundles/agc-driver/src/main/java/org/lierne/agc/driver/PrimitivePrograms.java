package org.lierne.agc.driver;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.register.Register;
import org.lierne.agc.register.Registers;
import org.lierne.gpu.Topology;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.InitialRegister;
import org.lierne.recompiler.program.RecordsProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.StageState.PrimitiveGroup;

/**
 * Programs of the primitive path that make primitives of their own: amplification, instances and geometry programs. They run as
 * workgroups of a dispatch that leaves records of what was exported; a vertex program of ours draws those.
 *
 * @param program the guest's, as a workgroup
 * @param drawing what draws its records, a vertex program without code in guest memory
 * @param group   what a workgroup gets and leaves
 * @param threads of a workgroup
 */
record PrimitivePrograms(StagePrograms.Entry program, StagePrograms.Entry drawing, PrimitiveGroup group, int threads) {
    private static final Register STAGES = Registers.VGT_SHADER_STAGES_EN;
    private static final Register SIZES = Registers.VGT_GS_ONCHIP_CNTL;
    private static final int MOST_THREADS = 256;
    private static final int VECTOR_WORDS = 4;
    /** What a mesh program may have on every device. Documented: Vulkan 1.3, required limits of VK_EXT_mesh_shader. */
    private static final int MESH_THREADS = 128;
    private static final int MESH_SHARED_BYTES = 28672;
    private static final int MESH_OUTPUT_BYTES = 32768;

    /**
     * Null where vertices and primitives are those of the draw: registers as in a vertex record (2D3 = 1, 2E4 = 0, 2CE = 0).
     *
     * @param hasMesh whether they may run as mesh programs
     */
    static @Nullable PrimitivePrograms of(RegisterFile r, Primitives in, boolean hasMesh) {
        return isOwn(r) ? new Launch(r, in, hasMesh).programs() : null;
    }

    /** A program whose vertices need each other's results, which no vertex program of the host gets (rule A-013). */
    static PrimitivePrograms ofGroups(RegisterFile r, Primitives in, boolean hasMesh) {
        return new Launch(r, in, hasMesh).programs();
    }

    private static boolean isOwn(RegisterFile r) {
        return get(r, Registers.GE_NGG_SUBGRP_CNTL, "PRIM_AMP_FACTOR") > 1 || get(r, Registers.VGT_GS_INSTANCE_CNT, "ENABLE") != 0
                || get(r, Registers.VGT_GS_MAX_VERT_OUT, "MAX_VERT_OUT") != 0;
    }

    private static int get(RegisterFile r, Register register, String field) {
        return register.field(field).get(r.get(register));
    }

    /** What goes to the rasteriser. */
    Topology topology() {
        return switch (group.pointsOut()) {
            case 1 -> Topology.POINT_LIST;
            case 2 -> Topology.LINE_LIST;
            default -> Topology.TRIANGLE_LIST;
        };
    }

    /** Registers on their way to programs. */
    private record Launch(RegisterFile r, Primitives in, boolean hasMesh) {
        PrimitivePrograms programs() {
            if (get(r, STAGES, "PRIMGEN_EN") == 0) {
                throw refuse(STAGES, "the older geometry stage is not of this generation");
            }
            if (get(r, STAGES, "GS_FAST_LAUNCH") != 0) {
                throw refuse(STAGES, "what workgroups get that are launched without vertices is not known");
            }
            if (StagePrograms.isTessellated(r)) {
                throw refuse(STAGES, "patches that go into a program with primitives of its own are not done yet");
            }
            int pointsIn = pointsIn();
            int invocations = get(r, Registers.VGT_GS_INSTANCE_CNT, "ENABLE") == 0 ? 1
                    : Math.max(1, get(r, Registers.VGT_GS_INSTANCE_CNT, "CNT"));
            int wave = get(r, STAGES, "GS_W32_EN") != 0 ? 32 : 64;
            int threads = threads(wave);
            int pointsOut = pointsOut();
            StageState.Vertex exports = StagePrograms.exports(r, pointsOut == 1);
            PrimitiveGroup group = new PrimitiveGroup(pointsIn, primitives(pointsIn, invocations, threads), invocations, pointsOut,
                    exports.positionExports(), exports.parameterExports(), get(r, STAGES, "PRIMGEN_PASSTHRU_EN") != 0,
                    r.get(Registers.VGT_ESGS_RING_ITEMSIZE), hasMesh && fitsMesh(threads, pointsOut, exports));
            StagePrograms.Entry program = StagePrograms.onPrimitivePath(r, ShaderStage.COMPUTE, registers(),
                    new StageState.Compute(threads, 1, 1, group));
            return new PrimitivePrograms(program, drawing(group, exports), group, threads);
        }

        /** What has more to hand to the rasteriser than positions and parameters of lines and triangles goes through records. */
        private boolean fitsMesh(int threads, int pointsOut, StageState.Vertex exports) {
            return threads <= MESH_THREADS && pointsOut > 1 && exports.positionExports() == 1 && exports.zeroToOneDepth() && exports.clipPlanes() == 0
                    && threads * 4 * VECTOR_WORDS * (exports.parameterExports() + 2) <= MESH_OUTPUT_BYTES
                    && StagePrograms.ldsBytes(r, Registers.SPI_SHADER_PGM_RSRC2_GS) <= MESH_SHARED_BYTES;
        }

        private int pointsIn() {
            if (in.conversion() != Primitives.Conversion.NONE || in.isRectangles()) {
                throw refuse(Registers.VGT_PRIMITIVE_TYPE, "what a program with primitives of its own gets of this type is not known");
            }
            return switch (in.topology()) {
                case POINT_LIST -> 1;
                case LINE_LIST, LINE_STRIP -> 2;
                case TRIANGLE_LIST, TRIANGLE_STRIP, TRIANGLE_FAN -> 3;
                case LINE_LIST_ADJACENCY, LINE_STRIP_ADJACENCY -> 4;
                case TRIANGLE_LIST_ADJACENCY -> 6;
                case TRIANGLE_STRIP_ADJACENCY, PATCH_LIST ->
                        throw refuse(Registers.VGT_PRIMITIVE_TYPE, "this type goes into no program with primitives of its own yet");
            };
        }

        private int pointsOut() {
            int type = get(r, Registers.VGT_GS_OUT_PRIM_TYPE, "OUTPRIM_TYPE");
            if (type > 2) {
                throw refuse(Registers.VGT_GS_OUT_PRIM_TYPE, "a program does not make primitives of this type yet");
            }
            return type + 1;
        }

        /** Documented: Mesa, the size of a group: a thread for what comes in and for what goes out, at most 256, in whole waves. */
        private int threads(int wave) {
            int asked = get(r, Registers.GE_NGG_SUBGRP_CNTL, "THDS_PER_SUBGRP");
            if (asked != 0) {
                return asked;
            }
            int comingIn = Math.max(get(r, SIZES, "ES_VERTS_PER_SUBGRP"), get(r, SIZES, "GS_INST_PRIMS_IN_SUBGRP"));
            int goingOut = Math.max(get(r, Registers.GE_MAX_OUTPUT_PER_SUBGROUP, "MAX_VERTS_PER_SUBGROUP"),
                    get(r, SIZES, "GS_INST_PRIMS_IN_SUBGRP") * get(r, Registers.GE_NGG_SUBGRP_CNTL, "PRIM_AMP_FACTOR"));
            int all = Math.clamp(Math.max(comingIn, goingOut), 1, MOST_THREADS);
            return (all + wave - 1) / wave * wave;
        }

        private int primitives(int pointsIn, int invocations, int threads) {
            int most = Math.min(get(r, SIZES, "GS_PRIMS_PER_SUBGRP"), Math.min(get(r, SIZES, "ES_VERTS_PER_SUBGRP"), threads) / pointsIn);
            most = Math.min(most, get(r, SIZES, "GS_INST_PRIMS_IN_SUBGRP") / invocations);
            int grouped = get(r, Registers.GE_CNTL, "PRIM_GRP_SIZE");
            most = grouped == 0 ? most : Math.min(most, grouped);
            if (most == 0) {
                throw refuse(SIZES, "a group has no room for a primitive of %d vertices, %d times".formatted(pointsIn, invocations));
            }
            return most;
        }

        private static List<InitialRegister> registers() {
            List<InitialRegister> registers = StagePrograms.merged();
            registers.add(InitialRegister.vgpr(1, StageInput.PRIMITIVE_POINTS_2_3));
            registers.add(InitialRegister.vgpr(2, StageInput.PRIMITIVE_ID));
            registers.add(InitialRegister.vgpr(3, StageInput.GS_INVOCATION));
            registers.add(InitialRegister.vgpr(4, StageInput.PRIMITIVE_POINTS_4_5));
            registers.add(InitialRegister.vgpr(5, StageInput.VERTEX_INDEX_WITH_BASE));
            registers.add(InitialRegister.vgpr(8, StageInput.INSTANCE_INDEX_WITH_BASE));
            return registers;
        }

        private StagePrograms.Entry drawing(PrimitiveGroup group, StageState.Vertex exports) {
            StageState state = RecordsProgram.state(FloatMode.ofRsrc1(r.get(Registers.SPI_SHADER_PGM_RSRC1_GS), 31), group, exports);
            return new StagePrograms.Entry(ShaderStage.VERTEX, RecordsProgram.WAVE_SIZE, StagePrograms.NO_ADDRESS, state,
                    Registers.SPI_SHADER_USER_DATA_GS, 0);
        }

        private WorkRefused refuse(Register register, String reason) {
            return new WorkRefused("refused at draw: %s: %s (stage.mesh.entry)".formatted(r.text(register.space(), register.offset()), reason));
        }
    }
}
