package org.lierne.recompiler.core.spirv;

import static org.lierne.recompiler.core.spirv.Spv.Op.*;

import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.ir.Wave;
import org.lierne.recompiler.ir.WaveOp;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.recompiler.program.ShaderStage;

/**
 * Operations across lanes, as far as the chosen layout lets an invocation see its wave. What it cannot see is refused: a result must
 * not depend on the width of the host's subgroups.
 */
final class WaveEmitter {
    private static final String CROSS_LANE = "pass.wave.cross-lane";
    private static final String EXEC_MASK = "pass.wave.exec-mask";
    private static final int SWIZZLE_FFT = 0xe000;
    private static final int SWIZZLE_ROTATE = 0xc000;
    private static final int SWIZZLE_QUAD = 0x8000;

    private final Emission emission;
    private final Code code;
    private final ModuleBuilder module;
    private final StageEmitter stage;
    private final WaveLayout layout;
    private final int scope;
    private final SpannedWave spanned;
    /** Made when the first lane is read that the host's wave does not have. */
    private @Nullable HalfWaves halves;

    WaveEmitter(Emission emission, StageEmitter stage, WaveLayout layout) {
        this.emission = emission;
        this.code = emission.code;
        this.module = emission.module;
        this.stage = stage;
        this.layout = layout;
        this.scope = Spv.Scope.Subgroup.code();
        this.spanned = new SpannedWave(emission, stage, layout);
    }

    void emit(Wave wave) {
        if (layout.kind() == WaveLayout.Kind.ONE_LANE && emission.program.stage() != ShaderStage.HULL) {
            emission.require(WaveModes.ONE_LANE, wave.pc(), "a wave has the one lane that the host's stage has");
        }
        emission.bind(wave.result(), result(wave));
    }

    private int result(Wave wave) {
        int a = wave.operands().isEmpty() ? 0 : emission.value(wave.operands().getFirst());
        int b = wave.operands().size() > 1 ? emission.value(wave.operands().get(1)) : 0;
        int c = wave.operands().size() > 2 ? emission.value(wave.operands().get(2)) : 0;
        return switch (wave.op()) {
            case LANE_ID -> lane(wave.pc());
            case BALLOT_WORD -> ballotWord(a, wave.immediate(), wave.pc());
            case INVERSE_BALLOT -> inverseBallot(wave, a, b);
            case ANY -> any(a);
            case GROUP_ANY -> layout.kind() == WaveLayout.Kind.SPANNED ? spanned.groupAny(a) : any(a);
            case READ_FIRST_LANE -> readFirstLane(a, b);
            case READ_LANE -> readLane(wave, a, b);
            case WRITE_LANE -> code.selectWord(code.equal(lane(wave.pc()), writtenLane(c)), b, a);
            case DPP16 -> dpp16(wave, a, b, c);
            case DPP8 -> dpp8(wave, a, b);
            case DS_BPERMUTE -> bpermute(wave, a, b, c);
            case DS_SWIZZLE -> swizzle(wave, a, b);
            case COUNT_BELOW -> countBelow(wave, a);
            case QUAD_ANY -> quadAny(wave, a);
            case PERMLANE16, PERMLANEX16 -> permlane(wave, a, b, c);
            case DS_PERMUTE -> permute(wave, a, b, c);
        };
    }

    private int masked(int lane) {
        return code.and(lane, code.constant(layout.lanes() - 1));
    }

    /** A lane that the wave does not have here is written nowhere. */
    private int writtenLane(int lane) {
        return layout.kind() == WaveLayout.Kind.ONE_LANE ? masked(lane) : code.and(lane, code.constant(emission.program.waveSize() - 1));
    }

    private RuntimeException unseen(Pc pc, String what) {
        return unseen(pc, what, CROSS_LANE);
    }

    private RuntimeException unseen(Pc pc, String what, String plugin) {
        return emission.refuse(pc, what + ", but a guest wave of " + emission.program.waveSize() + " lanes is spread over host subgroups of "
                + emission.host().subgroupSize(), plugin);
    }

    // Masks.

    private int ballotWord(int a, int word, Pc pc) {
        return switch (layout.kind()) {
            case ONE_LANE -> word == 0 ? code.selectWord(a, code.constant(1), code.constant(0)) : code.constant(0);
            case SUBGROUP -> word * 32 < emission.host().subgroupSize() ? code.extract(code.word(), ballot(a), word) : code.constant(0);
            case SPANNED -> spanned.ballotWord(a, word);
            case QUADS -> {
                if (!emission.isOn(WaveModes.NARROW_MASKS)) {
                    throw unseen(pc, "rule B-006: the program reads a lane mask as a number", EXEC_MASK);
                }
                emission.require(WaveModes.NARROW_MASKS, pc, "a lane mask read as a number has the lanes of one subgroup");
                yield word * 32 < emission.host().subgroupSize() ? code.extract(code.word(), ballot(a), word) : code.constant(0);
            }
        };
    }

    private boolean isConstant(int id, boolean value) {
        return id == module.constantBool(value);
    }

    private int ballot(int a) {
        module.capability(Spv.Capability.GroupNonUniform);
        module.capability(Spv.Capability.GroupNonUniformBallot);
        return code.op(OpGroupNonUniformBallot, module.typeVector(code.word(), 4), code.constant(scope), a);
    }

    private int inverseBallot(Wave wave, int low, int high) {
        Integer lowWord = Emission.constantWord(wave.operands().get(0));
        Integer highWord = Emission.constantWord(wave.operands().get(1));
        boolean wide = emission.program.waveSize() == 64;
        if (lowWord != null && (highWord != null || !wide) && (lowWord == 0 || lowWord == -1) && (!wide || lowWord.equals(highWord))) {
            return module.constantBool(lowWord == -1);
        }
        if (layout.kind() == WaveLayout.Kind.QUADS && emission.host().subgroupSize() < 32) {
            if (!emission.isOn(WaveModes.NARROW_MASKS)) {
                throw unseen(wave.pc(), "rule B-005: the program writes a lane mask as a number", EXEC_MASK);
            }
            emission.require(WaveModes.NARROW_MASKS, wave.pc(), "lanes test the bit that their number in the subgroup says");
        }
        int lane = lane(wave.pc());
        int word = wide ? code.selectWord(code.lessUnsigned(lane, code.constant(32)), low, high) : low;
        int bit = code.and(code.shiftRight(word, code.and(lane, code.constant(31))), code.constant(1));
        return code.notEqual(bit, code.constant(0));
    }

    private int any(int a) {
        if (layout.kind() == WaveLayout.Kind.ONE_LANE || layout.kind() == WaveLayout.Kind.QUADS && !hasSubgroups()) {
            return a;
        }
        if (layout.kind() == WaveLayout.Kind.SPANNED) {
            return spanned.any(a);
        }
        module.capability(Spv.Capability.GroupNonUniform);
        module.capability(Spv.Capability.GroupNonUniformVote);
        return code.op(OpGroupNonUniformAny, code.bool(), code.constant(scope), a);
    }

    private boolean hasSubgroups() {
        return switch (emission.program.stage()) {
            case COMPUTE -> emission.host().has(HostFeature.SUBGROUPS_COMPUTE);
            case PIXEL -> emission.host().has(HostFeature.SUBGROUPS_PIXEL);
            case VERTEX, HULL, EVALUATION, GEOMETRY -> emission.host().has(HostFeature.SUBGROUPS_VERTEX);
        };
    }

    private int countBelow(Wave wave, int a) {
        if (layout.kind() == WaveLayout.Kind.ONE_LANE) {
            return code.constant(0);
        }
        if (wave.operands().getFirst() instanceof Const constant && constant.bits() != 0) {
            return lane(wave.pc());
        }
        if (layout.kind() == WaveLayout.Kind.SPANNED) {
            return spanned.countBelow(a, lane(wave.pc()));
        }
        if (layout.kind() != WaveLayout.Kind.SUBGROUP) {
            throw unseen(wave.pc(), "the program counts the lanes below its own");
        }
        return code.op(OpGroupNonUniformBallotBitCount, code.word(), code.constant(scope), Spv.GroupOperation.ExclusiveScan.code(), ballot(a));
    }

    /** In the pixel stage used for whole quads: a quad that has no lane of its own may run, since it exports nothing. */
    private int quadAny(Wave wave, int a) {
        if (layout.kind() == WaveLayout.Kind.ONE_LANE) {
            return a;
        }
        if (!hasSubgroups()) {
            return module.constantBool(true);
        }
        int lane = ownLane(wave);
        int quad = code.and(code.shiftRight(halfMask(a, lane), code.and(lane, code.constant(28))), code.constant(15));
        return code.notEqual(quad, code.constant(0));
    }

    // Lanes.

    /** The number of this guest lane in its wave. */
    int lane(Pc pc) {
        return switch (layout.kind()) {
            case ONE_LANE -> code.constant(0);
            case SUBGROUP -> subgroupLane();
            case SPANNED -> code.and(layout.localIndex(emission, stage), code.constant(layout.lanes() - 1));
            case QUADS -> {
                if (!hasSubgroups()) {
                    throw unseen(pc, "the program reads its lane's number");
                }
                yield subgroupLane();
            }
        };
    }

    private int subgroupLane() {
        module.capability(Spv.Capability.GroupNonUniform);
        return stage.wordInput(Spv.BuiltIn.SubgroupLocalInvocationId);
    }

    private int shuffle(int type, int value, int lane) {
        module.capability(Spv.Capability.GroupNonUniform);
        module.capability(Spv.Capability.GroupNonUniformShuffle);
        return code.op(OpGroupNonUniformShuffle, type, code.constant(scope), value, lane);
    }

    /** In the pixel stage a narrower subgroup reads its own first lane: equal wherever the value is the same in the whole wave. */
    private int readFirstLane(int value, int active) {
        if (layout.kind() == WaveLayout.Kind.SPANNED) {
            return spanned.readFirstLane(value, active);
        }
        if (layout.kind() == WaveLayout.Kind.ONE_LANE || !hasSubgroups()) {
            return value;
        }
        if (isConstant(active, true)) {
            module.capability(Spv.Capability.GroupNonUniform);
            module.capability(Spv.Capability.GroupNonUniformBallot);
            return code.op(OpGroupNonUniformBroadcastFirst, code.word(), code.constant(scope), value);
        }
        int mask = ballot(active);
        int first = code.op(OpGroupNonUniformBallotFindLSB, code.word(), code.constant(scope), mask);
        int none = code.notBool(any(active));
        return shuffle(code.word(), value, code.selectWord(none, code.constant(0), first));
    }

    private int readLane(Wave wave, int value, int lane) {
        return switch (layout.kind()) {
            case ONE_LANE -> value;
            case SUBGROUP -> layout.lanes() < emission.program.waveSize() ? readLaneOfHalf(wave, value, lane)
                    : shuffle(code.word(), value, masked(lane));
            case SPANNED -> spanned.fetch(value, masked(lane));
            case QUADS -> {
                boolean isSeen = isSeen(wave);
                if (!hasSubgroups() || !emission.isOn(WaveModes.NARROW_LANES)) {
                    throw unseen(wave.pc(), "rule B-007: the program reads another lane");
                }
                if (!isSeen) {
                    emission.require(WaveModes.NARROW_LANES, wave.pc(), "the lane that is read may lie outside of the subgroup");
                }
                yield shuffle(code.word(), value, masked(lane));
            }
        };
    }

    /** Whether a lane that is read is known to lie in the host's subgroup. */
    private boolean isSeen(Wave wave) {
        Integer known = Emission.constantWord(wave.operands().get(1));
        if (known != null && isOutside(known)) {
            throw outside(wave, known);
        }
        return known != null;
    }

    private boolean isOutside(int lane) {
        return (lane & emission.program.waveSize() - 1) >= emission.host().subgroupSize();
    }

    private RuntimeException outside(Wave wave, int lane) {
        return unseen(wave.pc(), "rule B-009: the program reads lane " + (lane & emission.program.waveSize() - 1), WaveModes.HALF_SCAN.id());
    }

    /** Rules B-007 and B-009, in a wave that has its lower half alone. */
    private int readLaneOfHalf(Wave wave, int value, int lane) {
        Integer known = Emission.constantWord(wave.operands().get(1));
        if (known == null) {
            // Masks of such a wave name its own lanes (rule A-012), so that most programs read none but those.
            emission.count(WaveModes.WAVE_INFO, wave.pc(), "rule B-007: the lane that is read may be one that the wave does not have here");
            return shuffle(code.word(), value, masked(lane));
        }
        if (!isOutside(known)) {
            return shuffle(code.word(), value, code.constant(known & layout.lanes() - 1));
        }
        Value read = wave.operands().getFirst();
        HalfWaves.Scan scan = (known & emission.program.waveSize() - 1) == emission.program.waveSize() - 1 ? halves().scan(read) : null;
        if (scan != null && scan.op() == AluOp.IADD && halves().isZeroAbove(read)) {
            // The lower half's sum is not that of the upper one, which is known (rule B-009 leaves open which of its shapes counts).
            scan = null;
        } else if (scan == null && !halves().isZeroAbove(read)) {
            throw outside(wave, known);
        }
        emission.require(WaveModes.HALF_SCAN, wave.pc(), "rule B-009: the program reads a lane that the wave does not have here");
        return scan == null ? code.constant(0) : reduced(scan, value);
    }

    private HalfWaves halves() {
        if (halves == null) {
            halves = new HalfWaves(emission.ir);
        }
        return halves;
    }

    /** A scan's end: what all lanes of the subgroup bring, or what its last lane has come to. */
    private int reduced(HalfWaves.Scan scan, int scanned) {
        if (!emission.host().has(HostFeature.SUBGROUP_ARITHMETIC)) {
            return shuffle(code.word(), scanned, code.constant(emission.host().subgroupSize() - 1));
        }
        module.capability(Spv.Capability.GroupNonUniform);
        module.capability(Spv.Capability.GroupNonUniformArithmetic);
        Spv.Op reduction = switch (scan.op()) {
            case OR -> OpGroupNonUniformBitwiseOr;
            case AND -> OpGroupNonUniformBitwiseAnd;
            case IADD -> OpGroupNonUniformIAdd;
            case UMAX -> OpGroupNonUniformUMax;
            case UMIN -> OpGroupNonUniformUMin;
            case SMAX -> OpGroupNonUniformSMax;
            case SMIN -> OpGroupNonUniformSMin;
            default -> throw new IllegalStateException("no scan by " + scan.op());
        };
        return code.op(reduction, code.word(), code.constant(scope), Spv.GroupOperation.Reduce.code(), emission.value(scan.keys()));
    }

    /** The value of another lane of this subgroup. */
    private int fetch(int value, int source) {
        return layout.kind() == WaveLayout.Kind.SPANNED ? spanned.fetch(value, masked(source)) : shuffle(code.word(), value, source);
    }

    /** This lane's number among those that {@link #fetch} reaches. */
    private int ownLane(Wave wave) {
        return layout.kind() == WaveLayout.Kind.SPANNED ? lane(wave.pc()) : subgroupLane();
    }

    private int fetchActive(int active, int source) {
        if (layout.kind() == WaveLayout.Kind.SPANNED) {
            return spanned.bitOf(active, masked(source));
        }
        return code.notEqual(fetch(code.selectWord(active, code.constant(1), code.constant(0)), source), code.constant(0));
    }

    private void require(Wave wave, int reach, String what) {
        if (layout.kind() == WaveLayout.Kind.SPANNED) {
            return;
        }
        if (layout.kind() == WaveLayout.Kind.ONE_LANE || !hasSubgroups() || reach > emission.host().subgroupSize()) {
            throw unseen(wave.pc(), what);
        }
    }

    private int dpp8(Wave wave, int value, int readable) {
        require(wave, 8, "the program permutes groups of eight lanes");
        int lane = ownLane(wave);
        int shift = code.mul(code.and(lane, code.constant(7)), code.constant(3));
        int select = code.and(code.shiftRight(code.constant(wave.immediate()), shift), code.constant(7));
        return fetchOrZero(value, readable, code.or(code.and(lane, code.constant(-8)), select));
    }

    /** The value of another lane, zero where that one is not active. */
    private int fetchOrZero(int value, int active, int source) {
        int fetched = fetch(value, source);
        return isConstant(active, true) ? fetched : code.selectWord(fetchActive(active, source), fetched, code.constant(0));
    }

    /** Documented: RDNA 2 ISA, DPP16: control [8:0], fetch inactive 10, bound control 11, bank mask [19:16], row mask [23:20]. */
    private int dpp16(Wave wave, int value, int old, int active) {
        int control = wave.immediate() & 0x1ff;
        boolean fetchInactive = (wave.immediate() >>> 10 & 1) != 0;
        boolean boundControl = (wave.immediate() >>> 11 & 1) != 0;
        int bankMask = wave.immediate() >>> 16 & 15;
        int rowMask = wave.immediate() >>> 20 & 15;
        int reach = control < 0x100 ? 4 : control == 0x141 ? 8 : control >= 0x160 && (control & 15) < 8 ? 8 : 16;
        require(wave, reach, "the program permutes rows of sixteen lanes");
        int lane = ownLane(wave);
        int inRow = code.and(lane, code.constant(15));
        int row = code.and(lane, code.constant(-16));
        int amount = code.constant(control & 15);
        Integer valid = null;
        int source;
        if (control < 0x100) {
            int shift = code.shiftLeft(code.and(lane, code.constant(3)), code.constant(1));
            source = code.or(code.and(lane, code.constant(-4)), code.and(code.shiftRight(code.constant(control), shift), code.constant(3)));
        } else if (control > 0x100 && control <= 0x10f) {
            source = code.add(lane, amount);
            valid = code.lessUnsigned(code.add(inRow, amount), code.constant(16));
        } else if (control > 0x110 && control <= 0x11f) {
            source = code.sub(lane, amount);
            valid = code.notBool(code.lessUnsigned(inRow, amount));
        } else if (control > 0x120 && control <= 0x12f) {
            source = code.or(row, code.and(code.sub(inRow, amount), code.constant(15)));
        } else if (control == 0x140) {
            source = code.op(OpBitwiseXor, code.word(), lane, code.constant(15));
        } else if (control == 0x141) {
            source = code.op(OpBitwiseXor, code.word(), lane, code.constant(7));
        } else if (control >= 0x150 && control <= 0x15f) {
            source = code.or(row, amount);
        } else if (control >= 0x160 && control <= 0x16f) {
            source = code.op(OpBitwiseXor, code.word(), lane, amount);
        } else {
            throw emission.refuse(wave.pc(), "DPP control 0x%x is not one of this generation".formatted(control));
        }
        int fetched = fetch(value, source);
        Integer usable = valid;
        if (!fetchInactive && !isConstant(active, true)) {
            int sourceActive = fetchActive(active, source);
            usable = usable == null ? (Integer) sourceActive : (Integer) code.both(usable, sourceActive);
        }
        int result = usable == null ? fetched : code.selectWord(usable, fetched, boundControl ? code.constant(0) : old);
        return maskedLanes(lane, bankMask, rowMask, result, old);
    }

    private int maskedLanes(int lane, int bankMask, int rowMask, int result, int old) {
        int written = result;
        if (bankMask != 15) {
            int bank = code.and(code.shiftRightConstant(lane, 2), code.constant(3));
            written = code.selectWord(bitOf(bankMask, bank), written, old);
        }
        if (rowMask != 15) {
            int row = code.and(code.shiftRightConstant(lane, 4), code.constant(3));
            written = code.selectWord(bitOf(rowMask, row), written, old);
        }
        return written;
    }

    private int bitOf(int mask, int index) {
        return code.notEqual(code.and(code.shiftRight(code.constant(mask), index), code.constant(1)), code.constant(0));
    }

    /** The address counts lanes of the half wave: no permutation leaves thirty-two lanes. */
    private int bpermute(Wave wave, int value, int address, int active) {
        if (layout.kind() == WaveLayout.Kind.ONE_LANE) {
            return value;
        }
        require(wave, 32, "the program reads lanes by address");
        int within = code.and(code.shiftRightConstant(code.addConstant(address, wave.immediate()), 2), code.constant(31));
        boolean wide = emission.program.waveSize() == 64;
        int source = wide ? code.or(code.and(ownLane(wave), code.constant(-32)), within) : within;
        return fetchOrZero(value, active, source);
    }

    /** Of the active lanes that send to this one the last is heard; a lane that none sends to gets 0. No value leaves its half wave. */
    private int permute(Wave wave, int value, int address, int active) {
        if (layout.kind() == WaveLayout.Kind.ONE_LANE) {
            return value;
        }
        require(wave, 32, "the program sends values to lanes");
        int lane = ownLane(wave);
        int target = code.shiftRightConstant(code.addConstant(address, wave.immediate()), 2);
        int senders = halfMask(active, lane);
        for (int bit = 1; bit < 32; bit <<= 1) {
            int sent = halfMask(code.notEqual(code.and(target, code.constant(bit)), code.constant(0)), lane);
            int others = code.selectWord(code.equal(code.and(lane, code.constant(bit)), code.constant(0)), code.constant(-1), code.constant(0));
            senders = code.and(senders, code.op(OpBitwiseXor, code.word(), sent, others));
        }
        int none = code.equal(senders, code.constant(0));
        int last = code.selectWord(none, code.constant(0), code.glsl(Spv.Glsl.FindUMsb, code.word(), senders));
        return code.selectWord(none, code.constant(0), fetch(value, code.or(code.and(lane, code.constant(-32)), last)));
    }

    /** The lanes of this lane's half wave in which a condition holds. */
    private int halfMask(int condition, int lane) {
        if (layout.kind() == WaveLayout.Kind.SPANNED) {
            int[] words = spanned.ballot(condition);
            return layout.lanes() == 32 ? words[0] : half(lane, words[0], words[1]);
        }
        int words = ballot(condition);
        int low = code.extract(code.word(), words, 0);
        return emission.host().subgroupSize() <= 32 ? low : half(lane, low, code.extract(code.word(), words, 1));
    }

    private int half(int lane, int low, int high) {
        return code.selectWord(code.lessUnsigned(lane, code.constant(32)), low, high);
    }

    /** Documented: RDNA 2 ISA, "DS_SWIZZLE_B32"; each mode's offsets start at its number, those below 0x8000 combine bits. */
    private int swizzle(Wave wave, int value, int active) {
        int offset = wave.immediate();
        int lane = ownLane(wave);
        int source;
        if (offset >= SWIZZLE_FFT) {
            require(wave, 32, "the program swizzles groups of thirty-two lanes");
            source = code.or(code.and(lane, code.constant(-32)), reversed(lane, offset & 31));
        } else if (offset >= SWIZZLE_ROTATE) {
            require(wave, 32, "the program rotates groups of thirty-two lanes");
            source = rotated(lane, offset);
        } else if (offset >= SWIZZLE_QUAD) {
            require(wave, 4, "the program permutes quads");
            int shift = code.shiftLeft(code.and(lane, code.constant(3)), code.constant(1));
            source = code.or(code.and(lane, code.constant(-4)),
                    code.and(code.shiftRight(code.constant(offset & 0xff), shift), code.constant(3)));
        } else {
            source = combined(wave, lane, offset);
        }
        return fetchOrZero(value, active, source);
    }

    /** The lane with number {@code (lane & and | or) ^ xor} among thirty-two. */
    private int combined(Wave wave, int lane, int offset) {
        int xor = offset >>> 10 & 31;
        int or = offset >>> 5 & 31;
        int and = offset & 31;
        require(wave, Math.max(Integer.highestOneBit(xor | or | ~and & 31) * 2, 1), "the program swizzles groups of thirty-two lanes");
        int moved = code.op(OpBitwiseXor, code.word(), code.or(code.and(lane, code.constant(and)), code.constant(or)),
                code.constant(xor));
        return code.or(code.and(lane, code.constant(-32)), code.and(moved, code.constant(31)));
    }

    /** The lane {@code [9:5]} further up (down with bit 10) in its group, which the mask {@code [4:0]} keeps apart. */
    private int rotated(int lane, int offset) {
        int mask = offset & 31;
        int by = offset >>> 5 & 31;
        int moved = code.addConstant(lane, (offset & 1 << 10) == 0 ? by : -by);
        return code.or(code.and(lane, code.constant(~31 | mask)), code.and(moved, code.constant(31 & ~mask)));
    }

    /** The five bits of a lane's number in reverse order, within groups that the mask keeps apart; mask 31 moves nothing. */
    private int reversed(int lane, int mask) {
        int within = code.and(lane, code.constant(31));
        if (mask == 31) {
            return within;
        }
        int bits = code.op(OpBitReverse, code.word(), within);
        int moved = code.shiftRightConstant(bits, 27 + Integer.bitCount(mask));
        return code.and(code.or(moved, code.and(within, code.constant(mask))), code.constant(31));
    }

    private int permlane(Wave wave, int value, int low, int high) {
        boolean crossed = wave.op() == WaveOp.PERMLANEX16;
        boolean fetchInactive = (wave.immediate() & 1) != 0;
        int reach = crossed ? 32 : 16;
        boolean isNarrow = layout.kind() == WaveLayout.Kind.QUADS && hasSubgroups() && reach > emission.host().subgroupSize()
                && emission.isOn(WaveModes.NARROW_LANES);
        if (isNarrow) {
            emission.require(WaveModes.NARROW_LANES, wave.pc(), "lanes outside of the subgroup count as inactive, or are read all the same");
        } else {
            require(wave, reach, (fetchInactive ? "rule B-007" : "rule B-008") + ": the program permutes rows of sixteen lanes");
        }
        int lane = ownLane(wave);
        int inRow = code.and(lane, code.constant(15));
        int word = code.selectWord(code.lessUnsigned(inRow, code.constant(8)), low, high);
        int shift = code.shiftLeft(code.and(lane, code.constant(7)), code.constant(2));
        int select = code.and(code.shiftRight(word, shift), code.constant(15));
        int row = code.and(lane, code.constant(-16));
        int source = code.or(crossed ? code.op(OpBitwiseXor, code.word(), row, code.constant(16)) : row, select);
        int fetched = fetch(value, source);
        boolean boundControl = (wave.immediate() & 2) != 0;
        int active = emission.value(wave.operands().get(4));
        if (fetchInactive || !isNarrow && isConstant(active, true)) {
            return fetched;
        }
        int old = emission.value(wave.operands().get(3));
        int usable = fetchActive(active, source);
        if (isNarrow) {
            usable = code.both(code.lessUnsigned(source, code.constant(emission.host().subgroupSize())), usable);
        }
        return code.selectWord(usable, fetched, boundControl ? code.constant(0) : old);
    }
}
