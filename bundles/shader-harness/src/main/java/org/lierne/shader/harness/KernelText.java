package org.lierne.shader.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.lierne.recompiler.isa.DecodeRefusal;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Decoder;
import org.lierne.recompiler.isa.MeasuredRow;
import org.lierne.recompiler.isa.Operand.Sgpr;
import org.lierne.recompiler.isa.RowExecutor;
import org.lierne.recompiler.program.InitialRegister;
import org.lierne.recompiler.program.ShaderProgram;

/**
 * A row's program as a kernel in LLVM's assembly. Its one argument points to the words that the translator would take as user data; a
 * prologue puts them and the zeros into the registers where the program expects them.
 */
final class KernelText {
    private static final int SGPRS = 104;
    private static final int LAST_VGPR = 255;
    private static final Map<String, String> FRAME = RowProgram.lines("kernel-frame.asm");

    private KernelText() {}

    /** The kernel without its name, which stands as {@code NAME}: equal for rows that differ in values alone. */
    static String of(MeasuredRow row, ShaderProgram program) {
        List<String> lines = new ArrayList<>();
        lines.add("        .globl  NAME");
        lines.add("        .p2align 8");
        lines.add("        .type   NAME,@function");
        lines.add("NAME:");
        prologue(program, lines);
        instruction(lines, "start");
        code(program, lines);
        lines.add(".LNAME_end:");
        lines.add("        .size   NAME, .LNAME_end-NAME");
        lines.add("        .rodata");
        lines.add("        .p2align 6");
        descriptor(row, lines);
        lines.add("        .text");
        return String.join("\n", lines) + "\n";
    }

    /** VCC holds the pointer until the end, and another scalar register, M0's word on its way. */
    private static void prologue(ShaderProgram program, List<String> lines) {
        instruction(lines, "pointer");
        instruction(lines, "wait");
        List<InitialRegister> registers = program.state().registers();
        for (InitialRegister register : registers) {
            if (!register.vector() && register.index() < Sgpr.VCC_LO) {
                load(lines, register.index(), register.value());
            }
        }
        int m0 = registers.stream().filter(r -> !r.vector() && r.index() < Sgpr.VCC_LO && isZero(r)).mapToInt(InitialRegister::index).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the program leaves no scalar register to set M0 with"));
        for (InitialRegister register : registers) {
            if (!register.vector() && register.index() == Sgpr.M0) {
                load(lines, m0, register.value());
                instruction(lines, "wait");
                instruction(lines, "set-m0", m0);
                instruction(lines, "scalar-value", m0, 0);
            }
        }
        instruction(lines, "wait");
        vcc(registers, lines);
        for (InitialRegister register : registers) {
            if (register.vector() && register.value() instanceof InitialRegister.Value.Input && register.index() != 0) {
                instruction(lines, "lane", register.index());
            }
        }
        for (InitialRegister register : registers) {
            if (register.vector() && register.value() instanceof InitialRegister.Value.Literal) {
                instruction(lines, "vector-zero", register.index());
            }
        }
    }

    private static void vcc(List<InitialRegister> registers, List<String> lines) {
        InitialRegister low = registers.stream().filter(r -> !r.vector() && r.index() == Sgpr.VCC_LO).findFirst().orElseThrow();
        if (low.value() instanceof InitialRegister.Value.UserData data) {
            // The high word follows the low one.
            instruction(lines, "set-vcc", 4 * data.dword());
            instruction(lines, "wait");
        } else {
            instruction(lines, "clear-vcc");
        }
    }

    private static boolean isZero(InitialRegister register) {
        return register.value() instanceof InitialRegister.Value.Literal literal && literal.word() == 0;
    }

    private static void load(List<String> lines, int register, InitialRegister.Value value) {
        switch (value) {
            case InitialRegister.Value.UserData data -> instruction(lines, "scalar-load", register, 4 * data.dword());
            case InitialRegister.Value.Literal literal -> instruction(lines, "scalar-value", register, literal.word());
            case InitialRegister.Value.Input _, InitialRegister.Value.Exported _ -> throw new IllegalArgumentException("the program expects an input in s" + register);
        }
    }

    private static void code(ShaderProgram program, List<String> lines) {
        Decoder decoder = new Decoder(program.waveSize());
        int[] words = program.words();
        for (int at = 0; at < words.length; ) {
            if (at == program.entryDword()) {
                lines.add(".LNAME_entry:");
            }
            switch (decoder.decode(words, at, 4 * at)) {
                case DecodeRefusal refusal -> throw new IllegalArgumentException(refusal.message());
                case Decoded decoded -> {
                    StringBuilder bytes = new StringBuilder("        .long   ");
                    for (int i = 0; i < decoded.dwords(); i++) {
                        bytes.append(i == 0 ? "" : ", ").append("0x%08x".formatted(words[at + i]));
                    }
                    lines.add("%-50s // %s".formatted(bytes, decoded));
                    at += decoded.dwords();
                }
            }
        }
    }

    private static void descriptor(MeasuredRow row, List<String> lines) {
        lines.add("        .amdhsa_kernel NAME");
        lines.add("          .amdhsa_group_segment_fixed_size " + 4 * RowExecutor.LDS_DWORDS);
        lines.add("          .amdhsa_user_sgpr_kernarg_segment_ptr 1");
        lines.add("          .amdhsa_system_sgpr_workgroup_id_x 0");
        lines.add("          .amdhsa_next_free_vgpr " + (LAST_VGPR + 1));
        lines.add("          .amdhsa_next_free_sgpr " + SGPRS);
        lines.add("          .amdhsa_wavefront_size32 " + (row.waveSize() == 32 ? 1 : 0));
        lines.add("          .amdhsa_float_round_mode_32 " + (row.floatMode() & 3));
        lines.add("          .amdhsa_float_round_mode_16_64 " + (row.floatMode() >> 2 & 3));
        lines.add("          .amdhsa_float_denorm_mode_32 " + (row.floatMode() >> 4 & 3));
        lines.add("          .amdhsa_float_denorm_mode_16_64 " + (row.floatMode() >> 6 & 3));
        lines.add("          .amdhsa_dx10_clamp " + (row.dx10Clamp() ? 1 : 0));
        lines.add("          .amdhsa_ieee_mode " + (row.ieee() ? 1 : 0));
        lines.add("          .amdhsa_fp16_overflow " + (row.fp16Overflow() ? 1 : 0));
        lines.add("        .end_amdhsa_kernel");
    }

    private static void instruction(List<String> lines, String name, Object... arguments) {
        lines.add("        " + String.format(Objects.requireNonNull(FRAME.get(name), name), arguments));
    }

    /** What a loader has to know of a file's kernels. */
    static String metadata(String chip, int waveSize, List<String> names) {
        StringBuilder text = new StringBuilder("        .amdgpu_metadata\n---\namdhsa.version: [ 1, 2 ]\namdhsa.target: amdgcn-amd-amdhsa--" + chip
                + "\namdhsa.kernels:\n");
        for (String name : names) {
            text.append("  - .name: %s\n    .symbol: %s.kd\n".formatted(name, name))
                    .append("    .kernarg_segment_size: 8\n    .kernarg_segment_align: 8\n    .group_segment_fixed_size: %d\n"
                            .formatted(4 * RowExecutor.LDS_DWORDS))
                    .append("    .private_segment_fixed_size: 0\n    .wavefront_size: %d\n    .sgpr_count: %d\n    .vgpr_count: %d\n"
                            .formatted(waveSize, SGPRS, LAST_VGPR + 1))
                    .append("    .max_flat_workgroup_size: %d\n".formatted(waveSize))
                    .append("    .args:\n      - .size: 8\n        .offset: 0\n        .value_kind: global_buffer\n        .address_space: global\n");
        }
        return text.append("        .end_amdgpu_metadata\n").toString();
    }
}
