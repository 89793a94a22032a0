package org.lierne.devicetests;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.lierne.devicetests.RandomInstructions.Values;
import org.lierne.devicetests.RandomProgram.Item;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Effect;
import org.lierne.recompiler.isa.Encoding;
import org.lierne.recompiler.isa.FloatFormat;
import org.lierne.recompiler.isa.Instruction;
import org.lierne.recompiler.isa.InstructionSet;
import org.lierne.recompiler.isa.InstructionTable;
import org.lierne.recompiler.isa.MeasuredRow.Cell;
import org.lierne.recompiler.isa.MeasuredRow.Kind;
import org.lierne.recompiler.isa.Operand;
import org.lierne.recompiler.isa.RowExecutor;

/**
 * Random programs that end, and whose result no rule leaves to the driver: arithmetic in all encodings, EXEC and scalar control flow,
 * loops with one and two entries, subvector loops, bodies that are jumped into, LDS, cross-lane operations, registers relative to M0, calls
 * in calls, jumps through registers, buffer accesses.
 *
 * <p>General registers are v0 to v11 and s0 to s23. The frame of the program has v12 (scratch), v13 to v15 (counters of loops that
 * lanes leave one by one), v16 (lane number times four), s24 to s35 (saved masks, four for each depth), s36 to s38 (loop counters),
 * s40 (scratch mask), s[42:43] (address of a jump), s[44:47] (descriptor of the buffer), s[48:51] (return addresses of calls and of calls
 * within them). A float result that is a NaN is replaced by the quiet NaN, since drivers choose its bits.
 */
final class ProgramGenerator {
    static final int VECTORS = 12;
    static final int SCALARS = 24;
    private static final int SCRATCH = 12;
    private static final int COUNTERS = 13;
    private static final int LANE = 16;
    private static final int MASKS = 24;
    private static final int LOOPS = 36;
    private static final int SPARE = 40;
    private static final int ADDRESS = 42;
    private static final int BUFFER = 44;
    private static final int LINKS = 48;
    private static final int CALLS_IN_CALLS = 2;
    private static final int DEPTH = 3;
    private static final int TITLES_MODE = 0xc0;
    private static final int LDS_BYTES = 4 * RowExecutor.LDS_DWORDS;

    private static final List<Instruction> LDS = InstructionSet.tables().stream().filter(table -> table.encoding() == Encoding.DS)
            .map(InstructionTable::rows).flatMap(List::stream).filter(ProgramGenerator::isPlainLds).toList();

    private final long seed;
    private final SplittableRandom random;
    private final int waveSize;
    private final Assembler assembler;
    private final RandomInstructions arithmetic;
    private final List<Item> items = new ArrayList<>();
    private final List<Runnable> functions = new ArrayList<>();
    private final boolean ieee;
    private final boolean stores;
    private int labels;
    private int budget;
    /** Calls around the statement that is being made. */
    private int callers;

    private ProgramGenerator(long seed, int length) {
        this.seed = seed;
        this.random = new SplittableRandom(seed);
        this.waveSize = random.nextInt(3) == 0 ? 64 : 32;
        this.assembler = new Assembler(waveSize);
        this.ieee = random.nextInt(4) == 0;
        this.arithmetic = new RandomInstructions(waveSize, VECTORS, SCALARS, random, !ieee, row -> DriverResults.rule(row) != null);
        this.stores = random.nextBoolean();
        this.budget = length;
    }

    /** The program of a seed, of about {@code length} instructions. */
    static RandomProgram program(long seed, int length) {
        return new ProgramGenerator(seed, length).make();
    }

    /** The registers of which all lanes and bits are compared. */
    static List<Cell> compared() {
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < VECTORS; i++) {
            cells.add(cell("v" + i, Kind.VECTOR, i, new long[1]));
        }
        for (int i = 0; i < SCALARS; i++) {
            cells.add(cell("s" + i, Kind.SCALAR, i, new long[1]));
        }
        cells.add(cell("vcc", Kind.VCC, 0, new long[1]));
        cells.add(cell("scc", Kind.SCC, 0, new long[1]));
        cells.add(cell("exec", Kind.EXEC, 0, new long[1]));
        for (int i = 0; i < RowExecutor.BUFFER_DWORDS; i++) {
            cells.add(cell("buf[" + i + "]", Kind.BUFFER, i, new long[1]));
        }
        return cells;
    }

    private static Cell cell(String text, Kind kind, int index, long[] lanes) {
        boolean[] compared = new boolean[lanes.length];
        java.util.Arrays.fill(compared, true);
        return new Cell(text, kind, index, lanes, compared);
    }

    private RandomProgram make() {
        long all = waveSize == 64 ? -1L : 0xffffffffL;
        long exec = random.nextInt(3) == 0 ? random.nextLong() & all : all;
        List<Cell> in = state();
        body(0);
        if (!functions.isEmpty()) {
            int end = label();
            jump("s_branch", end);
            while (!functions.isEmpty()) {
                functions.removeFirst().run();
            }
            place(end);
        }
        line("s_nop 0");
        return new RandomProgram(seed, waveSize, TITLES_MODE, ieee, exec, items, in, BUFFER);
    }

    private List<Cell> state() {
        List<Cell> in = new ArrayList<>();
        for (int i = 0; i < VECTORS; i++) {
            long[] lanes = new long[waveSize];
            for (int l = 0; l < waveSize; l++) {
                lanes[l] = Values.word(random) & 0xffffffffL;
            }
            in.add(cell("v" + i, Kind.VECTOR, i, lanes));
        }
        long[] addresses = new long[waveSize];
        for (int l = 0; l < waveSize; l++) {
            addresses[l] = 4L * l;
        }
        in.add(cell("v" + LANE, Kind.VECTOR, LANE, addresses));
        for (int i = 0; i < SCALARS; i++) {
            in.add(cell("s" + i, Kind.SCALAR, i, new long[] {Values.word(random) & 0xffffffffL}));
        }
        in.add(cell("vcc", Kind.VCC, 0, new long[] {random.nextLong() & (waveSize == 64 ? -1L : 0xffffffffL)}));
        in.add(cell("scc", Kind.SCC, 0, new long[] {random.nextInt(2)}));
        for (int i = 0; i < RowExecutor.BUFFER_DWORDS; i++) {
            in.add(cell("buf[" + i + "]", Kind.BUFFER, i, new long[] {Values.word(random) & 0xffffffffL}));
        }
        return in;
    }

    // Statements.

    private void body(int depth) {
        int count = 1 + random.nextInt(depth == 0 ? budget : 6);
        for (int i = 0; i < count && budget > 0; i++) {
            statement(depth);
        }
    }

    private void statement(int depth) {
        budget--;
        int kind = random.nextInt(100);
        if (kind < 70 || kind < 80 && depth >= DEPTH) {
            add(arithmetic.next());
        } else if (kind < 80) {
            control(depth);
        } else if (kind < 86) {
            lds();
        } else if (kind < 91) {
            lanes();
        } else if (kind < 95) {
            relative();
        } else {
            memory();
        }
    }

    /** An instruction, and where it makes floats, the quiet NaN for every NaN. */
    private void add(Decoded decoded) {
        List<int[]> together = new ArrayList<>(List.of(decoded.words()));
        for (Operand operand : decoded.destinations()) {
            if (operand instanceof Operand.Vgpr vgpr && operand.type().format() != null) {
                quiet(vgpr.index(), java.util.Objects.requireNonNull(operand.type().format()), together);
            }
        }
        addTogether(together);
    }

    private void quiet(int index, FloatFormat format, List<int[]> to) {
        switch (format) {
            case F32 -> replace(to, "v_cmp_u_f32_e64 %s, v%d, v%d", index, index, "0x7fc00000");
            case F16 -> {
                replace(to, "v_cmp_u_f16_e64 %s, v%d, v%d", index, index, "0x7e007e00");
                code(to, "v_lshrrev_b32_e32 v%d, 16, v%d", SCRATCH, index);
                replace(to, "v_cmp_u_f16_e64 %s, v%d, v%d", SCRATCH, index, "0x7e007e00");
            }
            case F64 -> {
                code(to, "v_cmp_u_f64_e64 %s, v[%d:%d], v[%d:%d]", mask(SPARE), index, index + 1, index, index + 1);
                code(to, "v_cndmask_b32_e64 v%d, v%d, 0, %s", index, index, mask(SPARE));
                code(to, "v_cndmask_b32_e64 v%d, v%d, 0x7ff80000, %s", index + 1, index + 1, mask(SPARE));
            }
        }
    }

    private void replace(List<int[]> to, String test, int tested, int index, String by) {
        code(to, test, mask(SPARE), tested, tested);
        code(to, "v_cndmask_b32_e64 v%d, v%d, %s, %s", index, index, by, mask(SPARE));
    }

    // Control flow.

    private void control(int depth) {
        switch (random.nextInt(12)) {
            case 10 -> subvectorLoop(depth);
            case 11 -> writtenExec(depth);
            case 0 -> lanesIf(depth);
            case 1 -> lanesIfElse(depth);
            case 2 -> waveIf(depth);
            case 3 -> countedLoop(depth);
            case 4 -> lanesLoop(depth);
            case 5 -> twoEntries(depth);
            case 6 -> enteredBody(depth);
            case 7 -> farJump(depth);
            default -> call(depth);
        }
    }

    private void compareLanes() {
        String[] conditions = {"lt", "eq", "le", "gt", "ne", "ge"};
        line("v_cmp_%s_u32_e32 %s, v%d, v%d", conditions[random.nextInt(6)], vcc(), random.nextInt(VECTORS), random.nextInt(VECTORS));
    }

    private void lanesIf(int depth) {
        String saved = mask(MASKS + 4 * depth);
        int end = label();
        compareLanes();
        line("s_and_saveexec_b%d %s, %s", waveSize, saved, vcc());
        if (random.nextBoolean()) {
            jump("s_cbranch_execz", end);
        }
        body(depth + 1);
        place(end);
        line(random.nextBoolean() ? "s_mov_b%1$d %2$s, %3$s" : "s_or_b%1$d %2$s, %2$s, %3$s", waveSize, exec(), saved);
    }

    private void lanesIfElse(int depth) {
        String saved = mask(MASKS + 4 * depth);
        String others = mask(MASKS + 4 * depth + 2);
        int otherwise = label();
        int end = label();
        compareLanes();
        line("s_mov_b%d %s, %s", waveSize, saved, exec());
        line("s_andn2_b%d %s, %s, %s", waveSize, others, exec(), vcc());
        line("s_and_b%d %s, %s, %s", waveSize, exec(), exec(), vcc());
        if (random.nextBoolean()) {
            jump("s_cbranch_execz", otherwise);
        }
        body(depth + 1);
        place(otherwise);
        line("s_mov_b%d %s, %s", waveSize, exec(), others);
        if (random.nextBoolean()) {
            jump("s_cbranch_execz", end);
        }
        body(depth + 1);
        place(end);
        line("s_mov_b%d %s, %s", waveSize, exec(), saved);
    }

    /** A body under an EXEC that is computed as a number. */
    private void writtenExec(int depth) {
        String saved = mask(MASKS + 4 * depth);
        int from = 2 * random.nextInt(SCALARS / 2);
        line("s_mov_b%d %s, %s", waveSize, saved, exec());
        switch (random.nextInt(5)) {
            case 0 -> line("s_mov_b%d %s, %s", waveSize, exec(), mask(from));
            case 1 -> line("s_not_b%d %s, %s", waveSize, exec(), exec());
            case 2 -> line("s_lshl_b%d %s, %s, %d", waveSize, exec(), exec(), random.nextInt(waveSize));
            case 3 -> line("s_bfm_b%d %s, s%d, s%d", waveSize, exec(), from, from + 1);
            default -> line("s_xor_b%d %s, %s, %s", waveSize, exec(), exec(), mask(from));
        }
        body(depth + 1);
        line("s_mov_b%d %s, %s", waveSize, exec(), saved);
    }

    /** A body for each half of a wave of 64 that has lanes. The body leaves EXEC as it found it, so that the loop ends. */
    private void subvectorLoop(int depth) {
        if (waveSize == 32) {
            writtenExec(depth);
            return;
        }
        String saved = mask(MASKS + 4 * depth);
        String other = "s" + (MASKS + 4 * depth + 2);
        int top = label();
        int end = label();
        jump("s_subvector_loop_begin " + other + ",", end);
        place(top);
        line("s_mov_b64 %s, exec", saved);
        body(depth + 1);
        line("s_mov_b64 exec, %s", saved);
        jump("s_subvector_loop_end " + other + ",", top);
        place(end);
    }

    private void waveIf(int depth) {
        int end = label();
        compareWords();
        jump(random.nextBoolean() ? "s_cbranch_scc0" : "s_cbranch_scc1", end);
        body(depth + 1);
        if (random.nextBoolean()) {
            int otherwise = end;
            end = label();
            jump("s_branch", end);
            place(otherwise);
            body(depth + 1);
        }
        place(end);
    }

    private void countedLoop(int depth) {
        int counter = LOOPS + depth;
        int top = label();
        int end = label();
        line("s_movk_i32 s%d, %d", counter, 1 + random.nextInt(3));
        place(top);
        body(depth + 1);
        if (random.nextInt(3) == 0) {
            jump("s_cbranch_scc1", end);
            body(depth + 1);
        }
        next(counter, top);
        place(end);
    }

    private void next(int counter, int top) {
        line("s_sub_u32 s%d, s%d, 1", counter, counter);
        line("s_cmp_lg_u32 s%d, 0", counter);
        jump("s_cbranch_scc1", top);
    }

    private void lanesLoop(int depth) {
        String saved = mask(MASKS + 4 * depth);
        int counter = COUNTERS + depth;
        int top = label();
        int end = label();
        line("v_and_b32_e32 v%d, 3, v%d", counter, random.nextInt(VECTORS));
        line("s_mov_b%d %s, %s", waveSize, saved, exec());
        place(top);
        body(depth + 1);
        line("v_cmp_lt_u32_e32 %s, 0, v%d", vcc(), counter);
        line("s_and_b%d %s, %s, %s", waveSize, exec(), exec(), vcc());
        line("v_subrev_nc_u32_e32 v%d, 1, v%d", counter, counter);
        if (random.nextInt(3) == 0) {
            jump("s_cbranch_execz", end);
            body(depth + 1);
        }
        jump("s_cbranch_execnz", top);
        place(end);
        line("s_mov_b%d %s, %s", waveSize, exec(), saved);
    }

    private void twoEntries(int depth) {
        int counter = LOOPS + depth;
        int first = label();
        int second = label();
        line("s_movk_i32 s%d, %d", counter, 1 + random.nextInt(3));
        line("s_cmp_lt_i32 s%d, s%d", random.nextInt(SCALARS), random.nextInt(SCALARS));
        jump("s_cbranch_scc1", second);
        place(first);
        body(depth + 1);
        place(second);
        body(depth + 1);
        next(counter, first);
    }

    /** A choice between two bodies, the second of which is also jumped into from the first. */
    private void enteredBody(int depth) {
        int otherwise = label();
        int middle = label();
        int end = label();
        compareWords();
        jump("s_cbranch_scc1", otherwise);
        body(depth + 1);
        compareWords();
        jump("s_cbranch_scc0", middle);
        body(depth + 1);
        jump("s_branch", end);
        place(otherwise);
        body(depth + 1);
        place(middle);
        body(depth + 1);
        place(end);
    }

    private void compareWords() {
        line("s_cmp_%s_u32 s%d, s%d", random.nextBoolean() ? "lt" : "ge", random.nextInt(SCALARS), random.nextInt(SCALARS));
    }

    /** A jump through registers, which the wave takes or passes by; code that only it passes over may stand between. */
    private void farJump(int depth) {
        int near = label();
        int end = label();
        if (random.nextInt(3) > 0) {
            compareWords();
            jump("s_cbranch_scc0", near);
        }
        far("s_setpc_b64 s[%d:%d]".formatted(ADDRESS, ADDRESS + 1), end);
        place(near);
        body(depth + 1);
        place(end);
    }

    /** A call of code behind the end, near or through registers; it comes back through the register pair of its callers' number. */
    private void call(int depth) {
        if (callers == CALLS_IN_CALLS) {
            add(arithmetic.next());
            return;
        }
        int start = label();
        int level = callers;
        int link = LINKS + 2 * level;
        if (random.nextBoolean()) {
            items.add(new Item.Jump(assembler.assemble("s_call_b64 s[%d:%d], 0".formatted(link, link + 1))[0], start));
        } else {
            far("s_swappc_b64 s[%d:%d], s[%d:%d]".formatted(link, link + 1, ADDRESS, ADDRESS + 1), start);
        }
        functions.add(() -> {
            callers = level + 1;
            place(start);
            body(depth + 1);
            line("s_setpc_b64 s[%d:%d]", link, link + 1);
        });
    }

    private void far(String last, int label) {
        List<int[]> words = new ArrayList<>();
        code(words, "s_getpc_b64 s[%d:%d]", ADDRESS, ADDRESS + 1);
        code(words, "s_add_u32 s%d, s%d, 0x12345678", ADDRESS, ADDRESS);
        code(words, "s_addc_u32 s%d, s%d, 0", ADDRESS + 1, ADDRESS + 1);
        code(words, last);
        items.add(new Item.Far(words.stream().flatMapToInt(java.util.Arrays::stream).toArray(), 2, label));
    }

    // LDS, lanes, memory.

    private static boolean isPlainLds(Instruction row) {
        if (!(row.effect() instanceof Effect.Lds lds) || row.is(Instruction.Trait.GDS_ONLY)) {
            return false;
        }
        return switch (lds.action()) {
            case ADD, SUB, RSUB, INC, DEC, MIN_I, MAX_I, MIN_U, MAX_U, AND, OR, XOR, MSKOR, WRITE, CMPST, EXCHANGE, WRAP, READ, READ_SIGNED,
                    WRITE_D16_HIGH, READ_D16, READ_D16_HIGH, READ_SIGNED_D16, READ_SIGNED_D16_HIGH -> true;
            default -> false;
        };
    }

    /** Whether it does not matter which lane comes first, as nobody is told what was there. */
    private static boolean commutes(Effect.Lds access) {
        return !access.returns() && switch (access.action()) {
            case ADD, SUB, MIN_I, MAX_I, MIN_U, MAX_U, AND, OR, XOR -> true;
            default -> false;
        };
    }

    /** Each lane at a place of its own, at another lane's to read, or with others at one where their order does not matter. */
    private void lds() {
        if (random.nextInt(6) == 0) {
            ldsTwice();
            return;
        }
        Instruction row = LDS.get(random.nextInt(LDS.size()));
        Effect.Lds access = (Effect.Lds) row.effect();
        int bytes = Math.max(4, access.bits() / 8);
        int shift = bytes <= 4 ? 0 : bytes <= 8 ? 1 : 2;
        boolean reads = row.name().startsWith("ds_read");
        List<int[]> together = new ArrayList<>();
        int address = LANE;
        if (reads && random.nextBoolean()) {
            code(together, "v_xor_b32_e32 v%d, %d, v%d", SCRATCH, 4 * random.nextInt(16), LANE);
            address = SCRATCH;
        } else if (commutes(access) && random.nextBoolean()) {
            code(together, "v_and_b32_e32 v%d, %d, v%d", SCRATCH, 4 * random.nextInt(8), LANE);
            address = SCRATCH;
        }
        if (shift > 0) {
            code(together, "v_lshlrev_b32_e32 v%d, %d, v%d", SCRATCH, shift, address);
            address = SCRATCH;
        }
        int span = 4 * waveSize << shift;
        int offset = span >= LDS_BYTES ? 0 : random.nextInt(LDS_BYTES / span) * span;
        int registers = bytes / 4;
        Encoding e = Encoding.DS;
        int[] words = {e.field('i').set(e.field('o').set(e.fixedBits(), row.opcode()), offset & 0xff) | offset & 0xff00, address};
        for (char letter : new char[] {'b', 'c', 'd'}) {
            words[1] = e.field(letter).set(words[1], random.nextInt(VECTORS - registers + 1));
        }
        together.add(words);
        addTogether(together);
    }

    /** Two places of each lane's own in one instruction, as far apart as the wave is long. */
    private void ldsTwice() {
        int bits = random.nextBoolean() ? 64 : 32;
        int registers = bits / 32;
        List<int[]> together = new ArrayList<>();
        code(together, "v_lshlrev_b32_e32 v%d, %d, v%d", SCRATCH, registers - 1, LANE);
        if (random.nextBoolean()) {
            code(together, "ds_write2_b%d v%d, %s, %s offset1:%d", bits, SCRATCH, vectors(registers), vectors(registers), waveSize);
        } else {
            code(together, "ds_read2_b%d %s, v%d offset1:%d", bits, vectors(2 * registers), SCRATCH, waveSize);
        }
        addTogether(together);
    }

    private String vectors(int count) {
        int first = random.nextInt(VECTORS - count + 1);
        return count == 1 ? "v" + first : "v[%d:%d]".formatted(first, first + count - 1);
    }

    /**
     * Accesses relative to M0, which stays within the general registers or lies past all there are, with M0 zero again behind them. The
     * last register is named, so that the window of registers that may be meant does not end before it.
     */
    private void relative() {
        boolean vector = random.nextInt(4) != 0;
        int reach = (2 << random.nextInt(2)) - 1;
        int apart = reach << 16 | reach;
        List<int[]> words = new ArrayList<>();
        code(words, vector ? "v_mov_b32_e32 v%1$d, v%1$d" : "s_mov_b32 s%1$d, s%1$d", (vector ? VECTORS : SCALARS) - 1);
        boolean halves = random.nextInt(4) == 0;
        int by = halves ? apart : reach;
        int place = random.nextInt(halves ? 2 : 4);
        boolean past = place == 3;
        switch (place) {
            case 0 -> code(words, "s_mov_b32 m0, 0x%x", random.nextInt() & by);
            case 1 -> code(words, "s_and_b32 m0, s%d, 0x%x", random.nextInt(SCALARS), by);
            case 2 -> {
                code(words, "v_readfirstlane_b32 s%d, v%d", SPARE, random.nextInt(VECTORS));
                code(words, "s_min_u32 m0, s%d, %d", SPARE, reach);
            }
            default -> code(words, "s_mov_b32 m0, 0x%x", random.nextBoolean() ? -1 - random.nextInt(64) : 0x1000 + random.nextInt(64));
        }
        for (int count = 1 + random.nextInt(3); count > 0; count--) {
            access(words, vector, halves, past, reach);
        }
        code(words, "s_mov_b32 m0, 0");
        addTogether(words);
    }

    /** What moves by both halves of M0, as swaps do, could reach registers of the frame where M0 lies past all there are. */
    private void access(List<int[]> to, boolean vector, boolean halves, boolean past, int reach) {
        int first = random.nextInt((vector ? VECTORS : SCALARS) - reach);
        int second = random.nextInt((vector ? VECTORS : SCALARS) - reach);
        if (vector) {
            String[] forms = {"v_movreld_b32_e32", "v_movrels_b32_e32", "v_movrelsd_b32_e32", "v_swaprel_b32"};
            code(to, "%s v%d, v%d", halves ? "v_movrelsd_2_b32_e32" : forms[random.nextInt(past ? 3 : 4)], first, second);
        } else {
            code(to, "%s s%d, s%d", halves ? "s_movrelsd_2_b32" : random.nextBoolean() ? "s_movreld_b32" : "s_movrels_b32", first, second);
        }
    }

    private void lanes() {
        int to = random.nextInt(VECTORS);
        int from = random.nextInt(VECTORS);
        switch (random.nextInt(5)) {
            case 4 -> line("s_barrier");
            case 0 -> line("ds_swizzle_b32 v%d, v%d offset:%d", to, from, random.nextInt(0x10000));
            case 1 -> line("ds_bpermute_b32 v%d, v%d, v%d", to, random.nextInt(VECTORS), from);
            case 2 -> {
                line("v_xor_b32_e32 v%d, %d, v%d", SCRATCH, 4 * random.nextInt(16), LANE);
                line("ds_permute_b32 v%d, v%d, v%d", to, random.nextBoolean() ? SCRATCH : random.nextInt(VECTORS), from);
            }
            default -> line("v_readfirstlane_b32 s%d, v%d", random.nextInt(SCALARS), from);
        }
    }

    /**
     * A load, or a store of each lane to a place of its own. Where a program stores, lanes load their own place: that a wave's lanes
     * see each other's stores in order is not promised.
     */
    private void memory() {
        int data = random.nextInt(VECTORS - 3);
        if (stores && random.nextBoolean()) {
            String[] forms = {"byte", "short", "dword"};
            line("buffer_store_%s v%d, v%d, s[%d:%d], 0 offen", forms[random.nextInt(3)], data, LANE, BUFFER, BUFFER + 3);
        } else if (stores || random.nextBoolean()) {
            String[] forms = {"ubyte", "sbyte", "ushort", "sshort", "dword", "dwordx2", "dwordx3", "dwordx4"};
            int form = random.nextInt(stores ? 5 : forms.length);
            int registers = Math.max(1, form - 3);
            if (!stores) {
                line("v_and_b32_e32 v%d, 0x1fc, v%d", SCRATCH, random.nextInt(VECTORS));
            }
            line("buffer_load_%s %s, v%d, s[%d:%d], 0 offen", forms[form], registers == 1 ? "v" + data
                    : "v[%d:%d]".formatted(data, data + registers - 1), stores ? LANE : SCRATCH, BUFFER, BUFFER + 3);
        } else {
            int width = 1 << random.nextInt(3);
            int first = random.nextInt(SCALARS / 4) * 4;
            line("s_buffer_load_dword%s %s, s[%d:%d], 0x%x", width == 1 ? "" : "x" + width, width == 1 ? "s" + first
                    : "s[%d:%d]".formatted(first, first + width - 1), BUFFER, BUFFER + 3, 4 * random.nextInt(80));
        }
    }

    // Text.

    private String mask(int register) {
        return waveSize == 64 ? "s[%d:%d]".formatted(register, register + 1) : "s" + register;
    }

    private String vcc() {
        return waveSize == 64 ? "vcc" : "vcc_lo";
    }

    private String exec() {
        return waveSize == 64 ? "exec" : "exec_lo";
    }

    private void line(String format, Object... arguments) {
        items.add(new Item.Code(assembler.assemble(String.format(format, arguments))));
    }

    /** Instructions of which none may be left out. */
    private void addTogether(List<int[]> words) {
        items.add(new Item.Code(words.stream().flatMapToInt(java.util.Arrays::stream).toArray()));
    }

    private void code(List<int[]> to, String format, Object... arguments) {
        to.add(assembler.assemble(String.format(format, arguments)));
    }

    private int label() {
        return labels++;
    }

    private void place(int label) {
        items.add(new Item.Label(label));
    }

    private void jump(String mnemonic, int label) {
        items.add(new Item.Jump(assembler.assemble(mnemonic + " 0")[0], label));
    }
}
