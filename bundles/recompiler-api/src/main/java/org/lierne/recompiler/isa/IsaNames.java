package org.lierne.recompiler.isa;

import org.jspecify.annotations.Nullable;

/** Names of numbers that are neither opcodes nor registers: formats, hardware registers, messages, counters, dimensions. */
final class IsaNames {
    private static final String[] SIZES = {"8", "16", "8_8", "32", "16_16", "10_11_11", "11_11_10", "10_10_10_2", "2_10_10_10",
        "8_8_8_8", "32_32", "16_16_16_16", "32_32_32", "32_32_32_32"};
    private static final String[] ALL_KINDS = {"UNORM", "SNORM", "USCALED", "SSCALED", "UINT", "SINT", "FLOAT"};
    private static final int DEFAULT_FORMAT = 1;

    /** Buffer formats by number. Documented: RDNA 2 ISA, "Buffer Image Format Table". */
    static final @Nullable String[] FORMATS = formats();

    /** Hardware registers by number. */
    static final @Nullable String[] HARDWARE = hardware();

    static final @Nullable String[] MESSAGES = {null, "MSG_INTERRUPT", "MSG_GS", "MSG_GS_DONE", "MSG_SAVEWAVE", "MSG_STALL_WAVE_GEN",
        "MSG_HALT_WAVES", "MSG_ORDERED_PS_DONE", "MSG_EARLY_PRIM_DEALLOC", "MSG_GS_ALLOC_REQ", "MSG_GET_DOORBELL", "MSG_GET_DDID", null,
        null, null, "MSG_SYSMSG"};
    static final String[] GS_OPERATIONS = {"GS_OP_NOP", "GS_OP_CUT", "GS_OP_EMIT", "GS_OP_EMIT_CUT"};
    static final @Nullable String[] SYSTEM_OPERATIONS = {null, "SYSMSG_OP_ECC_ERR_INTERRUPT", "SYSMSG_OP_REG_RD",
        "SYSMSG_OP_HOST_TRAP_ACK", "SYSMSG_OP_TTRACE_PC"};

    static final String[] DIMENSIONS = {"1D", "2D", "3D", "CUBE", "1D_ARRAY", "2D_ARRAY", "2D_MSAA", "2D_MSAA_ARRAY"};
    static final String[] SELECTIONS = {"BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1", "DWORD"};
    static final String[] UNUSED = {"UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE"};

    /** Names, lowest bits and widths of s_waitcnt_depctr's counters, in text order. */
    static final String[] COUNTERS = {"depctr_sa_sdst", "depctr_va_vdst", "depctr_va_sdst", "depctr_va_ssrc", "depctr_va_vcc", "depctr_vm_vsrc"};
    static final int[] COUNTER_SHIFTS = {0, 12, 9, 8, 1, 2};
    static final int[] COUNTER_WIDTHS = {1, 4, 3, 1, 1, 3};

    private IsaNames() {
    }

    /** Flags above the number of s_version, bits 13 to 15. */
    static final String[] VERSION_BITS = {"UC_VERSION_W64_BIT", "UC_VERSION_W32_BIT", "UC_VERSION_MDP_BIT"};

    /** The instruction-set generation of s_version. */
    static @Nullable String version(int number) {
        return switch (number) {
            case 0 -> "UC_VERSION_GFX7";
            case 4 -> "UC_VERSION_GFX10";
            case 6 -> "UC_VERSION_GFX11";
            case 9 -> "UC_VERSION_GFX12";
            default -> null;
        };
    }

    /** The format that goes without saying in the text. */
    static int defaultFormat() {
        return DEFAULT_FORMAT;
    }

    private static @Nullable String[] formats() {
        @Nullable String[] names = new String[128];
        names[0] = "BUF_FMT_INVALID";
        int at = 1;
        for (String size : SIZES) {
            for (String kind : ALL_KINDS) {
                boolean float16 = size.startsWith("16") || size.endsWith("11_11") || size.startsWith("11_11");
                boolean only32 = size.startsWith("32");
                boolean exists = only32 ? kind.equals("UINT") || kind.equals("SINT") || kind.equals("FLOAT") : float16 || !kind.equals("FLOAT");
                if (exists) {
                    names[at++] = "BUF_FMT_" + size + "_" + kind;
                }
            }
        }
        return names;
    }

    private static @Nullable String[] hardware() {
        @Nullable String[] names = new String[64];
        String[] low = {"MODE", "STATUS", "TRAPSTS"};
        for (int i = 0; i < low.length; i++) {
            names[1 + i] = "HW_REG_" + low[i];
        }
        names[5] = "HW_REG_GPR_ALLOC";
        names[6] = "HW_REG_LDS_ALLOC";
        names[7] = "HW_REG_IB_STS";
        String[] high = {"SH_MEM_BASES", "TBA_LO", "TBA_HI", "TMA_LO", "TMA_HI", "FLAT_SCR_LO", "FLAT_SCR_HI", "XNACK_MASK", "HW_ID1",
            "HW_ID2", "POPS_PACKER"};
        for (int i = 0; i < high.length; i++) {
            names[15 + i] = "HW_REG_" + high[i];
        }
        return names;
    }

    /** The export target's name; invalid ones are spelled with their number. */
    static String target(int target) {
        if (target < 8) {
            return "mrt" + target;
        }
        if (target == 8) {
            return "mrtz";
        }
        if (target == 9) {
            return "null";
        }
        if (target >= 12 && target <= 16) {
            return "pos" + (target - 12);
        }
        if (target == 20) {
            return "prim";
        }
        return target >= 32 ? "param" + (target - 32) : "invalid_target_" + target;
    }
}
