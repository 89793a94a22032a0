package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.core.interpreter.InterpreterRows;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.isa.MeasuredRow;
import org.lierne.recompiler.isa.MeasuredRow.Cell;
import org.lierne.recompiler.isa.MeasuredRow.Kind;
import org.lierne.recompiler.isa.RowExecutor;
import org.lierne.shader.harness.VulkanRows;
import org.lierne.testing.Rule;

/** What the bits IEEE and DX10_CLAMP change, on interpreter and device. */
@Tag("gpu")
final class NanModesTest {
    private static final Path TABLE = Path.of("..", "bundles", "recompiler-core", "src", "test", "resources", "measured", "nan_quieting.rows.tsv.gz");
    private static final int KEPT = 0xf0;
    private static @Nullable VulkanRows device;

    @BeforeAll
    static void open() {
        device = Wiring.devices() == null ? null : Wiring.rows();
    }

    @AfterAll
    static void close() {
        if (device != null) {
            device.close();
        }
    }

    @Test
    @Rule({"B-050", "C-015"})
    void clampsMakeNansZeroOnlyWithTheirBit() {
        RowText rows = new RowText(32);
        for (boolean ieee : new boolean[] {false, true}) {
            rows.with(ieee, true);
            rows.row(KEPT, "v_add_f32_e64 v10, v4, v5 clamp", "v4=7fc12345 v5=3f800000", "v10=00000000");
            rows.row(KEPT, "v_add_f16_e64 v10, v4, v5 clamp", "v4=00007e12 v5=00003c00", "v10=00000000");
            rows.with(ieee, false);
            rows.row(KEPT, "v_add_f32_e64 v10, v4, v5 clamp", "v4=7fc12345 v5=3f800000", "v10=7fc12345");
            rows.row(KEPT, "v_add_f16_e64 v10, v4, v5 clamp", "v4=00007e12 v5=00003c00", "v10=00007e12");
            rows.row(KEPT, "v_add_f32_e64 v10, v4, v5 clamp", "v4=3f800000 v5=3f800000", "v10=3f800000");
            rows.row(KEPT, "v_add_f32_e64 v10, v4, v5 clamp", "v4=bf800000 v5=00000000", "v10=00000000");
        }
        rows.with(true, false).row(KEPT, "v_floor_f16_e64 v10, v4 clamp", "v4=00007c01", "v10=00007e01");
        rows.with(true, true).row(KEPT, "v_floor_f16_e64 v10, v4 clamp", "v4=00007c01", "v10=00000000");

        assertEquals(List.of(), rows.differencesOnBoth(device));
    }

    /** Found by random programs: a signalling NaN wins before the clamp; a division's denormal passes it. */
    @Test
    @Rule({"B-027", "B-032", "C-015"})
    void clampsFollowTheResultThatTheModeGives() {
        RowText rows = new RowText(32);
        for (String name : List.of("v_max_f32_e64 v10, v4, v5 clamp", "v_max3_f32 v10, v5, v5, v4 clamp")) {
            rows.with(true, true).row(0xc0, name, "v4=7f800001 v5=3e22f983", "v10=00000000");
            rows.with(false, true).row(0xc0, name, "v4=7f800001 v5=3e22f983", "v10=3e22f983");
        }
        rows.with(false, true).row(0xc0, "v_div_fixup_f32 v10, v4, v5, v5 clamp ; v_cmp_u_f32_e32 vcc_lo, v10, v10", "v4=0000002c v5=3f800000", "v10=0000002c");

        assertEquals(List.of(), rows.differencesOnBoth(device));
    }

    /** The rule's own rows: rounded twice, flushed in every mode, a zero factor hides what is in the other. */
    @Test
    @Rule("B-024")
    void legacySumsFollowTheirRuleInEveryMode() {
        RowText rows = new RowText(32);
        String mad = "v_mad_legacy_f32 v10, v4, v5, v6";
        for (int mode : new int[] {0xc0, 0xd0, 0xe0, KEPT}) {
            rows.with(false, true);
            rows.row(mode, mad, "v4=3f800001 v5=3f800001 v6=bf800002", "v10=00000000");
            rows.row(mode, mad, "v4=00000000 v5=7fc00001 v6=3f800000", "v10=3f800000");
            rows.row(mode, mad, "v4=00000001 v5=3f800000 v6=00000000", "v10=00000000");
            rows.row(mode, mad, "v4=80800000 v5=3f000000 v6=80000000", "v10=80000000");
            rows.row(mode, mad, "v4=3f7ffffe v5=00800001 v6=00000000", "v10=00000000");
            rows.row(mode, mad, "v4=00000000 v5=7fc00001 v6=7f812345", "v10=7f812345");
            rows.row(mode, mad, "v4=7f800000 v5=3f800000 v6=ff800000", "v10=ffc00000");
            rows.with(true, true).row(mode, mad, "v4=00000000 v5=7fc00001 v6=7f812345", "v10=7fc12345");
        }

        assertEquals(List.of(), rows.differencesOnBoth(device));
    }

    @Test
    @Rule({"B-050", "C-015"})
    void refusesToClampDoublesWithoutTheBit() {
        VulkanRows machine = device;
        Assumptions.assumeTrue(machine != null, "there is no Vulkan device");
        int[] words = new Assembler(32).assemble("v_add_f64 v[10:11], v[4:5], v[6:7] clamp");
        MeasuredRow row = new MeasuredRow("clamp", 32, KEPT, false, false, false, words, 0xffffffffL, List.of(), List.of(),
                List.of(new Cell("v10", Kind.VECTOR, 10, new long[1], new boolean[] {true})),
                List.of(new MeasuredRow.CheckRule(MeasuredRow.Check.EXACT, 0)), "computed");

        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, () -> machine.run(row));

        assertTrue(String.valueOf(refusal.getMessage()).contains("pass.float.clamp"), refusal.getMessage());
    }

    /** The gap that the rule names, as it is: in IEEE mode too every NaN loses, where hardware has nine cells that differ. */
    @Test
    @Rule("B-054")
    void halvesOfThreeDropNansInBothIeeeModes() {
        RowText rows = new RowText(32);
        for (String name : List.of("v_min3_f16", "v_max3_f16", "v_med3_f16")) {
            rows.with(true, true).row(KEPT, name + " v10, v4, v5, v6 clamp", "v4=00007c01 v5=00003800 v6=00003800", "v10=00003800");
            rows.with(true, false).row(KEPT, name + " v10, v4, v5, v6 clamp", "v4=00007c01 v5=00003800 v6=00003800", "v10=00003800");
            rows.with(true, true).row(KEPT, name + " v10, v4, v5, v6 clamp", "v4=00007e01 v5=00003800 v6=00003800", "v10=00003800");
            rows.with(false, true).row(KEPT, name + " v10, v4, v5, v6 clamp", "v4=00007c01 v5=00003800 v6=00003800", "v10=00003800");
        }

        assertEquals(List.of(), rows.differencesOnBoth(device));
    }

    /** The quieting rows once more with the other IEEE bit: the cells that change with it change alike on device and interpreter. */
    @Test
    @Rule({"B-051", "B-055"})
    void whatTheIeeeBitChangesItChangesAlikeOnTheDevice() throws IOException {
        VulkanRows machine = device;
        Assumptions.assumeTrue(machine != null, "there is no Vulkan device");
        InterpreterRows interpreter = new InterpreterRows();
        List<String> findings = new ArrayList<>();
        int sensitive = 0;

        for (MeasuredRow row : rows()) {
            MeasuredRow other = new MeasuredRow(row.id(), row.waveSize(), row.floatMode(), !row.ieee(), row.dx10Clamp(), row.fp16Overflow(),
                    row.words(), row.exec(), row.in(), row.bufferBases(), row.out(), row.rules(), "computed");
            RowExecutor.State measured = interpreter.run(row);
            RowExecutor.State flipped = interpreter.run(other);
            RowExecutor.State found = machine.run(other);
            for (int i = 0; i < row.out().size(); i++) {
                int register = row.out().get(i).index();
                long want = flipped.vector(register, 0) & 0xffffffffL;
                long got = found.vector(register, 0) & 0xffffffffL;
                sensitive += measured.vector(register, 0) == (int) want ? 0 : 1;
                if (!row.rules().get(i).passes(want, got)) {
                    findings.add("%s ieee=%s: %08x, not %08x".formatted(row.id(), other.ieee(), got, want));
                }
            }
        }

        assertEquals(List.of(), findings);
        assertTrue(sensitive > 100, sensitive + " cells change with the bit");
    }

    private static List<MeasuredRow> rows() throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(new GZIPInputStream(Files.newInputStream(TABLE)), StandardCharsets.UTF_8))) {
            return lines.lines().filter(line -> !line.startsWith("#") && !line.equals(MeasuredRow.HEADER)).map(MeasuredRow::parse).toList();
        }
    }
}
