package org.lierne.recompiler.isa;

/** Source codes that stand for a value made by the processor. */
public enum SpecialSource {
    SHARED_BASE(235, "src_shared_base"),
    SHARED_LIMIT(236, "src_shared_limit"),
    PRIVATE_BASE(237, "src_private_base"),
    PRIVATE_LIMIT(238, "src_private_limit"),
    POPS_EXITING_WAVE_ID(239, "src_pops_exiting_wave_id"),
    VCCZ(251, "src_vccz"),
    EXECZ(252, "src_execz"),
    SCC(253, "src_scc"),
    LDS_DIRECT(254, "src_lds_direct");

    private final int code;
    private final String text;

    SpecialSource(int code, String text) {
        this.code = code;
        this.text = text;
    }

    /** The source code in an instruction. */
    public int code() {
        return code;
    }

    /** The name in assembly text. */
    public String text() {
        return text;
    }
}
