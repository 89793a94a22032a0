package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.lierne.agc.register.RegisterSpace;
import org.lierne.agc.register.Registers;
import org.lierne.gpu.CompareOp;
import org.lierne.gpu.DrawState;
import org.lierne.gpu.Format;
import org.lierne.gpu.Rect;
import org.lierne.gpu.PrimitiveLists;
import org.lierne.gpu.Topology;
import org.lierne.gpu.Viewport;
import org.lierne.recompiler.program.InitialRegister;
import org.lierne.recompiler.program.NumericClass;
import org.lierne.recompiler.program.RecordsProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;
import org.lierne.testing.Rule;

/**
 * The collected frame's register lists, decoded; expected values as its notes describe the state (section 10), or
 * derived.
 */
final class DrawDecodeTest {
    private final RegisterFile registers = new RegisterFile();

    @BeforeEach
    void loadTheCollectedFrame() throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(DrawDecodeTest.class.getResourceAsStream("frame.tsv")),
                StandardCharsets.US_ASCII))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] columns = line.split("\t");
                RegisterSpace space = switch (columns[2]) {
                    case "cx_list" -> RegisterSpace.CX;
                    case "sh_list" -> RegisterSpace.SH;
                    case "uc_list" -> RegisterSpace.UC;
                    default -> null;
                };
                if (space != null) {
                    String[] words = columns[4].split(" ");
                    for (int i = 0; i < words.length; i += 2) {
                        registers.set(space, Integer.parseUnsignedInt(words[i], 16),
                                Integer.parseUnsignedInt(words[i + 1], 16));
                    }
                }
            }
        }
    }

    private void set(org.lierne.agc.register.Register register, int value) {
        registers.set(register.space(), register.offset(), value);
    }

    private RasterState raster() {
        return RasterState.of(registers, TargetState.of(registers), Topology.TRIANGLE_LIST, false, 1280, 720);
    }

    @Test
    void findsTheColourTarget() {
        TargetState.Color color = Objects.requireNonNull(TargetState.of(registers).colors().getFirst());

        assertEquals(0x210000000L, color.address());
        assertEquals(1280, color.width());
        assertEquals(720, color.height());
        assertEquals(Format.R8G8B8A8_UNORM, color.format());
        assertEquals(0x3210, color.channels());
        assertEquals(4, color.exports());
    }

    @Test
    void readsTheBlueFirstOrderAsAHostFormat() {
        set(Registers.CB_COLOR_INFO, 0x00008828);

        TargetState.Color color = Objects.requireNonNull(TargetState.of(registers).colors().getFirst());

        assertEquals(Format.B8G8R8A8_UNORM, color.format());
    }

    @Test
    void writesNoTargetThatIsMaskedOrNotExported() {
        set(Registers.CB_TARGET_MASK, 0);
        assertEquals(List.of(), TargetState.of(registers).colors());

        set(Registers.CB_TARGET_MASK, 0xF);
        set(Registers.SPI_SHADER_COL_FORMAT, 0);
        assertEquals(List.of(), TargetState.of(registers).colors());
    }

    @Test
    void findsTheDepthTargetWhereItIsTested() {
        TargetState.Depth depth = TargetState.of(registers).depth();
        assertNotNull(depth);
        assertEquals(1280, depth.width());
        assertEquals(Format.D32_SFLOAT, depth.format());
        assertEquals(new DrawState.Depth(true, true, CompareOp.LESS_OR_EQUAL, false, 0, 0), raster().state().depth());

        set(Registers.DB_DEPTH_CONTROL, 0);
        assertNull(TargetState.of(registers).depth());
    }

    @Test
    void turnsTheViewportOver() {
        assertEquals(new Viewport(0, 720, 1280, -720, 0, 1), raster().viewports().getFirst());
    }

    @Test
    void cutsAllScissors() {
        assertEquals(new Rect(0, 0, 1280, 720), raster().scissors().getFirst());

        set(Registers.PA_SC_GENERIC_SCISSOR_TL, 0x80000000 | 20 << 16 | 10);
        set(Registers.PA_SC_VPORT_SCISSOR_BR, 300 << 16 | 400);
        assertEquals(new Rect(10, 20, 390, 280), raster().scissors().getFirst());
    }

    @Test
    void decodesBlending() {
        set(Registers.CB_BLEND_CONTROL, 0x60010504 | 5 << 8);
        DrawState.TargetBlend blend = raster().state().blend().targets().getFirst();

        assertTrue(blend.enable());
        assertEquals(DrawState.BlendFactor.SRC_ALPHA, blend.src());
        assertEquals(DrawState.BlendFactor.ONE_MINUS_SRC_ALPHA, blend.dst());
        assertEquals(DrawState.BlendFactor.ONE, blend.srcAlpha());
        assertEquals(DrawState.BlendFactor.ZERO, blend.dstAlpha());
        assertEquals(15, blend.writeMask());
    }

    @Test
    void decodesCulling() {
        set(Registers.PA_SU_SC_MODE_CNTL, 0x246);

        assertEquals(DrawState.Cull.BACK, raster().state().raster().cull());
        assertEquals(DrawState.FrontFace.CLOCKWISE, raster().state().raster().frontFace());
    }

    @Test
    void refusesWhatTheHostCannotDoByRegisterAndValue() {
        set(Registers.PA_CL_VTE_CNTL, 0x400);

        WorkRefused refused = assertThrows(WorkRefused.class, this::raster);

        assertTrue(String.valueOf(refused.getMessage()).contains("PA_CL_VTE_CNTL=0x400"), refused.getMessage());
    }

    @Test
    void describesTheVertexProgram() {
        StagePrograms.Entry entry = StagePrograms.vertex(registers, false);

        assertEquals(ShaderStage.VERTEX, entry.stage());
        assertEquals(0x200011000L, entry.address());
        assertEquals(64, entry.waveSize());
        assertEquals(4, entry.userData(registers).length);
        assertTrue(entry.state().registers().contains(InitialRegister.userData(8, 0)));
        assertTrue(entry.state().registers().contains(InitialRegister.sgpr(3, StageInput.MERGED_WAVE_INFO)));
        assertEquals(new StageState.Vertex(true, 1, 1, 0, true, false), entry.state().details());
        assertEquals(0xC0, entry.state().floatMode().bits());
    }

    @Test
    void namesThePlanesThatClip() {
        set(Registers.PA_CL_CLIP_CNTL, 0x00080000 | 0b101001);

        assertEquals(new StageState.Vertex(true, 1, 1, 0, true, false, 0b101001), StagePrograms.vertex(registers, false).state().details());

        set(Registers.VGT_PRIMITIVE_TYPE, 0x11);
        WorkRefused refused = assertThrows(WorkRefused.class, () -> Primitives.of(registers));
        assertTrue(String.valueOf(refused.getMessage()).contains("PA_CL_CLIP_CNTL"), refused.getMessage());
    }

    @Rule("B-010")
    /** Derived: a vertex record holds 1, 0 and 0; amplification, instances and a vertex count of its own are a geometry program's. */
    @Test
    void findsProgramsThatMakePrimitivesByTheRegisterThatSaysSo() {
        assertNull(PrimitivePrograms.of(registers, Primitives.of(registers), false));
        List.of(Registers.GE_NGG_SUBGRP_CNTL, Registers.VGT_GS_INSTANCE_CNT, Registers.VGT_GS_MAX_VERT_OUT).forEach(register -> {
            int ofVertexRecord = registers.get(register);
            set(register, 3);
            assertNotNull(PrimitivePrograms.of(registers, Primitives.of(registers), false), register.name());
            set(register, ofVertexRecord);
        });
    }

    /** Derived from the registers of the worked record: 64 vertices, 64 primitives; 64 primitives that become three each take 192 threads. */
    @Rule("B-010")
    @Test
    void sizesGroupsOfProgramsThatMakePrimitives() {
        set(Registers.GE_NGG_SUBGRP_CNTL, 3);
        set(Registers.VGT_ESGS_RING_ITEMSIZE, 4);
        set(Registers.VGT_GS_OUT_PRIM_TYPE, 1);

        PrimitivePrograms programs = Objects.requireNonNull(PrimitivePrograms.of(registers, Primitives.of(registers), false));

        assertEquals(new StageState.PrimitiveGroup(3, 21, 1, 2, 1, 1, true, 4, false), programs.group());
        assertEquals(192, programs.threads());
        assertEquals(Topology.LINE_LIST, programs.topology());
        assertEquals(0x200011000L, programs.program().address());
        assertArrayEquals(new int[] {0xF80008CF, 0x03020100, 0xF800020F, 0x07060504, 0xBF810000},
                RecordsProgram.code((StageState.Vertex) programs.drawing().state().details()));
    }

    /** Derived: 128 threads, a mesh program of which every device has; 192 are more. */
    @Rule("B-010")
    @Test
    void runsAsAMeshProgramWhatEveryDeviceWithThoseCanRun() {
        set(Registers.GE_NGG_SUBGRP_CNTL, 2);
        assertTrue(Objects.requireNonNull(PrimitivePrograms.of(registers, Primitives.of(registers), true)).group().mesh());
        set(Registers.GE_NGG_SUBGRP_CNTL, 3);
        assertFalse(Objects.requireNonNull(PrimitivePrograms.of(registers, Primitives.of(registers), true)).group().mesh());
    }

    @Test
    void refusesLaunchesThatAreNotKnown() {
        set(Registers.GE_NGG_SUBGRP_CNTL, 3);
        set(Registers.VGT_SHADER_STAGES_EN, 0x02002000 | 1 << 19);

        WorkRefused refused = assertThrows(WorkRefused.class, () -> PrimitivePrograms.of(registers, Primitives.of(registers), false));

        assertTrue(String.valueOf(refused.getMessage()).contains("VGT_SHADER_STAGES_EN"), refused.getMessage());
    }

    /** Derived: Vulkan 1.3, "Primitive Topologies". */
    @Test
    void listsPrimitivesWithVerticesOfTheirOwn() {
        int[] five = {0, 1, 2, 3, 4};

        assertArrayEquals(new int[] {0, 1, 2, 1, 3, 2, 2, 3, 4}, PrimitiveLists.of(Topology.TRIANGLE_STRIP, five, false, 0));
        assertArrayEquals(new int[] {1, 2, 0, 2, 3, 0, 3, 4, 0}, PrimitiveLists.of(Topology.TRIANGLE_FAN, five, false, 0));
        assertArrayEquals(new int[] {0, 1, 2}, PrimitiveLists.of(Topology.TRIANGLE_LIST, five, false, 0));
        assertArrayEquals(new int[] {0, 1, 3, 4}, PrimitiveLists.of(Topology.LINE_STRIP, five, true, 2));
        assertArrayEquals(new int[] {0, 1, 2, 3, 1, 2, 3, 4}, PrimitiveLists.of(Topology.LINE_STRIP_ADJACENCY, five, false, 0));
    }

    @Test
    void takesTheGeometryPairWhereTheOtherWasNeverSet() {
        set(Registers.SPI_SHADER_PGM_LO_ES, 0);
        set(Registers.SPI_SHADER_PGM_LO_GS, 0x02000220);

        assertEquals(0x200022000L, StagePrograms.vertex(registers, false).address());
    }

    @Test
    void describesThePixelProgram() {
        StagePrograms.Entry entry = Objects.requireNonNull(StagePrograms.pixel(registers, TargetState.of(registers)));
        StageState.Pixel pixel = (StageState.Pixel) entry.state().details();

        assertEquals(0x200012000L, entry.address());
        assertEquals(12, entry.userData(registers).length);
        assertTrue(entry.state().registers().contains(InitialRegister.sgpr(12, StageInput.PRIM_MASK)));
        assertTrue(entry.state().registers().contains(InitialRegister.vgpr(0, StageInput.PERSP_CENTER_I)));
        assertEquals(List.of(StageState.Attribute.parameter(0, false)), pixel.attributes());
        assertEquals(List.of(new StageState.ColorTarget(4, NumericClass.FLOAT, 0x3210)), pixel.targets());
    }

    @Test
    void reservesRegistersOfInputsThatAreNotLoaded() {
        set(Registers.SPI_PS_INPUT_ADDR, 0x103);
        set(Registers.SPI_PS_INPUT_ENA, 0x102);

        StagePrograms.Entry entry = Objects.requireNonNull(StagePrograms.pixel(registers, TargetState.of(registers)));

        assertTrue(entry.state().registers().contains(InitialRegister.vgpr(2, StageInput.PERSP_CENTER_I)));
        assertTrue(entry.state().registers().contains(InitialRegister.vgpr(4, StageInput.POSITION_X)));
    }

    @Test
    void describesAComputeProgramByTheWorkedRecord() {
        set(Registers.COMPUTE_PGM_LO, 0x02000100);
        set(Registers.COMPUTE_PGM_RSRC1, 0x602C0000);
        set(Registers.COMPUTE_PGM_RSRC2, 0x8C);
        set(Registers.COMPUTE_NUM_THREAD, 64);

        StagePrograms.Entry entry = StagePrograms.compute(registers, 0x8041);

        assertEquals(0x200010000L, entry.address());
        assertEquals(32, entry.waveSize());
        assertEquals(6, entry.userData(registers).length);
        assertTrue(entry.state().registers().contains(InitialRegister.sgpr(6, StageInput.WORKGROUP_ID_X)));
        assertEquals(new StageState.Compute(64, 1, 1), entry.state().details());
    }

    @Test
    void rewritesListsTheHostDoesNotHave() {
        assertArrayEquals(new int[] {0, 1, 2, 0, 2, 3}, Primitives.Conversion.QUAD_LIST.convert(
                new int[] {0, 1, 2, 3}));
        assertArrayEquals(new int[] {0, 1, 3, 0, 3, 2}, Primitives.Conversion.QUAD_STRIP.convert(
                new int[] {0, 1, 2, 3}));
        assertArrayEquals(new int[] {5, 6, 7, 5}, Primitives.Conversion.LINE_LOOP.convert(new int[] {5, 6, 7}));
    }

    @Test
    void refusesUnknownPrimitiveTypes() {
        set(Registers.VGT_PRIMITIVE_TYPE, 0x1F);

        assertThrows(WorkRefused.class, () -> Primitives.of(registers));
    }

    @Rule("P9")
    @Test
    void paintsNothingInMetadataPasses() {
        for (int mode : new int[] {2, 5, 6}) {
            set(Registers.CB_COLOR_CONTROL, 0x00CC0000 | mode << 4);
            assertTrue(TargetState.isMetadataPass(registers), "mode " + mode);
        }
        set(Registers.CB_COLOR_CONTROL, 0x00CC0010);
        assertFalse(TargetState.isMetadataPass(registers));
    }

    @Rule("P8")
    @Test
    void drawsRectangleListsWithAndWithoutParameters() {
        set(Registers.VGT_PRIMITIVE_TYPE, 0x11);

        assertTrue(Primitives.of(registers).isRectangles());
        assertEquals(Topology.TRIANGLE_LIST, Primitives.of(registers).topology());
    }

    @Test
    void countsChangesOfStateButNotOfUserDataOrEqualWrites() {
        long before = registers.changes();

        set(Registers.SPI_SHADER_USER_DATA_PS, 0x1234);
        set(Registers.CB_TARGET_MASK, registers.get(Registers.CB_TARGET_MASK));
        assertEquals(before, registers.changes());

        set(Registers.CB_TARGET_MASK, 0x7);
        assertEquals(before + 1, registers.changes());
    }
}
