package org.lierne.recompiler.ir;

import java.util.Locale;

/** Operations across the lanes of a guest wave. Operand lists are given in order. */
public enum WaveOp {
    /** () → i32: index of this guest lane in its wave. */
    LANE_ID,
    /** (b1) → i32: 32 lanes' bits of a mask, dword {@code immediate} of it. */
    BALLOT_WORD,
    /** (i32 low, i32 high) → b1: this lane's bit of a mask held as data. */
    INVERSE_BALLOT,
    /** (b1) → b1: some lane of the wave has it set. */
    ANY,
    /** (b1) → b1: some invocation of the workgroup has it set; for control flow that the whole workgroup follows together. */
    GROUP_ANY,
    /** (i32 value, b1 active) → i32: the value of the lowest active lane, of lane 0 when none is. */
    READ_FIRST_LANE,
    /** (i32 value, i32 lane) → i32. */
    READ_LANE,
    /** (i32 old, i32 value, i32 lane) → i32: old, but value in that lane. */
    WRITE_LANE,
    /** (i32 value, i32 old, b1 active): DPP16; {@code immediate} is the DPP control dword's bits [31:8]. */
    DPP16,
    /** (i32 value, b1 readable): DPP8; {@code immediate} holds eight 3-bit selectors; zero from a lane that is not readable. */
    DPP8,
    /** (i32 value, i32 select low, i32 select high, i32 old, b1 active): {@code immediate} bit 0 fetch inactive, bit 1 bound control. */
    PERMLANE16, PERMLANEX16,
    /** (i32 value, i32 byte address, b1 active): {@code ds_permute_b32} and {@code ds_bpermute_b32}; {@code immediate} is the offset. */
    DS_PERMUTE, DS_BPERMUTE,
    /** (i32 value, b1 active): {@code ds_swizzle_b32}; {@code immediate} is its offset field. */
    DS_SWIZZLE,
    /** (b1 mask, b1 active) → i32: set bits of the mask in lanes below this one. */
    COUNT_BELOW,
    /** (b1) → b1: some lane of this lane's quad has it set. */
    QUAD_ANY;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
