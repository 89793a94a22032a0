package org.lierne.recompiler.ir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

final class IrTextTest {
    static final String SAMPLE = """
            module pixel wave=32 float_mode=0xc0 dx10_clamp
            resource 0 image read pc=0x0010 path(ud0, load(ud1, 0xffff8000, add(ud2, 0x10)))
            resource 1 sampler read pc=0x0010 path(ud8, ud9, ud10, ud11)
            block b0
              v0: i32 = user_data dword=4                           ; pc=entry
              v1: i32 = input of=position_x                         ; pc=entry
              v2: b1 = ine v0, 0x0:i32                              ; pc=0x0000
              merge selection b2
              branch v2 b1 b2                                       ; pc=0x0004
            block b1 <- b0
              v3: f32 = bitcast v1                                  ; pc=0x0008
              v4: i32x4 = image.sample coord(v3, 0x3f800000:f32) image=0 sampler=1 dim=d2 dmask=0xf lz ; pc=0x0010
              v5: i32 = extract v4 index=2                          ; pc=0x0010
              jump b2                                               ; pc=0x0018
            block b2 <- b0, b1
              v6: i32 = phi b0(0x0:i32) b1(v5)                      ; pc=0x001c
              lds.store v0 data(v6) guard(v2) offset=4 element=32x1 ; pc=0x0020
              export.mrt v6, v6, v6, undef:i32 index=0 enable=0x7 done vm ; pc=0x0024
              return                                                ; pc=0x002c
            """;

    @Test
    void printsWhatItParsed() {
        IrModule module = IrText.parse(SAMPLE);

        assertEquals(SAMPLE, IrText.print(module));
    }

    @Test
    void parsesAModuleThatTheValidatorAccepts() {
        IrModule module = IrText.parse(SAMPLE);

        List<Validator.Finding> findings = Validator.check(module,
                EnumSet.of(Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED, Invariant.STRUCTURED));

        assertEquals(List.of(), findings);
    }

    @Test
    void handsOutValuesBehindTheOnesParsed() {
        assertEquals(7, IrText.parse(SAMPLE).fresh(ScalarType.I32).id());
    }

    @Test
    void namesTheLineItCannotRead() {
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class,
                () -> IrText.parse("module compute wave=64\nblock b0\n  v1: i32 = iadd v9, v9\n"));

        assertEquals("IR text line 3 \"v1: i32 = iadd v9, v9\": v9 is defined nowhere", refusal.getMessage());
    }
}
