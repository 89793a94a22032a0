package org.lierne.agc.driver;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.register.Register;
import org.lierne.agc.register.RegisterSpace;
import org.lierne.agc.register.Registers;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.InitialRegister;
import org.lierne.recompiler.program.NumericClass;
import org.lierne.recompiler.program.PatchLayout;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.StageState.Attribute;
import org.lierne.recompiler.program.StageState.ColorTarget;

/**
 * Programs of a draw or dispatch as the registers name them: address, state at entry, user data. Documented: what the
 * stages receive, in the register documents; the merged vertex stage as in the worked records.
 */
final class StagePrograms {
    private static final int USE_DEFAULT = 0x20;
    private static final int LDS_GRANULE_BYTES = 512;
    private static final int FIRST_MERGED_USER_SGPR = 8;
    /** Where a program is not in guest memory. */
    static final long NO_ADDRESS = 0;
    /** Rule C-011: upper bound of factors; assumed where VGT_HOS_MAX_TESS_LEVEL was never set. */
    private static final float MAX_FACTOR = 64;

    /** Vector registers of the pixel stage in the order of the bits of SPI_PS_INPUT_ADDR. */
    private static final StageInput[][] PIXEL_INPUTS = {
        {StageInput.PERSP_SAMPLE_I, StageInput.PERSP_SAMPLE_J}, {StageInput.PERSP_CENTER_I, StageInput.PERSP_CENTER_J},
        {StageInput.PERSP_CENTROID_I, StageInput.PERSP_CENTROID_J},
        {StageInput.PERSP_PULL_IW, StageInput.PERSP_PULL_JW, StageInput.PERSP_PULL_W},
        {StageInput.LINEAR_SAMPLE_I, StageInput.LINEAR_SAMPLE_J}, {StageInput.LINEAR_CENTER_I,
        StageInput.LINEAR_CENTER_J}, {StageInput.LINEAR_CENTROID_I, StageInput.LINEAR_CENTROID_J},
        {StageInput.LINE_STIPPLE}, {StageInput.POSITION_X}, {StageInput.POSITION_Y}, {StageInput.POSITION_Z},
        {StageInput.POSITION_W}, {StageInput.FRONT_FACE}, {StageInput.ANCILLARY},
        {StageInput.SAMPLE_COVERAGE}, {StageInput.POSITION_FIXED}};

    /**
     * A program to be run.
     *
     * @param address   guest address of its first instruction
     * @param userFirst first register of its user data
     * @param userCount words of user data
     */
    record Entry(ShaderStage stage, int waveSize, long address, StageState state, Register userFirst, int userCount) {
        /** The user data now. */
        int[] userData(RegisterFile r) {
            int[] words = r.range(RegisterSpace.SH, userFirst.offset(), Math.min(userCount, userFirst.count()));
            if (stage != ShaderStage.HULL) {
                return words;
            }
            int[] all = java.util.Arrays.copyOf(words, userCount + 2);
            all[userCount] = r.get(Registers.SPI_SHADER_USER_DATA_ADDR_LO_HS);
            all[userCount + 1] = r.get(Registers.SPI_SHADER_USER_DATA_ADDR_HI_HS);
            return all;
        }
    }

    private StagePrograms() {}

    private static int get(RegisterFile r, Register register, String name) {
        return register.field(name).get(r.get(register));
    }

    /** Workgroup memory, by the second resource register of a stage. */
    static int ldsBytes(RegisterFile r, Register rsrc2) {
        return get(r, rsrc2, "LDS_SIZE") * LDS_GRANULE_BYTES;
    }

    private static long address(RegisterFile r, Register low) {
        return (Integer.toUnsignedLong(r.get(low)) | (long) (r.get(low.space(), low.offset() + 1) & 0xFF) << 32) << 8;
    }

    private static void refuse(RegisterFile r, Register register, String reason) {
        throw new WorkRefused("refused at draw: %s: %s".formatted(r.text(register.space(), register.offset()), reason));
    }

    static Entry compute(RegisterFile r, int initiator) {
        Register rsrc2 = Registers.COMPUTE_PGM_RSRC2;
        if (get(r, rsrc2, "SCRATCH_EN") != 0) {
            refuse(r, rsrc2, "scratch memory is not done yet");
        }
        int user = get(r, rsrc2, "USER_SGPR");
        List<InitialRegister> registers = new ArrayList<>();
        for (int i = 0; i < user; i++) {
            registers.add(InitialRegister.userData(i, i));
        }
        int sgpr = user;
        String[] enables = {"TGID_X_EN", "TGID_Y_EN", "TGID_Z_EN", "TG_SIZE_EN"};
        StageInput[] inputs = {StageInput.WORKGROUP_ID_X, StageInput.WORKGROUP_ID_Y, StageInput.WORKGROUP_ID_Z,
                StageInput.TG_SIZE};
        for (int i = 0; i < enables.length; i++) {
            if (get(r, rsrc2, enables[i]) != 0) {
                registers.add(InitialRegister.sgpr(sgpr++, inputs[i]));
            }
        }
        int components = get(r, rsrc2, "TIDIG_COMP_CNT");
        StageInput[] ids = {StageInput.LOCAL_INVOCATION_X, StageInput.LOCAL_INVOCATION_Y,
                StageInput.LOCAL_INVOCATION_Z};
        for (int i = 0; i <= Math.min(components, 2); i++) {
            registers.add(InitialRegister.vgpr(i, ids[i]));
        }
        int[] threads = new int[3];
        for (int i = 0; i < 3; i++) {
            threads[i] = Math.max(1, r.get(Registers.COMPUTE_NUM_THREAD, i) & 0xFFFF);
        }
        StageState state = new StageState(FloatMode.ofRsrc1(r.get(Registers.COMPUTE_PGM_RSRC1), 26), registers,
                ldsBytes(r, rsrc2), 0, new StageState.Compute(threads[0], threads[1],
                threads[2]));
        int wave = Registers.COMPUTE_DISPATCH_INITIATOR.field("CS_W32_EN").isSet(initiator) ? 32 : 64;
        return new Entry(ShaderStage.COMPUTE, wave, address(r, Registers.COMPUTE_PGM_LO), state,
                Registers.COMPUTE_USER_DATA, user);
    }

    /** Whether patches go through a hull and an evaluation program. */
    static boolean isTessellated(RegisterFile r) {
        return get(r, Registers.VGT_SHADER_STAGES_EN, "HS_EN") != 0;
    }

    /** A vertex program, which nothing but the rasteriser comes behind. */
    static Entry vertex(RegisterFile r, boolean isPoints) {
        List<InitialRegister> registers = merged();
        registers.add(InitialRegister.vgpr(2, StageInput.PRIMITIVE_ID));
        registers.add(InitialRegister.vgpr(3, StageInput.GS_INVOCATION));
        registers.add(InitialRegister.vgpr(5, StageInput.VERTEX_INDEX_WITH_BASE));
        registers.add(InitialRegister.vgpr(8, StageInput.INSTANCE_INDEX_WITH_BASE));
        return onPrimitivePath(r, ShaderStage.VERTEX, registers, exports(r, isPoints));
    }

    /** Documented: Mesa, evaluation programs on the primitive path: coordinates, relative patch and patch behind the five registers. */
    static Entry evaluation(RegisterFile r, boolean manyInstances, PatchLayout hull) {
        List<InitialRegister> registers = merged();
        registers.add(InitialRegister.sgpr(4, StageInput.OFFCHIP_OFFSET));
        registers.add(InitialRegister.vgpr(3, StageInput.GS_INVOCATION));
        registers.add(InitialRegister.vgpr(5, StageInput.TESS_U));
        registers.add(InitialRegister.vgpr(6, StageInput.TESS_V));
        registers.add(InitialRegister.vgpr(7, StageInput.RELATIVE_PATCH));
        registers.add(InitialRegister.vgpr(8, StageInput.PRIMITIVE_ID));
        StageState.Tessellation fixed = tessellation(r, manyInstances);
        return onPrimitivePath(r, ShaderStage.EVALUATION, registers,
                new StageState.Evaluation(fixed, exports(r, fixed.topology() == 0), hull));
    }

    /** Registers that programs of the primitive path have in common. */
    static List<InitialRegister> merged() {
        List<InitialRegister> registers = new ArrayList<>();
        registers.add(InitialRegister.sgpr(2, StageInput.GS_GROUP_INFO));
        registers.add(InitialRegister.sgpr(3, StageInput.MERGED_WAVE_INFO));
        registers.add(InitialRegister.vgpr(0, StageInput.PRIMITIVE_WORD));
        return registers;
    }

    static StageState.Vertex exports(RegisterFile r, boolean isPoints) {
        int positions = 0;
        int formats = r.get(Registers.SPI_SHADER_POS_FORMAT);
        for (int i = 0; i < 5; i++) {
            positions += (formats >>> 4 * i & 0xF) != 0 ? 1 : 0;
        }
        Register out = Registers.SPI_VS_OUT_CONFIG;
        int parameters = get(r, out, "NO_PC_EXPORT") != 0 ? 0 : get(r, out, "VS_EXPORT_COUNT") + 1;
        return new StageState.Vertex(true, Math.max(1, positions), parameters, r.get(Registers.PA_CL_VS_OUT_CNTL),
                get(r, Registers.PA_CL_CLIP_CNTL, "DX_CLIP_SPACE_DEF") != 0, isPoints, get(r, Registers.PA_CL_CLIP_CNTL, "UCP_ENA"));
    }

    /**
     * The program address stands in the ES pair; open tools write the GS pair, which counts when the ES pair was never
     * set.
     */
    static Entry onPrimitivePath(RegisterFile r, ShaderStage stage, List<InitialRegister> registers, StageState.Details details) {
        Register stages = Registers.VGT_SHADER_STAGES_EN;
        if (get(r, stages, "GS_EN") != 0 && get(r, stages, "PRIMGEN_EN") == 0) {
            refuse(r, stages, "the older geometry stage is not of this generation");
        }
        long address = address(r, Registers.SPI_SHADER_PGM_LO_ES);
        if (address == 0) {
            address = address(r, Registers.SPI_SHADER_PGM_LO_GS);
        }
        if (address == 0) {
            refuse(r, Registers.SPI_SHADER_PGM_LO_ES, "there is no %s program".formatted(
                    stage == ShaderStage.EVALUATION ? "evaluation" : "vertex"));
        }
        Register rsrc2 = Registers.SPI_SHADER_PGM_RSRC2_GS;
        if (get(r, rsrc2, "SCRATCH_EN") != 0) {
            refuse(r, rsrc2, "scratch memory is not done yet");
        }
        int user = get(r, rsrc2, "USER_SGPR") | get(r, rsrc2, "USER_SGPR_MSB") << 5;
        for (int i = 0; i < user; i++) {
            registers.add(InitialRegister.userData(FIRST_MERGED_USER_SGPR + i, i));
        }
        StageState state = new StageState(FloatMode.ofRsrc1(r.get(Registers.SPI_SHADER_PGM_RSRC1_GS), 31), registers,
                ldsBytes(r, rsrc2), 0, details);
        return new Entry(stage, get(r, stages, "GS_W32_EN") != 0 ? 32 : 64, address, state,
                Registers.SPI_SHADER_USER_DATA_GS, user);
    }

    /** The local part stands in the same program (rule C-054); its address is in the LS pair, or in the merged one's where that was never set. */
    static Entry hull(RegisterFile r, boolean manyInstances) {
        long address = address(r, Registers.SPI_SHADER_PGM_LO_LS);
        if (address == 0) {
            address = address(r, Registers.SPI_SHADER_PGM_LO_LS_HS);
        }
        if (address == 0) {
            refuse(r, Registers.SPI_SHADER_PGM_LO_LS, "there is no hull program");
        }
        Register rsrc2 = Registers.SPI_SHADER_PGM_RSRC2_HS;
        if (get(r, rsrc2, "SCRATCH_EN") != 0) {
            refuse(r, rsrc2, "scratch memory is not done yet");
        }
        int user = get(r, rsrc2, "USER_SGPR") | get(r, rsrc2, "USER_SGPR_MSB") << 5;
        List<InitialRegister> registers = new ArrayList<>();
        // Behind the user data stands its address, which the program starts with in s[0:1].
        registers.add(InitialRegister.userData(0, user));
        registers.add(InitialRegister.userData(1, user + 1));
        registers.add(InitialRegister.sgpr(2, StageInput.OFFCHIP_OFFSET));
        registers.add(InitialRegister.sgpr(3, StageInput.MERGED_WAVE_INFO));
        registers.add(InitialRegister.sgpr(4, StageInput.FACTOR_OFFSET));
        for (int i = 0; i < user; i++) {
            registers.add(InitialRegister.userData(FIRST_MERGED_USER_SGPR + i, i));
        }
        registers.add(InitialRegister.vgpr(0, StageInput.PRIMITIVE_ID));
        registers.add(InitialRegister.vgpr(1, StageInput.PATCH_AND_POINT));
        registers.add(InitialRegister.vgpr(2, StageInput.VERTEX_INDEX_WITH_BASE));
        registers.add(InitialRegister.vgpr(3, StageInput.LOCAL_VERTEX));
        registers.add(InitialRegister.vgpr(5, StageInput.INSTANCE_INDEX_WITH_BASE));
        StageState state = new StageState(FloatMode.ofRsrc1(r.get(Registers.SPI_SHADER_PGM_RSRC1_HS), 30), registers,
                ldsBytes(r, rsrc2), 0, new StageState.Hull(tessellation(r, manyInstances), true));
        return new Entry(ShaderStage.HULL, get(r, Registers.VGT_SHADER_STAGES_EN, "HS_W32_EN") != 0 ? 32 : 64, address, state,
                Registers.SPI_SHADER_USER_DATA_HS, user);
    }

    private static StageState.Tessellation tessellation(RegisterFile r, boolean manyInstances) {
        Register config = Registers.VGT_LS_HS_CONFIG;
        Register parameters = Registers.VGT_TF_PARAM;
        if (get(r, config, "HS_NUM_INPUT_CP") == 0 || get(r, config, "HS_NUM_OUTPUT_CP") == 0 || get(r, config, "NUM_PATCHES") == 0) {
            refuse(r, config, "patches need control points");
        }
        if (get(r, parameters, "TYPE") == 3) {
            refuse(r, parameters, "this type of patch is none");
        }
        float max = r.getFloat(Registers.VGT_HOS_MAX_TESS_LEVEL, 0);
        return new StageState.Tessellation(get(r, parameters, "TYPE"), get(r, parameters, "PARTITIONING"),
                get(r, parameters, "TOPOLOGY"), get(r, config, "HS_NUM_INPUT_CP"), get(r, config, "HS_NUM_OUTPUT_CP"),
                get(r, config, "NUM_PATCHES"), get(r, Registers.GE_CNTL, "PRIM_GRP_SIZE"),
                manyInstances && get(r, Registers.GE_CNTL, "BREAK_WAVE_AT_EOI") == 0,
                r.getFloat(Registers.VGT_HOS_MIN_TESS_LEVEL, 0), max == 0 ? MAX_FACTOR : max);
    }

    /** Null where no pixel program is set. */
    static @Nullable Entry pixel(RegisterFile r, TargetState targets) {
        long address = address(r, Registers.SPI_SHADER_PGM_LO_PS);
        if (address == 0) {
            return null;
        }
        Register rsrc2 = Registers.SPI_SHADER_PGM_RSRC2_PS;
        if (get(r, rsrc2, "SCRATCH_EN") != 0) {
            refuse(r, rsrc2, "scratch memory is not done yet");
        }
        int user = get(r, rsrc2, "USER_SGPR") | get(r, rsrc2, "USER_SGPR_MSB") << 5;
        List<InitialRegister> registers = new ArrayList<>();
        for (int i = 0; i < user; i++) {
            registers.add(InitialRegister.userData(i, i));
        }
        registers.add(InitialRegister.sgpr(user, StageInput.PRIM_MASK));
        // Rule C-002: no wave collides with another.
        int collision = user + 1;
        for (String enable : new String[] {"LOAD_COLLISION_WAVEID", "LOAD_INTRAWAVE_COLLISION"}) {
            if (get(r, rsrc2, enable) != 0) {
                registers.add(InitialRegister.literal(collision++, 0));
            }
        }
        int enabled = r.get(Registers.SPI_PS_INPUT_ENA);
        int reserved = r.get(Registers.SPI_PS_INPUT_ADDR);
        int vgpr = 0;
        for (int bit = 0; bit < PIXEL_INPUTS.length; bit++) {
            if ((reserved >>> bit & 1) != 0) {
                for (StageInput input : PIXEL_INPUTS[bit]) {
                    if ((enabled >>> bit & 1) != 0) {
                        registers.add(InitialRegister.vgpr(vgpr, input));
                    }
                    vgpr++;
                }
            }
        }
        int samples = targets.colors().stream().filter(java.util.Objects::nonNull).mapToInt(TargetState.Color::samples)
                .findFirst().orElse(targets.depth() == null ? 1 : targets.depth().samples());
        StageState state = new StageState(FloatMode.ofRsrc1(r.get(Registers.SPI_SHADER_PGM_RSRC1_PS), 29), registers,
                get(r, rsrc2, "EXTRA_LDS_SIZE") * LDS_GRANULE_BYTES, 0,
                new StageState.Pixel(enabled, reserved, attributes(r), colors(targets),
                        get(r, Registers.SPI_SHADER_Z_FORMAT, "Z_EXPORT_FORMAT"), r.get(Registers.DB_SHADER_CONTROL),
                        samples, draw(r, samples)));
        return new Entry(ShaderStage.PIXEL, get(r, Registers.SPI_PS_IN_CONTROL, "PS_W32_EN") != 0 ? 32 : 64, address,
                state, Registers.SPI_SHADER_USER_DATA_PS, user);
    }

    private static StageState.PixelDraw draw(RegisterFile r, int samples) {
        boolean perSample = samples > 1 && get(r, Registers.PA_SC_MODE_CNTL_1, "PS_ITER_SAMPLE") != 0;
        List<Integer> locations = samples == 1 ? List.of()
                : java.util.Arrays.stream(r.range(RegisterSpace.CX, Registers.PA_SC_AA_SAMPLE_LOCS.offset(),
                        Registers.PA_SC_AA_SAMPLE_LOCS.count())).boxed().toList();
        return new StageState.PixelDraw(perSample, get(r, Registers.PA_CL_VS_OUT_CNTL, "USE_VTX_RENDER_TARGET_INDX") != 0,
                r.get(Registers.SPI_BARYC_CNTL), locations);
    }

    private static List<Attribute> attributes(RegisterFile r) {
        List<Attribute> attributes = new ArrayList<>();
        int count = get(r, Registers.SPI_PS_IN_CONTROL, "NUM_INTERP");
        Register control = Registers.SPI_PS_INPUT_CNTL;
        for (int i = 0; i < count; i++) {
            int value = r.get(control, i);
            if (control.field("FP16_INTERP_MODE").isSet(value)) {
                throw new WorkRefused("refused at draw: %s: inputs of 16-bit halves are not done yet".formatted(
                        control.text(i, value)));
            }
            int offset = control.field("OFFSET").get(value);
            boolean isFlat = control.field("FLAT_SHADE").isSet(value);
            attributes.add((offset & USE_DEFAULT) != 0
                    ? new Attribute(Attribute.Source.DEFAULT, 0, isFlat, control.field("DEFAULT_VAL").get(value))
                    : Attribute.parameter(offset, isFlat));
        }
        return attributes;
    }

    private static List<ColorTarget> colors(TargetState targets) {
        List<ColorTarget> colors = new ArrayList<>();
        for (TargetState.Color color : targets.colors()) {
            if (color == null) {
                colors.add(ColorTarget.NONE);
            } else {
                NumericClass numeric = color.format().isSignedInteger() ? NumericClass.SINT
                        : color.format().isInteger() ? NumericClass.UINT : NumericClass.FLOAT;
                colors.add(new ColorTarget(color.exports(), numeric, color.channels()));
            }
        }
        return colors;
    }
}
