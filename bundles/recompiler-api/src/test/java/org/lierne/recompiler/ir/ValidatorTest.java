package org.lierne.recompiler.ir;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ValidatorTest {
    private static List<String> messages(String text, Invariant first, Invariant... others) {
        return Validator.check(IrText.parse(text), EnumSet.of(first, others)).stream().map(Validator.Finding::message).toList();
    }

    @Test
    void reportsAllFindingsOfABlock() {
        List<String> found = messages("""
                module compute wave=32
                block b0
                  v0: i32 = user_data dword=0
                  v1: b1 = iadd v0, v0
                  v2: i32 = select v0, v0, v0
                  lds.store v0 data(v0) guard(v0) element=32x1
                  return
                """, Invariant.SSA);

        assertEquals(List.of("operand or result types do not fit", "operand or result types do not fit", "guard v0 is not b1"),
                found);
    }

    @Test
    void findsAUseThatItsDefinitionDoesNotDominate() {
        List<String> found = messages("""
                module compute wave=32
                block b0
                  v0: b1 = ine 0x1:i32, 0x0:i32
                  branch v0 b1 b2
                block b1
                  v1: i32 = user_data dword=0
                  jump b2
                block b2
                  v2: i32 = iadd v1, v1
                  return
                """, Invariant.SSA);

        assertEquals(2, found.size());
        assertEquals("uses v1 where its definition in b1 does not dominate", found.getFirst());
    }

    @Test
    void findsPhisThatDoNotMatchTheirPredecessors() {
        List<String> found = messages("""
                module compute wave=32
                block b0
                  jump b1
                block b1
                  v1: i32 = phi b2(0x1:i32)
                  return
                block b2
                  jump b1
                """, Invariant.SSA);

        assertEquals(List.of("has no value for predecessor b0"), found);
    }

    @Test
    void findsABranchWithoutAMerge() {
        List<String> found = messages("""
                module compute wave=32
                block b0
                  v0: b1 = ine 0x1:i32, 0x0:i32
                  branch v0 b1 b2
                block b1
                  jump b2
                block b2
                  return
                """, Invariant.STRUCTURED);

        assertEquals(List.of("STRUCTURED: branches without a merge"), found);
    }

    @Test
    void findsALoopWithoutItsHeader() {
        List<String> found = messages("""
                module compute wave=32
                block b0
                  jump b1
                block b1
                  jump b1
                """, Invariant.STRUCTURED);

        assertEquals(List.of("STRUCTURED: is reached by a back edge but heads no loop"), found);
    }

    @Test
    void findsGuardsAndUnresolvedDescriptors() {
        List<String> found = messages("""
                module compute wave=32
                block b0
                  v0: i32 = user_data dword=0
                  v1: b1 = ine v0, 0x0:i32
                  v2: i32 = buffer.load buffer(v0, v0, v0, v0) soffset(0x0:i32) guard(v1) element=32x1
                  return
                """, Invariant.GUARDS_LOWERED, Invariant.DESCRIPTORS_RESOLVED);

        assertEquals(List.of("DESCRIPTORS_RESOLVED: a descriptor is still in registers", "GUARDS_LOWERED: has a guard"), found);
    }
}
