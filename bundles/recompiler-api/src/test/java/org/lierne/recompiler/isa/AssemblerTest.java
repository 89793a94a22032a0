package org.lierne.recompiler.isa;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AssemblerTest {
    private final Assembler assembler = new Assembler(32);

    /** Nothing is cut to fit its field. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "buffer_load_dword v0, off, s[0:3], 0 offset:4096; 4096 is not between 0 and 4095",
        "global_load_dword v0, v[0:1], off offset:2048; 2048 is not between -2048 and 2047",
        "s_load_dword s0, s[0:1], 0x100000; 0x100000 is not between -1048576 and 1048575",
        "s_movk_i32 s0, 65536; 65536 is not between -32768 and 65535",
        "v_mov_b32_e32 v0, 0x123456789; 0x123456789 has more than 32 bits",
        "v_mov_b32_e32 v0, v256; there is no v256",
        "v_mov_b32_dpp v0, v1 row_shl:16 row_mask:0xf bank_mask:0xf; 16 is not between 0 and 15",
        "v_mul_f32_e64 v0, v1, v2 mul:3; mul is 2 or 4",
        "v_add_f32_e32 v0, s130, v1; there is no s130",
        "s_mov_b32 ttmp16, s0; there is no ttmp16",
        "v_cndmask_b32_e64 v0, v3, v2, v8; that is no instruction: a VGPR cannot stand here",
        "v_swap_b32 v7, 5; that is no instruction: source 133 is not a VGPR"})
    void refusesWhatItsFieldCannotHold(String text, String reason) {
        assertEquals(reason, assertThrows(AssemblyRefusal.class, () -> assembler.assemble(text)).reason());
    }

    @Test
    void refusalsNameTheColumn() {
        AssemblyRefusal refusal = assertThrows(AssemblyRefusal.class, () -> assembler.assemble("v_add_f32_e32 v0 v1, v2"));

        assertEquals(17, refusal.column());
        assertEquals("column 18 of \"v_add_f32_e32 v0 v1, v2\": expected ','", refusal.getMessage());
    }

    @Test
    void numbersMayBeSpelledEitherWay() {
        assertArrayEquals(assembler.assemble("s_movk_i32 s0, 0xffff"), assembler.assemble("s_movk_i32 s0, -1"));
        assertArrayEquals(assembler.assemble("ds_read_b32 v0, v1 offset:16"), assembler.assemble("ds_read_b32 v0, v1 offset:0x10"));
    }
}
