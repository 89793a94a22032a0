package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.core.interpreter.InterpreterRows;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.isa.DecodeRefusal;
import org.lierne.recompiler.isa.Decoder;
import org.lierne.recompiler.isa.MeasuredRow;
import org.lierne.recompiler.isa.MeasuredRow.Cell;
import org.lierne.recompiler.isa.MeasuredRow.Kind;
import org.lierne.recompiler.isa.RowExecutor;
import org.lierne.shader.harness.VulkanRows;
import org.lierne.testing.Rule;

/** Atomic operations on LDS and buffers, on interpreter and device. Values stand in the rules or follow from them (derived). */
@Tag("gpu")
final class AtomicsTest {
    private static final int KEPT = 0xf0;
    private static final int TITLES = 0xc0;
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
    @Rule({"C-023", "A-058", "A-057", "C-032"})
    void everyFormLeavesWhatItsRuleSays() {
        RowText rows = new RowText(32);
        // One lane each, on the dword at byte 8 or the pair there: operation, data, second data; memory before; memory after.
        integer(rows, "ds_rsub_rtn_u32 v9, v0, v1 offset:8", 5, 0, 12, 0xfffffff9);
        integer(rows, "ds_inc_rtn_u32 v9, v0, v1 offset:8", 5, 0, 5, 0);
        integer(rows, "ds_dec_rtn_u32 v9, v0, v1 offset:8", 5, 0, 0, 5);
        integer(rows, "ds_mskor_rtn_b32 v9, v0, v1, v2 offset:8", 0xff, 0x5, 0x1234, 0x1205);
        integer(rows, "ds_wrap_rtn_b32 v9, v0, v1, v2 offset:8", 10, 3, 12, 2);
        integer(rows, "ds_wrap_rtn_b32 v9, v0, v1, v2 offset:8", 10, 3, 9, 12);
        integer(rows, "ds_cmpst_rtn_b32 v9, v0, v1, v2 offset:8", 7, 9, 7, 9);
        integer(rows, "ds_cmpst_rtn_b32 v9, v0, v1, v2 offset:8", 7, 9, 8, 8);
        wide(rows, "ds_add_rtn_u64 v[9:10], v0, v[1:2] offset:8", 1, 0xffffffffL, 0x100000000L);
        wide(rows, "ds_sub_rtn_u64 v[9:10], v0, v[1:2] offset:8", 1, 0, -1);
        wide(rows, "ds_rsub_rtn_u64 v[9:10], v0, v[1:2] offset:8", 1, 3, -2);
        wide(rows, "ds_inc_rtn_u64 v[9:10], v0, v[1:2] offset:8", 5, 4, 5);
        wide(rows, "ds_dec_rtn_u64 v[9:10], v0, v[1:2] offset:8", 5, 7, 5);
        wide(rows, "ds_min_rtn_i64 v[9:10], v0, v[1:2] offset:8", -2, 1, -2);
        wide(rows, "ds_max_rtn_i64 v[9:10], v0, v[1:2] offset:8", -2, 1, 1);
        wide(rows, "ds_min_rtn_u64 v[9:10], v0, v[1:2] offset:8", -2, 1, 1);
        wide(rows, "ds_max_rtn_u64 v[9:10], v0, v[1:2] offset:8", -2, 1, -2);
        wide(rows, "ds_and_rtn_b64 v[9:10], v0, v[1:2] offset:8", 0xff00ff00ff00ff00L, 0x123456789abcdef0L, 0x120056009a00de00L);
        wide(rows, "ds_or_rtn_b64 v[9:10], v0, v[1:2] offset:8", 0x0f00000000000001L, 0x1000000000000002L, 0x1f00000000000003L);
        wide(rows, "ds_xor_rtn_b64 v[9:10], v0, v[1:2] offset:8", -1, 0x0123456789abcdefL, 0xfedcba9876543210L);
        wide(rows, "ds_wrxchg_rtn_b64 v[9:10], v0, v[1:2] offset:8", 0x1122334455667788L, 5, 0x1122334455667788L);
        rows.row(TITLES, "ds_cmpst_rtn_b64 v[9:10], v0, v[1:2], v[3:4]", 1, "v1=00000001 v2=00000002 v3=00000003 v4=00000004 "
                + "lds[0]=00000001 lds[1]=00000002", "lds[0]=00000003 lds[1]=00000004 v9=00000001 v10=00000002");
        rows.row(TITLES, "ds_mskor_rtn_b64 v[9:10], v0, v[1:2], v[3:4]", 1, "v1=0000000f v2=f0000000 v3=00000003 v4=40000000 "
                + "lds[0]=000000ff lds[1]=ff000000", "lds[0]=000000f3 lds[1]=4f000000 v9=000000ff v10=ff000000");
        // The conditional exchange drops three bits of its address; out of range it does nothing.
        rows.row(TITLES, "ds_condxchg32_rtn_b64 v[9:10], v0, v[1:2] offset:7", 1, "v0=00010009 v1=80000005 v2=00000007 "
                + "lds[4]=11111111 lds[5]=22222222", "lds[4]=00000005 lds[5]=22222222 v9=11111111 v10=22222222");
        rows.row(TITLES, "ds_condxchg32_rtn_b64 v[1:2], v0, v[1:2]", 1, "v1=7fffffff v2=ffffffff lds[0]=11111111 lds[1]=22222222",
                "lds[0]=11111111 lds[1]=7fffffff v1=11111111 v2=22222222");
        rows.row(TITLES, "ds_condxchg32_rtn_b64 v[9:10], v0, v[1:2] offset:65528", 1, "v1=80000005 v2=80000007 lds[0]=11111111",
                "lds[0]=11111111 v9=00000000 v10=00000000");
        // Two exchanges with disjoint places; distances in elements, or in 64 of them.
        rows.row(TITLES, "ds_wrxchg2_rtn_b32 v[9:10], v0, v1, v2 offset0:1 offset1:3", 1, "v1=00000005 v2=00000007 lds[1]=00000011 "
                + "lds[3]=00000033", "lds[1]=00000005 lds[3]=00000007 v9=00000011 v10=00000033");
        rows.row(TITLES, "ds_wrxchg2st64_rtn_b32 v[9:10], v0, v1, v2 offset0:1 offset1:3", 1, "v1=00000005 v2=00000007 "
                + "lds[64]=00000011 lds[192]=00000033", "lds[64]=00000005 lds[192]=00000007 v9=00000011 v10=00000033");
        rows.row(TITLES, "ds_wrxchg2_rtn_b64 v[9:12], v0, v[1:2], v[3:4] offset0:1 offset1:3", 1, "v1=00000001 v2=00000002 v3=00000003 "
                + "v4=00000004 lds[2]=00000011 lds[3]=00000022 lds[6]=00000033 lds[7]=00000044", "lds[2]=00000001 lds[3]=00000002 "
                + "lds[6]=00000003 lds[7]=00000004 v9=00000011 v10=00000022 v11=00000033 v12=00000044");
        rows.row(TITLES, "ds_wrxchg2st64_rtn_b64 v[9:12], v0, v[1:2], v[3:4] offset0:0 offset1:1", 1, "v1=00000001 v2=00000002 "
                + "v3=00000003 v4=00000004 lds[128]=00000033", "lds[0]=00000001 lds[128]=00000003 lds[129]=00000004 v9=00000000 "
                + "v11=00000033");
        // A second operand in LDS: a signed number of dwords away.
        rows.row(TITLES, "ds_add_src2_u32 v0 offset:1", 1, "v0=00000010 lds[4]=00000005 lds[5]=00000007", "lds[4]=0000000c lds[5]=00000007");
        rows.row(TITLES, "ds_max_src2_i32 v0 offset:32767", 1, "v0=00000010 lds[4]=fffffff0 lds[3]=00000007", "lds[4]=00000007");
        rows.row(TITLES, "ds_write_src2_b32 v0 offset:1", 1, "v0=00000010 lds[4]=00000005 lds[5]=00000007", "lds[4]=00000007");

        assertEquals(List.of(), rows.differencesOnBoth(device));
    }

    private static void integer(RowText rows, String asm, int data, int second, int before, int after) {
        rows.row(TITLES, asm, 1, "v1=%08x v2=%08x lds[2]=%08x".formatted(data, second, before), "lds[2]=%08x v9=%08x".formatted(after, before));
    }

    private static void wide(RowText rows, String asm, long data, long before, long after) {
        rows.row(TITLES, asm, 1, "v1=%08x v2=%08x lds[2]=%08x lds[3]=%08x".formatted((int) data, (int) (data >>> 32), (int) before,
                (int) (before >>> 32)), "lds[2]=%08x lds[3]=%08x v9=%08x v10=%08x".formatted((int) after, (int) (after >>> 32), (int) before,
                (int) (before >>> 32)));
    }

    @Test
    void countersGiveEveryActiveLaneTheSameCount() {
        RowText rows = new RowText(64);
        rows.row(TITLES, "ds_append v9 offset:4 ; s_waitcnt lgkmcnt(0) ; ds_append v10 offset:4", 0x000000010000000fL,
                "m0=abcd0004 lds[2]=00000064", "lds[2]=0000006e v9=00000064 v10=00000069");
        rows.row(TITLES, "ds_consume v9", 0x8000000000000000L, "lds[0]=00000064", "lds[0]=00000063 v9=00000064");
        String lanes = IntStream.range(0, 64).mapToObj(lane -> "%08x".formatted(lane * 3)).collect(Collectors.joining(",", "[", "]"));
        rows.row(TITLES, "ds_write_addtid_b32 v1 offset:8 ; s_waitcnt lgkmcnt(0) ; ds_read_addtid_b32 v2 offset:8", "v1=" + lanes
                + " m0=abcd0004", "v2=" + lanes + " lds[3]=00000000 lds[4]=00000003 lds[66]=000000bd");

        assertEquals(List.of(), rows.differencesOnBoth(device));
    }

    @Test
    @Rule({"C-024", "B-040"})
    void floatsFollowTheRulesOwnRows() {
        RowText rows = new RowText(32);
        float32(rows, "ds_min_rtn_f32", 0xc0, 0x80000001, 0x3f800000, 0x80000000);
        float32(rows, "ds_min_rtn_f32", 0xf0, 0x80000001, 0x3f800000, 0x80000001);
        float32(rows, "ds_min_rtn_f32", KEPT, 0x00000000, 0x80000000, 0x80000000);
        float32(rows, "ds_max_rtn_f32", KEPT, 0x00000000, 0x80000000, 0x00000000);
        float32(rows, "ds_min_rtn_f32", KEPT, 0x3f800000, 0x7f812345, 0x7fc12345);
        float32(rows, "ds_max_rtn_f32", KEPT, 0x7f812345, 0x3f800000, 0x7fc12345);
        float32(rows, "ds_min_rtn_f32", KEPT, 0x7fc00001, 0x3f800000, 0x3f800000);
        float32(rows, "ds_min_rtn_f32", KEPT, 0x3f800000, 0x7fc00001, 0x3f800000);
        float32(rows, "ds_min_rtn_f32", KEPT, 0x7f800001, 0x7fc00005, 0x7fc00001);
        for (int mode : new int[] {0xc0, 0xd0, 0xe0, 0xf0}) {
            float32(rows, "ds_add_rtn_f32", mode, 0x3f800000, 0x7f812345, 0x7fc12345);
            float32(rows, "ds_add_rtn_f32", mode, 0x7f812345, 0x3f800000, 0x7fc12345);
            float32(rows, "ds_add_rtn_f32", mode, 0x7fc00001, 0xff812345, 0xffc12345);
            float32(rows, "ds_add_rtn_f32", mode, 0x7f800000, 0xff800000, 0xffc00000);
            float32(rows, "ds_add_rtn_f32", mode, 0x80000000, 0x80000000, 0x80000000);
            float32(rows, "ds_add_rtn_f32", mode, 0x00000000, 0x80000000, 0x00000000);
            for (int rounding = 0; rounding < 4; rounding++) {
                float32(rows, "ds_add_rtn_f32", mode | rounding, 0x3f800000, 0x33800000, 0x3f800000);
                float32(rows, "ds_add_rtn_f32", mode | rounding, 0x7f7fffff, 0x73000000, 0x7f800000);
            }
            float32(rows, "ds_add_rtn_f32", mode, 0x3f800001, 0x33800000, 0x3f800002);
        }
        additions(rows, 0x00000001, 0x00000001, 0x00000000, 0x00000000, 0x00000000, 0x00000002);
        additions(rows, 0x00800000, 0x80000001, 0x00800000, 0x00000000, 0x00800000, 0x007fffff);
        additions(rows, 0x00800001, 0x80800000, 0x00000000, 0x00000000, 0x00000001, 0x00000001);
        additions(rows, 0x80000001, 0x80000000, 0x80000000, 0x80000000, 0x80000000, 0x80000001);
        rows.row(0xc0, "ds_cmpst_rtn_f32 v9, v0, v1, v2", 1, "v1=80000002 v2=40000000 lds[0]=00000001", "lds[0]=40000000 v9=00000001");
        rows.row(0xf0, "ds_cmpst_rtn_f32 v9, v0, v1, v2", 1, "v1=80000002 v2=40000000 lds[0]=00000001", "lds[0]=00000001 v9=00000001");
        rows.row(0xf0, "ds_cmpst_rtn_f32 v9, v0, v1, v2", 1, "v1=7fc00000 v2=40000000 lds[0]=7fc00000", "lds[0]=7fc00000 v9=7fc00000");

        assertEquals(List.of(), rows.differencesOnBoth(device));
    }

    private static void float32(RowText rows, String name, int mode, int before, int data, int after) {
        rows.row(mode, name + " v9, v0, v1", 1, "v1=%08x lds[0]=%08x".formatted(data, before), "lds[0]=%08x v9=%08x".formatted(after, before));
    }

    /** One sum in the four denormal modes, with and without result. */
    private static void additions(RowText rows, int before, int data, int... after) {
        for (int field = 0; field < 4; field++) {
            int mode = 0xc0 | field << 4;
            float32(rows, "ds_add_rtn_f32", mode, before, data, after[field]);
            rows.row(mode, "ds_add_f32 v0, v1", 1, "v1=%08x lds[0]=%08x".formatted(data, before), "lds[0]=%08x".formatted(after[field]));
        }
    }

    private static final long[] SINGLES = {0, 0x80000000L, 1, 0x80000001L, 0x007fffff, 0x00800000, 0x3f800000, 0xbf800000L, 0x7f800000,
        0xff800000L, 0x7fc00001, 0xffc12345L, 0x7f800001, 0xff812345L};
    private static final long[] DOUBLES = {0, 1L << 63, 1, 1L << 63 | 1, 0x000fffffffffffffL, 0x0010000000000000L, 0x3ff0000000000000L,
        0xbff0000000000000L, 0x7ff0000000000000L, 0xfff0000000000000L, 0x7ff8000000000001L, 0xfff8000000012345L, 0x7ff0000000000001L,
        0xfff4000000000000L};

    /**
     * The fourteen operands against each other, each lane on a place of its own, in every denormal mode, IEEE on and off: device against
     * interpreter.
     */
    @Test
    @Rule({"C-024", "B-040"})
    void theSweepOfOperandsGivesWhatTheInterpreterGives() {
        VulkanRows machine = device;
        Assumptions.assumeTrue(machine != null, "there is no Vulkan device");
        List<String> findings = new ArrayList<>();
        List<String> singles = List.of("ds_min_rtn_f32 v9, v0, v1", "ds_max_rtn_f32 v9, v0, v1", "ds_cmpst_rtn_f32 v9, v0, v1, v3",
                "ds_add_rtn_f32 v9, v0, v1");
        List<String> doubles = List.of("ds_min_rtn_f64 v[9:10], v0, v[1:2]", "ds_max_rtn_f64 v[9:10], v0, v[1:2]",
                "ds_cmpst_rtn_f64 v[9:10], v0, v[1:2], v[3:4]");

        for (int field = 0; field < 4; field++) {
            for (boolean ieee : new boolean[] {false, true}) {
                for (String asm : singles) {
                    sweep(machine, asm, 0xc0 | field << 4, ieee, SINGLES, findings);
                }
                for (String asm : doubles) {
                    sweep(machine, asm, field << 6, ieee, DOUBLES, findings);
                }
            }
        }

        assertEquals(List.of(), findings);
    }

    private static void sweep(RowExecutor machine, String asm, int mode, boolean ieee, long[] operands, List<String> findings) {
        boolean wide = operands == DOUBLES;
        int pairs = operands.length * operands.length;
        for (int start = 0; start < pairs; start += 32) {
            long[] old = new long[32];
            long[] data = new long[32];
            for (int lane = 0; lane < 32; lane++) {
                int pair = Math.min(start + lane, pairs - 1);
                old[lane] = operands[pair / operands.length];
                data[lane] = operands[pair % operands.length];
            }
            MeasuredRow row = row(asm, mode, ieee, wide, old, data);
            RowExecutor.State expected = new InterpreterRows().run(row);
            RowExecutor.State found = machine.run(row);
            for (Cell cell : row.out()) {
                for (int lane = 0; lane < 32; lane++) {
                    int want = expected.vector(cell.index(), lane);
                    int got = found.vector(cell.index(), lane);
                    if (want != got) {
                        findings.add("%s mode %02x old %x data %x: %s is %08x, not %08x".formatted(asm, mode, old[lane], data[lane],
                                cell.text(), got, want));
                    }
                }
            }
        }
    }

    /** Each lane writes the old value to its place, does the operation (result in v9) and reads what is there now (v11). */
    private static MeasuredRow row(String asm, int mode, boolean ieee, boolean wide, long[] old, long[] data) {
        List<Cell> in = new ArrayList<>();
        in.add(vector(0, IntStream.range(0, 32).mapToLong(lane -> lane * (wide ? 8L : 4L)).toArray()));
        in.add(vector(1, Arrays.stream(data).map(bits -> bits & 0xffffffffL).toArray()));
        in.add(vector(2, Arrays.stream(data).map(bits -> bits >>> 32).toArray()));
        in.add(vector(3, IntStream.range(0, 32).mapToLong(lane -> 0x40000000 + lane).toArray()));
        in.add(vector(4, IntStream.range(0, 32).mapToLong(lane -> 0x50000000 + lane).toArray()));
        in.add(vector(5, Arrays.stream(old).map(bits -> bits & 0xffffffffL).toArray()));
        in.add(vector(6, Arrays.stream(old).map(bits -> bits >>> 32).toArray()));
        List<Cell> out = IntStream.of(wide ? new int[] {9, 10, 11, 12} : new int[] {9, 11}).mapToObj(register -> vector(register, new long[32]))
                .toList();
        Assembler assembler = new Assembler(32);
        int[] words = Stream.of(wide ? "ds_write_b64 v0, v[5:6]" : "ds_write_b32 v0, v5", asm, wide ? "ds_read_b64 v[11:12], v0" : "ds_read_b32 v11, v0",
                "s_waitcnt lgkmcnt(0)").flatMapToInt(line -> Arrays.stream(assembler.assemble(line))).toArray();
        return new MeasuredRow(asm, 32, mode, ieee, true, false, words, 0xffffffffL, in, List.of(), out,
                java.util.Collections.nCopies(out.size(), new MeasuredRow.CheckRule(MeasuredRow.Check.EXACT, 0)), "computed");
    }

    private static Cell vector(int register, long[] lanes) {
        boolean[] compared = new boolean[32];
        Arrays.fill(compared, true);
        return new Cell("v" + register, Kind.VECTOR, register, lanes, compared);
    }

    @Test
    @Rule({"B-042", "C-024"})
    void aMillionFloatAdditionsOfAThousandLanesLoseNone() {
        int lanes = 1024;
        int turns = 977;
        int[] expected = new int[lanes];
        for (int lane = 0; lane < lanes; lane++) {
            expected[lane] = (lane & 1) == 0 ? Float.floatToRawIntBits((float) lanes * turns) : lanes * turns;
        }

        SmallProgram.of(32, "v_mov_b32_e32 v2, 0", "ds_write2_b32 v2, v2, v2 offset0:0 offset1:1", "s_waitcnt lgkmcnt(0)", "s_barrier",
                "v_mov_b32_e32 v3, 1.0", "v_mov_b32_e32 v4, 1", "s_movk_i32 s8, " + turns, "again:", "ds_add_f32 v2, v3", "ds_add_u32 v2, v4 offset:4",
                "s_sub_u32 s8, s8, 1", "s_cmp_lg_u32 s8, 0", "s_cbranch_scc1 again", "s_waitcnt lgkmcnt(0)", "s_barrier",
                "v_and_b32_e32 v5, 1, v0", "v_lshlrev_b32_e32 v5, 2, v5", "ds_read_b32 v1, v5", "s_waitcnt lgkmcnt(0)").withThreads(lanes)
                .gives(expected);
    }

    @Test
    @Rule("C-023")
    void bothWidthsOnOnePairLoseNothing() {
        int[] expected = new int[256];
        Arrays.fill(expected, 0x80);

        SmallProgram.of(32, "v_mov_b32_e32 v2, 0", "v_mov_b32_e32 v3, 0", "ds_write2_b32 v2, v2, v2 offset0:0 offset1:1", "s_waitcnt lgkmcnt(0)",
                "s_barrier", "v_mov_b32_e32 v4, 1", "v_mov_b32_e32 v5, 0", "v_cmp_gt_u32_e32 vcc_lo, 0x80, v0", "s_and_saveexec_b32 s8, vcc_lo",
                "ds_add_u32 v2, v4 offset:4", "s_xor_b32 exec_lo, exec_lo, s8", "ds_add_u64 v2, v[4:5]", "s_mov_b32 exec_lo, s8",
                "s_waitcnt lgkmcnt(0)", "s_barrier", "v_and_b32_e32 v5, 1, v0", "v_lshlrev_b32_e32 v5, 2, v5", "ds_read_b32 v1, v5",
                "s_waitcnt lgkmcnt(0)").withThreads(256).gives(expected);
    }

    @Test
    @Rule("A-058")
    void conditionalExchangesUnderContentionKeepEveryValue() {
        int[] expected = new int[64];
        Arrays.fill(expected, 63 * 64 / 2 + 1000);

        // Every lane stores its number in place of what it gets; all that was handed out and what is left sum up to what came in.
        SmallProgram.of(64, "v_mov_b32_e32 v2, 0", "v_mov_b32_e32 v3, 0x3e8", "v_mov_b32_e32 v4, 0",
                "ds_write2_b32 v2, v3, v4 offset0:0 offset1:2", "s_waitcnt lgkmcnt(0)",
                "v_or_b32_e32 v5, 0x80000000, v0", "v_mov_b32_e32 v6, 0", "ds_condxchg32_rtn_b64 v[7:8], v2, v[5:6]", "s_waitcnt lgkmcnt(0)",
                "ds_add_u32 v2, v7 offset:8", "s_waitcnt lgkmcnt(0)", "ds_read2_b32 v[9:10], v2 offset0:0 offset1:2", "s_waitcnt lgkmcnt(0)",
                "v_add_nc_u32_e32 v1, v9, v10").gives(expected);
    }

    @Test
    @Rule({"A-057", "A-058", "C-032", "C-033"})
    void formsWithoutARuleAreRefusedByName() {
        // ds_condxchg32_rtn_b64 v[9:10], v0, with data from v255 on.
        assertEquals("v[255:256] runs past the last VGPR",
                ((DecodeRefusal) new Decoder(32).decode(new int[] {0xd9f80000, 0x0900ff00}, 0, 0)).reason());
        assertRefused("lds.atomics.exchange2", "ds_wrxchg2_rtn_b32 v[9:10], v2, v3, v4 offset0:1 offset1:1");
        assertRefused("lds.atomics", "ds_add_src2_u32 v2 offset:32768");
        assertRefused("lds.atomics", "ds_add_src2_u64 v2 offset:1");
        assertRefused("lds.atomics", "ds_add_src2_f32 v2 offset:1");
        assertRefused("counts in order with more than one dword (gds.ordered-count)", "ds_ordered_count v1, v2 offset:17160 gds");
        assertRefused("exchanges in the global data share, which was not measured (lds.atomics.condxchg)",
                "ds_condxchg32_rtn_b64 v[9:10], v2, v[2:3] gds");
        assertRefused("lds.atomics", "ds_add_src2_u32 v2 offset:1 gds");
    }

    @Test
    @Rule({"C-023", "C-025", "A-057"})
    void modesThatAreOffRefuseByTheirName() {
        SmallProgram exchanges = SmallProgram.of(32, "v_mov_b32_e32 v2, 0", "ds_wrxchg2_rtn_b32 v[9:10], v2, v0, v0 offset0:1 offset1:2",
                "v_mov_b32_e32 v1, 0");
        SmallProgram exchange = SmallProgram.of(32, "v_mov_b32_e32 v2, 0", "ds_wrxchg_rtn_b32 v9, v2, v0 offset:4", "v_mov_b32_e32 v1, 0");

        assertEquals("", exchanges.translate(32));
        assertTrue(exchanges.with(Map.of("lds.atomics.exchange2", false)).translate(32).contains("lds.atomics.exchange2 is off"));
        assertEquals("", exchange.with(Map.of("lds.atomics.exchange2", false)).translate(32));

        SmallProgram pairs = SmallProgram.of(32, "v_mov_b32_e32 v2, 0", "v_mov_b32_e32 v3, 0", "ds_add_u64 v2, v[2:3]", "v_mov_b32_e32 v1, 0");

        assertEquals("", pairs.translate(32));
        assertTrue(pairs.with(Map.of("lds.atomics64", false)).translate(32).contains("lds.atomics64 is off"));
    }

    private static void assertRefused(String pluginId, String line) {
        String refusal = SmallProgram.of(32, "v_mov_b32_e32 v2, 0", line, "v_mov_b32_e32 v1, 0").translate(32);
        assertTrue(refusal.contains("(" + pluginId + ")") || refusal.contains(pluginId), line + " -> " + refusal);
    }
}
