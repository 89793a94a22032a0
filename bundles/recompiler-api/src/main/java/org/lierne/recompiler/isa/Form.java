package org.lierne.recompiler.isa;

/** How one instruction is written: in its own encoding, or one of the wider spellings of the vector ALU. */
public enum Form {
    /** The encoding of the table the row stands in. */
    PLAIN(""),
    /** A VOP1, VOP2 or VOPC instruction in the 64-bit VOP3 encoding. */
    E64("_e64"),
    /** With a sub-dword selection dword. */
    SDWA("_sdwa"),
    /** With a 16-lane data-parallel dword. */
    DPP16("_dpp"),
    /** With an 8-lane data-parallel dword. */
    DPP8("_dpp");

    private final String suffix;

    Form(String suffix) {
        this.suffix = suffix;
    }

    /** What the mnemonic ends with in this form. */
    public String suffix() {
        return suffix;
    }
}
