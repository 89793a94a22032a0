package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.lierne.recompiler.program.HostDriver;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.testing.Rule;

/**
 * Modules of mesh programs, as the validator of SPIRV-Tools lets them pass; no device draws them here. Debian 12's disassembler has the names of
 * an earlier extension for the same numbers.
 */
final class MeshTextTest {
    private static final HostFacts FACTS = StageText.with(HostFeature.MESH);
    private static final HostDriver RADV = HostDriver.of("radv", "Mesa 26.2.4", 0x1002, 0x73ff, "AMD Radeon RX 6600");
    private static final String[] TRIANGLES = {"v_cvt_f32_u32_e32 v1, v5", "exp prim v0, off, off, off done", "exp pos0 v1, v1, v1, v1 done",
        "exp param0 v1, v1, off, off", "s_endpgm"};

    @Rule("B-010")
    @Test
    void handsVerticesAndPrimitivesToTheRasteriser() {
        String text = StageText.mesh(FACTS, 128, 3, TRIANGLES);

        assertTrue(text.contains("OpEntryPoint MeshEXT"), text);
        assertTrue(text.contains("OutputVertices 128") && text.contains("OutputPrimitivesNV 128") && text.contains("OutputTrianglesNV"), text);
        assertTrue(text.contains("BuiltIn PrimitiveTriangleIndicesEXT") && text.contains("BuiltIn CullPrimitiveEXT"), text);
        assertTrue(StageText.mesh(FACTS, 64, 2, TRIANGLES).contains("OutputLinesNV"));
    }

    /** A host may do anything with the primitive of a thread that writes none, and with one whose vertices are beyond those there are. */
    @Rule("B-010")
    @Test
    void cullsThePrimitiveOfEachThreadUntilItExportsOne() {
        String nothing = StageText.mesh(FACTS, 128, 3, "s_endpgm");
        String exported = StageText.mesh(FACTS, 128, 3, TRIANGLES);

        // the word of an export whose bit 31 says that there is no primitive
        assertTrue(nothing.lines().anyMatch(line -> line.matches(".* = OpShiftRightLogical %uint %uint_2147483648 %uint_31")), nothing);
        assertEquals(2, nothing.lines().filter(line -> line.matches("\\s*OpStore .*")).count(), "corners and the mark, each once");
        assertTrue(exported.lines().anyMatch(line -> line.matches(".* = OpULessThan %bool %\\S+ %uint_128")), exported);
    }

    /** The count of outputs is chosen by the size of the grid there, and a constant elsewhere. */
    @Rule("B-011")
    @Test
    void readsTheSizeOfTheGridWhereTheDriverNeedsThat() {
        String quirk = StageText.mesh(FACTS.withDriver(RADV), 128, 3, TRIANGLES);
        String plain = StageText.mesh(FACTS, 128, 3, TRIANGLES);

        assertTrue(quirk.contains("BuiltIn NumWorkgroups"), quirk);
        assertFalse(plain.contains("BuiltIn NumWorkgroups"), plain);
        assertTrue(plain.contains("OpSetMeshOutputsEXT %uint_128 %uint_128"), plain);
        assertFalse(quirk.contains("OpSetMeshOutputsEXT %uint_128"), quirk);
    }

    /** Of the built-in outputs none stands outside of a block; what says which primitives are culled is one of primitives. */
    @Rule("B-012")
    @Test
    void keepsOutputsOfPrimitivesInBlocks() {
        String text = StageText.mesh(FACTS, 128, 3, TRIANGLES);

        assertTrue(text.lines().anyMatch(line -> line.matches("\\s*OpMemberDecorate \\S+ 0 PerPrimitiveNV")), text);
        assertFalse(text.lines().anyMatch(line -> line.matches("\\s*OpDecorate \\S+ PerPrimitiveNV")), text);
    }
}
