package org.lierne.recompiler.core.lower;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.ir.Validator;

/** Masks of all lanes or none need no lane's number. */
final class TruthWordsTest {
    private static String settled(String body) {
        IrModule module = IrText.parse("""
                module pixel wave=64
                block b0
                  v0: i32 = user_data dword=0
                  v1: b1 = ult v0, 0x5:i32
                  v2: b1 = ult v0, 0x3:i32
                """ + body);
        TruthWords.settle(module);
        assertEquals(List.of(), Validator.check(module, Set.of(Invariant.SSA)));
        return IrText.print(module);
    }

    /** Lanes by the halves of v5. */
    private static String askedOfHalves(String words) {
        return settled(words + """
                  v6: i32 = low_32 v5
                  v7: i32 = high_32 v5
                  v8: b1 = wave.inverse_ballot v6, v7
                  branch v8 b1 b1
                block b1
                  return
                """);
    }

    /** A register pair that is written on one way as a pair and on another word by word. */
    @Test
    void halvesThatArePutTogetherAreOneTruth() {
        String text = settled("""
                  v3: i64 = select v1, 0xffffffffffffffff:i64, 0x0:i64
                  v4: i32 = low_32 v3
                  v5: i32 = high_32 v3
                  branch v2 b1 b2
                block b1
                  jump b2
                block b2
                  v6: i32 = phi b0(v4) b1(0xffffffff:i32)
                  v7: i32 = phi b0(v5) b1(0xffffffff:i32)
                  v8: i64 = pack_64 v6, v7
                  v9: i64 = or v8, v3
                  v10: i32 = low_32 v9
                  v11: i32 = high_32 v9
                  v12: b1 = wave.inverse_ballot v10, v11
                  branch v12 b3 b3
                block b3
                  return
                """);

        assertFalse(text.contains("inverse_ballot"), text);
    }

    /** Two words that are each all ones or zero, but not the same one. */
    @Test
    void differentHalvesAreNoTruth() {
        String text = askedOfHalves("""
                  v3: i32 = select v1, 0xffffffff:i32, 0x0:i32
                  v4: i32 = select v2, 0xffffffff:i32, 0x0:i32
                  v5: i64 = pack_64 v3, v4
                """);

        assertTrue(text.contains("inverse_ballot"), text);
    }

    /** A scalar selection of 64 bits writes both words of the mask. */
    @Test
    void halvesOfADoubleWordAreOneTruth() {
        String text = askedOfHalves("""
                  v3: i64 = select v1, 0xffffffffffffffff:i64, 0x0:i64
                  v4: i64 = select v2, 0xffffffffffffffff:i64, 0x0:i64
                  v5: i64 = and v3, v4
                """);

        assertFalse(text.contains("inverse_ballot"), text);
    }

    @Test
    void wordsThatAreMadeAlikeAreOneTruth() {
        String text = settled("""
                  branch v1 b1 b2
                block b1
                  v3: i32 = select v2, 0xffffffff:i32, 0x0:i32
                  v4: i32 = select v2, 0xffffffff:i32, 0x0:i32
                  jump b2
                block b2
                  v5: i32 = phi b0(0x0:i32) b1(v3)
                  v6: i32 = phi b0(0x0:i32) b1(v4)
                  v8: b1 = wave.inverse_ballot v5, v6
                  branch v8 b3 b3
                block b3
                  return
                """);

        assertFalse(text.contains("inverse_ballot"), text);
    }

    @Test
    void wordsThatMayDifferKeepTheirLanes() {
        String text = settled("""
                  v3: i32 = select v1, 0xffffffff:i32, 0x0:i32
                  v4: i32 = select v2, 0xffffffff:i32, 0x0:i32
                  v5: i64 = select v1, 0x5:i64, 0x0:i64
                  v6: i32 = low_32 v5
                  v7: i32 = high_32 v5
                  v8: b1 = wave.inverse_ballot v3, v4
                  v9: b1 = wave.inverse_ballot v6, v7
                  v10: b1 = and v8, v9
                  branch v10 b1 b1
                block b1
                  return
                """);

        assertTrue(text.contains("wave.inverse_ballot v3, v4"), text);
        assertTrue(text.contains("wave.inverse_ballot v6, v7"), text);
    }
}
