package org.lierne.shader.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.isa.DecodeRefusal;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Decoder;
import org.lierne.recompiler.isa.Effect;
import org.lierne.recompiler.isa.MeasuredRow;
import org.lierne.recompiler.isa.MeasuredRow.Cell;
import org.lierne.recompiler.isa.MeasuredRow.Kind;
import org.lierne.recompiler.isa.Operand;
import org.lierne.recompiler.isa.Operand.Sgpr;
import org.lierne.recompiler.isa.RowExecutor;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.InitialRegister;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;

/**
 * A row's program as a compute program of one wave: loads of the state before it, its own instructions, stores of what is compared.
 * Scalar state is user data and vector state comes from a buffer, so rows that differ in values alone are one program. The row's
 * instructions stand first, so that a refusal names the place they have in the row; the loads stand last and jump there.
 *
 * <p>The transfer buffer has a slot of one dword a lane for each vector register and LDS dword of {@code in}, then for each 32 bits of
 * {@code out}. Registers of the frame around the row's instructions are ones that those do not name.
 */
final class RowProgram {
    private static final Map<String, String> FRAME = lines("row-frame.asm");
    private static final int SGPRS = 106;
    private static final int VGPRS = 256;
    private static final int VCC_WORDS = 2;
    /** Registers past the first that a memory or image instruction may reach. */
    private static final int LONGEST_TUPLE = 16;

    private final MeasuredRow row;
    private final Assembler assembler;
    private final List<Integer> words = new ArrayList<>();
    private final List<InitialRegister> registers = new ArrayList<>();
    private final List<Integer> userData = new ArrayList<>();
    private final Map<String, Integer> results = new HashMap<>();
    private final TreeSet<Integer> scalars = new TreeSet<>();
    private final TreeSet<Integer> vectors = new TreeSet<>();
    private final List<Cell> inputs;
    private boolean usesLds;
    private int slots;
    private int collected;

    /** Frame registers: descriptor of the transfer buffer, a temporary, SCC, EXEC; lane offset, temporary, zero. */
    private final int transfer;
    private final int temporary;
    private final int condition;
    private final int mask;
    private final int lane;
    private final int value;
    private final int zero;
    private final int entry;

    /**
     * @throws IllegalArgumentException where a word does not decode or the instructions name too many registers
     */
    RowProgram(MeasuredRow row) {
        this.row = row;
        this.assembler = new Assembler(row.waveSize());
        this.inputs = row.in().stream().filter(cell -> cell.kind() == Kind.VECTOR || cell.kind() == Kind.LDS).toList();
        named();
        transfer = freeQuad();
        temporary = freeQuad();
        condition = temporary + 1;
        mask = temporary + 2;
        lane = freeVector();
        value = freeVector();
        zero = freeVector();
        initial();
        for (int word : row.words()) {
            words.add(word);
        }
        slots = inputs.size();
        after();
        entry = words.size();
        before();
    }

    // Registers.

    private void named() {
        Decoder decoder = new Decoder(row.waveSize());
        for (int at = 0; at < row.words().length; ) {
            switch (decoder.decode(row.words(), at, 4 * at)) {
                case DecodeRefusal refusal -> throw new IllegalArgumentException(refusal.message());
                case Decoded decoded -> {
                    usesLds |= decoded.row().effect() instanceof Effect.Lds;
                    decoded.destinations().forEach(operand -> named(decoded, operand));
                    decoded.sources().forEach(operand -> named(decoded, operand));
                    at += decoded.dwords();
                }
            }
        }
        row.bufferBases().forEach(base -> name(scalars, base, 4));
        for (List<Cell> cells : List.of(row.in(), row.out())) {
            for (Cell cell : cells) {
                usesLds |= cell.kind() == Kind.LDS;
                if (cell.kind() == Kind.VECTOR) {
                    vectors.add(cell.index());
                } else if (cell.kind() == Kind.SCALAR) {
                    scalars.add(cell.index());
                }
            }
        }
    }

    private void named(Decoded decoded, Operand operand) {
        boolean arithmetic = decoded.row().effect() instanceof Effect.Alu;
        int count = arithmetic ? Math.max(1, operand.type().dwords(row.waveSize())) : LONGEST_TUPLE;
        switch (operand) {
            case Operand.Vgpr vgpr -> name(vectors, vgpr.index(), count);
            case Sgpr sgpr -> name(scalars, sgpr.index(), count);
            case Operand.VgprList list -> vectors.addAll(list.registers());
            case Operand.MemoryOffset offset -> scalars.add(offset.register());
            case Operand.Constant _, Operand.Special _, Operand.Attribute _, Operand.Parameter _, Operand.Target _, Operand.Off _ -> { }
        }
    }

    private static void name(TreeSet<Integer> file, int first, int count) {
        for (int i = first; i < first + count; i++) {
            file.add(i);
        }
    }

    private int freeQuad() {
        for (int quad = SGPRS / 4 * 4 - 4; quad >= 0; quad -= 4) {
            if (scalars.subSet(quad, quad + 4).isEmpty()) {
                name(scalars, quad, 4);
                return quad;
            }
        }
        throw new IllegalArgumentException("the program leaves no scalar registers to load and store its state with");
    }

    private int freeVector() {
        for (int index = VGPRS - 1; index >= 0; index--) {
            if (vectors.add(index)) {
                return index;
            }
        }
        throw new IllegalArgumentException("the program leaves no vector registers to load and store its state with");
    }

    // The state before.

    /** Everything that is named and not given is zero. */
    private void initial() {
        Map<Integer, Integer> given = new HashMap<>();
        for (int base : row.bufferBases()) {
            for (int i = 0; i < 4; i++) {
                given.put(base + i, user(0));
            }
        }
        given.put(transfer, user(0));
        given.put(transfer + 1, user(0));
        given.put(transfer + 2, user(0));
        given.put(transfer + 3, user(RowExecutor.BUFFER_WORD3));
        given.put(mask, user((int) row.exec()));
        given.put(mask + 1, user((int) (row.exec() >>> 32)));
        for (Cell cell : row.in()) {
            int low = (int) cell.lanes()[0];
            switch (cell.kind()) {
                case SCALAR -> given.put(cell.index(), user(low));
                case M0 -> given.put(Sgpr.M0, user(low));
                case SCC -> given.put(condition, user(low));
                case VCC -> {
                    given.put(Sgpr.VCC_LO, user(low));
                    given.put(Sgpr.VCC_HI, user((int) (cell.lanes()[0] >>> 32)));
                }
                case EXEC -> throw new IllegalArgumentException("EXEC has a column of its own");
                case VECTOR, BUFFER, LDS -> { }
            }
        }
        scalars.headSet(SGPRS).forEach(index -> registers.add(scalar(index, given)));
        for (int i = 0; i < VCC_WORDS; i++) {
            registers.add(scalar(Sgpr.VCC_LO + i, given));
        }
        registers.add(scalar(Sgpr.M0, given));
        vectors.headSet(VGPRS).forEach(index -> registers.add(index == lane ? InitialRegister.vgpr(lane, StageInput.LOCAL_INVOCATION_X)
                : new InitialRegister(true, index, new InitialRegister.Value.Literal(0))));
    }

    private static InitialRegister scalar(int index, Map<Integer, Integer> given) {
        Integer dword = given.get(index);
        return dword == null ? InitialRegister.literal(index, 0) : InitialRegister.userData(index, dword);
    }

    private int user(int word) {
        userData.add(word);
        return userData.size() - 1;
    }

    private void before() {
        add("lane-offset", lane, lane);
        if (usesLds) {
            clearLds();
        }
        for (int slot = 0; slot < inputs.size(); slot++) {
            Cell cell = inputs.get(slot);
            transfer("load", cell.kind() == Kind.VECTOR ? cell.index() : value, slot);
            if (cell.kind() == Kind.LDS) {
                add("wait");
                add("lds-write", zero, value, 4 * cell.index());
            }
        }
        add("wait");
        if (usesLds) {
            add("barrier");
        }
        if (!isFull()) {
            addForWave("set-exec", mask, mask + 1);
        }
        add("set-scc", condition);
        add("start", -(words.size() + 1) & 0xffff);
    }

    private void clearLds() {
        add("zero", zero);
        for (int dword = 0; dword < RowExecutor.LDS_DWORDS; dword += row.waveSize()) {
            add("lds-write", lane, zero, 4 * dword);
        }
        add("barrier");
    }

    private boolean isFull() {
        return row.exec() == (row.waveSize() == 64 ? -1L : 0xffffffffL);
    }

    // The state after.

    private void after() {
        add("get-scc", condition);
        addForWave("get-exec", mask, mask + 1);
        addForWave("all-lanes");
        if (usesLds) {
            add("barrier");
            add("zero", zero);
        }
        for (Cell cell : row.out()) {
            switch (cell.kind()) {
                case SCALAR -> collect(key(cell), cell.index());
                case M0 -> collect(key(Kind.SCALAR, Sgpr.M0), Sgpr.M0);
                case SCC -> collect(key(cell), condition);
                case VCC -> collectMask(Sgpr.VCC_LO, Sgpr.VCC_LO);
                case EXEC -> collectMask(Sgpr.EXEC_LO, mask);
                case VECTOR, LDS, BUFFER -> { }
            }
        }
        storeCollected();
        for (Cell cell : row.out()) {
            if (cell.kind() == Kind.VECTOR) {
                store(key(cell), cell.index());
            } else if (cell.kind() == Kind.LDS) {
                add("lds-read", value, zero, 4 * cell.index());
                add("wait");
                store(key(cell), value);
            }
        }
        add("end");
    }

    private void collectMask(int named, int held) {
        collect(key(Kind.SCALAR, named), held);
        if (row.waveSize() == 64) {
            collect(key(Kind.SCALAR, named + 1), held + 1);
        }
    }

    /** Puts a scalar register into the next lane of the register that goes to memory when it is full. */
    private void collect(String key, int register) {
        if (collected == row.waveSize()) {
            storeCollected();
        }
        String name = switch (register) {
            case Sgpr.VCC_LO -> "vcc_lo";
            case Sgpr.VCC_HI -> "vcc_hi";
            case Sgpr.M0 -> "m0";
            default -> "s" + register;
        };
        results.put(key, slots * row.waveSize() + collected);
        add("collect", value, name, collected++);
    }

    private void storeCollected() {
        if (collected > 0) {
            transfer("store", value, slots++);
            collected = 0;
        }
    }

    private void store(String key, int register) {
        results.put(key, slots * row.waveSize());
        transfer("store", register, slots++);
    }

    /** Moves a register between all lanes and a slot. */
    private void transfer(String direction, int register, int slot) {
        add("place", temporary, 4 * row.waveSize() * slot);
        add(direction, register, lane, transfer, transfer + 3, temporary);
    }

    /** Adds an instruction of the frame by its name. */
    private void add(String name, Object... arguments) {
        String format = java.util.Objects.requireNonNull(FRAME.get(name), name);
        for (int word : assembler.assemble(String.format(format, arguments))) {
            words.add(word);
        }
    }

    private void addForWave(String name, Object... arguments) {
        add(name + "-" + row.waveSize(), arguments);
    }

    /** A resource of instructions by name, in its order. */
    static Map<String, String> lines(String resource) {
        Map<String, String> frame = new LinkedHashMap<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(java.util.Objects.requireNonNull(
                RowProgram.class.getResourceAsStream(resource)), StandardCharsets.UTF_8))) {
            lines.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
                String[] parts = line.split("\\s+", 2);
                frame.put(parts[0], parts[1]);
            });
            return frame;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String key(Cell cell) {
        return key(cell.kind(), cell.index());
    }

    private static String key(Kind kind, int index) {
        return kind + " " + index;
    }

    // For the executor.

    /** What the translator takes. */
    ShaderProgram program() {
        FloatMode mode = new FloatMode(row.floatMode(), row.dx10Clamp(), row.ieee(), row.fp16Overflow());
        StageState state = new StageState(mode, registers, usesLds ? 4 * RowExecutor.LDS_DWORDS : 0, 0,
                new StageState.Compute(row.waveSize(), 1, 1));
        return new ShaderProgram(ShaderStage.COMPUTE, row.waveSize(), words.stream().mapToInt(Integer::intValue).toArray(), entry, 0, state);
    }

    /** Size of the transfer buffer, in bytes. */
    int transferBytes() {
        return 4 * row.waveSize() * slots;
    }

    /** The user data once both buffers have their addresses. */
    int[] userData(long buffer, long transferBuffer) {
        int[] all = userData.stream().mapToInt(Integer::intValue).toArray();
        int at = 0;
        for (int i = 0; i < row.bufferBases().size(); i++, at += 4) {
            describe(all, at, buffer, 4 * RowExecutor.BUFFER_DWORDS);
        }
        describe(all, at, transferBuffer, transferBytes());
        return all;
    }

    /** Puts the descriptor of raw memory into user data. */
    static void describe(int[] words, int at, long address, int bytes) {
        words[at] = (int) address;
        words[at + 1] = (int) (address >>> 32) & 0xffff;
        words[at + 2] = bytes;
        words[at + 3] = RowExecutor.BUFFER_WORD3;
    }

    /** Fills the input slots. */
    void fill(java.nio.ByteBuffer bytes) {
        for (int slot = 0; slot < inputs.size(); slot++) {
            Cell cell = inputs.get(slot);
            for (int l = 0; l < row.waveSize(); l++) {
                bytes.putInt(4 * (slot * row.waveSize() + l), (int) cell.lanes()[cell.isLaneList() ? l : 0]);
            }
        }
    }

    /** Dword of the transfer buffer where a lane of a result lies. */
    int result(Kind kind, int index, int laneNumber) {
        Integer first = results.get(key(kind, index));
        if (first == null) {
            throw new IllegalArgumentException(kind + " " + index + " is no result of " + row.id());
        }
        return first + laneNumber;
    }
}
