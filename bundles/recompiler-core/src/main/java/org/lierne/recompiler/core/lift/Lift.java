package org.lierne.recompiler.core.lift;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.core.flow.ControlFlow;
import org.lierne.recompiler.core.flow.FlowBlock;
import org.lierne.recompiler.core.flow.FlowEnd;
import org.lierne.recompiler.core.flow.JumpAddress;
import org.lierne.recompiler.core.lower.Faults;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Barrier;
import org.lierne.recompiler.ir.Clock;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Input;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Terminator;
import org.lierne.recompiler.ir.UserData;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.ir.WaveOp;
import org.lierne.recompiler.isa.DataType;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Effect;
import org.lierne.recompiler.isa.FloatFormat;
import org.lierne.recompiler.isa.HardwareRegister;
import org.lierne.recompiler.isa.Instruction;
import org.lierne.recompiler.isa.Operand;
import org.lierne.recompiler.isa.SpecialSource;
import org.lierne.recompiler.program.Apertures;
import org.lierne.recompiler.program.DescriptorPath;
import org.lierne.recompiler.program.DeviceFault;
import org.lierne.recompiler.program.InitialRegister;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderResource;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslationRefused;

/** One program on its way from decoded instructions to IR. */
public final class Lift {
    private final ShaderProgram program;
    private final ControlFlow flow;
    private final IrModule module;
    private final Emit emit;
    private final Registers registers;
    private final MaskKinds kinds;
    private final MemoryLift memory;
    private final DataShareLift shares;
    private final ImageLift images;
    private final StageLift stage;
    private final SubvectorLoop subvectors;
    private final ModeTracking modes;
    private final RelativeWindow window;
    /** Of a program with primitives of its own, from the start on; else null. */
    private @Nullable PrimitiveLaunch launch;
    private PrimitiveRecords.@Nullable Written records;
    /** Where calls through tables go, by their places. */
    private final Map<Integer, Value> calledAddresses = new HashMap<>();
    /** Whether the begin or end of a subvector loop that ends the block jumps. */
    private Value jumpsToLabel = Const.FALSE;

    private Lift(ShaderProgram program, ControlFlow flow, LaunchedLanes launched) {
        this.program = program;
        this.flow = flow;
        this.module = new IrModule(program.stage(), program.waveSize(), program.state().floatMode());
        if (launched.count() == 1) {
            module.noteOneLane();
        }
        this.emit = new Emit(module, module.newBlock());
        this.registers = new Registers(emit, program.waveSize());
        this.kinds = new MaskKinds(flow);
        this.memory = new MemoryLift(this);
        this.shares = new DataShareLift(this, memory);
        this.images = new ImageLift(this);
        this.stage = new StageLift(this);
        this.subvectors = new SubvectorLoop(emit, registers);
        this.modes = new ModeTracking(flow.blocks(), program.state().floatMode());
        this.window = new RelativeWindow(flow, program.state().registers(), program.waveSize(), emit);
    }

    /**
     * The program as IR: {@link org.lierne.recompiler.ir.Invariant#SSA} holds, nothing else does yet.
     *
     * @throws TranslationRefused when an instruction is not translated
     */
    public static IrModule module(ShaderProgram program, ControlFlow flow) {
        return new Lift(program, flow, LaunchedLanes.all(program)).lift();
    }

    /** @param launched what the host has of each wave */
    public static IrModule module(ShaderProgram program, LaunchedLanes launched) {
        return new Lift(program, ControlFlow.of(program, constants(program)), launched).lift();
    }

    /** {@link #module(ShaderProgram, ControlFlow)} of the control flow that the program has. */
    public static IrModule module(ShaderProgram program) {
        return module(program, ControlFlow.of(program, constants(program)));
    }

    /** Finds the addresses that a program's scalar arithmetic makes out of constants. */
    public static JumpAddress constants(ShaderProgram program) {
        return new ScalarRun(program);
    }

    /** An empty module of the program's kind to lift single instructions into. */
    static Lift scratch(ShaderProgram program) {
        Lift lift = new Lift(program, new ControlFlow(List.of(new FlowBlock(0, 0, List.of(), new FlowEnd.End()))), LaunchedLanes.all(program));
        lift.registers.begin(lift.emit.block(), List.of());
        lift.registers.seal(lift.emit.block());
        lift.kinds.enter(0);
        return lift;
    }

    /** Lifts the instruction that comes next. */
    void step(Decoded inst) {
        Pc pc = new Pc(inst.pc());
        emit.at(pc);
        module.noteAssembly(pc, inst.toString());
        lift(inst);
        kinds.pass(inst);
        modes.pass(inst);
    }

    Emit emit() {
        return emit;
    }

    Registers registers() {
        return registers;
    }

    ShaderProgram program() {
        return program;
    }

    /** Whether exports of the program go to the rasteriser by themselves, those of primitives too. */
    boolean isMesh() {
        return launch != null && records == null;
    }

    /** Null for a program without primitives of its own, and for one whose exports go to the rasteriser by themselves. */
    PrimitiveRecords.@Nullable Written records() {
        return records;
    }

    RelativeWindow window() {
        return window;
    }

    private IrModule lift() {
        IrBlock entry = emit.block();
        registers.begin(entry, List.of());
        registers.seal(entry);
        initial();
        List<List<Integer>> before = new ArrayList<>();
        List<IrBlock> blocks = new ArrayList<>();
        for (FlowBlock block : flow.blocks()) {
            blocks.add(module.newBlock());
            before.add(new ArrayList<>());
        }
        before.getFirst().add(entry.id());
        for (FlowBlock block : flow.blocks()) {
            for (int target : block.end().targets()) {
                before.get(target).add(blocks.get(block.index()).id());
            }
        }
        entry.terminate(new Terminator.Jump(blocks.getFirst().id(), Pc.NONE));
        List<Integer> order = order();
        int[] waiting = new int[blocks.size()];
        for (FlowBlock block : flow.blocks()) {
            registers.begin(blocks.get(block.index()), before.get(block.index()));
            waiting[block.index()] = before.get(block.index()).size();
        }
        waiting[0]--;
        for (int index : order) {
            if (waiting[index] == 0) {
                registers.seal(blocks.get(index));
            }
            lift(flow.blocks().get(index), blocks);
            for (int target : flow.blocks().get(index).end().targets()) {
                if (--waiting[target] == 0 && isDone(order, target, index)) {
                    registers.seal(blocks.get(target));
                }
            }
        }
        return module;
    }

    /** Whether {@code block} was lifted no later than {@code now}, so that it waited for this edge. */
    private static boolean isDone(List<Integer> order, int block, int now) {
        return order.indexOf(block) <= order.indexOf(now);
    }

    /** Blocks so that each comes after its predecessors, but for loops. */
    private List<Integer> order() {
        List<Integer> postorder = new ArrayList<>();
        boolean[] seen = new boolean[flow.blocks().size()];
        List<int[]> stack = new ArrayList<>();
        stack.add(new int[] {0, 0});
        seen[0] = true;
        while (!stack.isEmpty()) {
            int[] top = stack.getLast();
            List<Integer> targets = flow.blocks().get(top[0]).end().targets();
            if (top[1] < targets.size()) {
                int target = targets.get(top[1]++);
                if (!seen[target]) {
                    seen[target] = true;
                    stack.add(new int[] {target, 0});
                }
            } else {
                postorder.add(top[0]);
                stack.removeLast();
            }
        }
        return postorder.reversed();
    }

    // The start.

    private void initial() {
        registers.setMask(Registers.EXEC, WholeWaves.haveLanesWithoutThreads(program, flow)
                ? emit.alu(AluOp.INE, ScalarType.B1, input(StageInput.LANE_EXISTS), Const.i32(0)) : Const.TRUE);
        if (program.waveSize() == 32) {
            registers.setWord(Registers.EXEC + 1, Const.i32(0)); // lanes that the wave does not have
        }
        window.clear(registers);
        launch = PrimitiveLaunch.of(this);
        records = PrimitiveRecords.Written.of(this, launch);
        if (isMesh()) {
            stage.exportNoPrimitive();
        }
        PrimitiveRecords.Read exported = PrimitiveRecords.read(this, this::input);
        for (InitialRegister register : program.state().registers()) {
            Value value = switch (register.value()) {
                case InitialRegister.Value.UserData data -> {
                    Ssa result = emit.fresh(ScalarType.I32);
                    emit.add(new UserData(result, data.dword(), Pc.NONE));
                    yield result;
                }
                case InitialRegister.Value.Literal literal -> Const.i32(literal.word());
                case InitialRegister.Value.Input input -> input(input.input());
                case InitialRegister.Value.Exported word -> Objects.requireNonNull(exported).word(word.dword());
            };
            if (register.vector()) {
                registers.setVgpr(register.index(), value);
            } else {
                registers.setWord(register.index(), value);
            }
        }
    }

    private Value input(StageInput input) {
        Value ofGroup = launch == null ? null : launch.input(input);
        return ofGroup != null ? ofGroup : switch (input) {
            case MERGED_WAVE_INFO -> program.state().details() instanceof StageState.Hull hull ? mergedWaveInfo(hull.tessellation()) : raw(input);
            case PATCH_AND_POINT -> emit.or(input(StageInput.RELATIVE_PATCH), emit.shiftLeft(input(StageInput.CONTROL_POINT), 8));
            // Bit 31 would say that centroid weights were left out for whole pixels; the rest is for the interpolator alone.
            case PRIM_MASK -> Const.i32(0);
            default -> raw(input);
        };
    }

    private Value raw(StageInput input) {
        Ssa result = emit.fresh(ScalarType.I32);
        emit.add(new Input(result, input, Pc.NONE));
        return result;
    }

    /** Where a patch has more points coming in than going out, the invocations past the last output run the local part alone. */
    private Value mergedWaveInfo(StageState.Tessellation patches) {
        int lanes = program.waveSize();
        Const all = Const.i32(lanes | lanes << 8);
        return patches.inputPoints() <= patches.outputPoints() ? all
                : emit.select(emit.alu(AluOp.ULT, ScalarType.B1, input(StageInput.CONTROL_POINT), Const.i32(patches.outputPoints())), all,
                        Const.i32(lanes));
    }

    // Blocks.

    private void lift(FlowBlock block, List<IrBlock> blocks) {
        emit.moveTo(blocks.get(block.index()));
        kinds.enter(block.index());
        modes.enter(block.index());
        block.instructions().forEach(this::step);
        Pc last = new Pc(block.instructions().isEmpty() ? block.pc() : block.instructions().getLast().pc());
        emit.at(last);
        emit.block().terminate(switch (block.end()) {
            case FlowEnd.Jump jump -> new Terminator.Jump(blocks.get(jump.target()).id(), last);
            case FlowEnd.End _ -> new Terminator.Return(last);
            case FlowEnd.Match match -> new Terminator.Branch(calls(match), blocks.get(match.taken()).id(), blocks.get(match.next()).id(),
                    last);
            case FlowEnd.Unlinked call -> {
                tellUnlinked(call.call());
                yield call.next() < 0 ? new Terminator.Return(last) : new Terminator.Jump(blocks.get(call.next()).id(), last);
            }
            case FlowEnd.Branch branch -> branch(branch, blocks, last);
            case FlowEnd.Subvector loop -> loop.taken() == loop.next() ? new Terminator.Jump(blocks.get(loop.next()).id(), last)
                    : new Terminator.Branch(jumpsToLabel, blocks.get(loop.taken()).id(), blocks.get(loop.next()).id(), last);
        });
    }

    /** Whether a call through a table goes to an address. */
    private Value calls(FlowEnd.Match match) {
        Value address = calledAddress(match.call());
        return emit.and(emit.alu(AluOp.IEQ, ScalarType.B1, emit.low(address), Const.i32((int) match.address())),
                emit.alu(AluOp.IEQ, ScalarType.B1, emit.high(address), Const.i32((int) (match.address() >>> 32))));
    }

    private Value calledAddress(int call) {
        Value address = calledAddresses.get(call);
        if (address == null) {
            throw new IllegalStateException("the call at 0x%04x is told apart before it is made".formatted(call));
        }
        return address;
    }

    /** Rule A-019: the fault names the address that was called. */
    private void tellUnlinked(int call) {
        ShaderResource words = ownResource(ShaderResource.Kind.FAULTS, true);
        Value address = calledAddress(call);
        new Faults(module).tell(words.index(), DeviceFault.UNLINKED_CALL, emit.low(address), emit.high(address), guard(), emit.pc(),
                emit::add);
    }

    /** A resource that no descriptor names, one for the whole program. */
    ShaderResource ownResource(ShaderResource.Kind kind, boolean isWritten) {
        return module.resources().stream().filter(each -> each.kind() == kind).findFirst().orElseGet(() -> {
            ShaderResource added = new ShaderResource(module.resources().size(), kind, true, isWritten, false, new DescriptorPath(List.of()),
                    emit.pc().byteOffset());
            module.addResource(added);
            return added;
        });
    }

    private Terminator branch(FlowEnd.Branch branch, List<IrBlock> blocks, Pc pc) {
        int taken = blocks.get(branch.taken()).id();
        int next = blocks.get(branch.next()).id();
        return switch (branch.condition()) {
            case SCC1 -> new Terminator.Branch(registers.scc(), taken, next, pc);
            case SCC0 -> new Terminator.Branch(registers.scc(), next, taken, pc);
            case VCCNZ -> new Terminator.Branch(any(Registers.VCC), taken, next, pc);
            case VCCZ -> new Terminator.Branch(any(Registers.VCC), next, taken, pc);
            case EXECNZ -> new Terminator.Branch(any(Registers.EXEC), taken, next, pc);
            case EXECZ -> new Terminator.Branch(any(Registers.EXEC), next, taken, pc);
            case ALWAYS, DEBUG -> throw new IllegalStateException(branch.condition() + " ends no block with two ways");
        };
    }

    private Value any(int mask) {
        return emit.wave(WaveOp.ANY, ScalarType.B1, 0, registers.mask(mask));
    }

    // Instructions.

    private void lift(Decoded inst) {
        switch (inst.row().effect()) {
            case Effect.Alu _ -> alu(inst);
            case Effect.Cache cache -> {
                if (cache.invalidates()) {
                    module.noteDroppedCache();
                }
            }
            case Effect.Hint _, Effect.Branch _ -> { }
            case Effect.Flow flowKind -> flow(inst, flowKind.kind());
            case Effect.Memory access -> memory.lift(inst, access);
            case Effect.Lds access -> shares.lift(inst, access);
            case Effect.Image access -> images.lift(inst, access);
            case Effect.Export _ -> stage.export(inst);
            case Effect.Interpolate interpolate -> {
                refuseMode(inst, false);
                stage.interpolate(inst, interpolate.kind());
            }
        }
    }

    private void alu(Decoded inst) {
        refuseMode(inst, inst.row().is(Instruction.Trait.FOLLOWS_ROUND_MODE) && inst.omod() == 0
                && (inst.row().destinations().getFirst().type() != DataType.F16 || program.state().floatMode().denormals16() == 3));
        emit.rounding().set(modes.changedRounding(FloatFormat.F32), modes.changedRounding(FloatFormat.F16));
        new AluLift(this, inst, kinds.worksOnMasks(inst)).run();
        emit.rounding().set(null, null);
    }

    private void flow(Decoded inst, Effect.Flow.Kind kind) {
        switch (kind) {
            case END, SET_KILL, SET_HALT -> { }
            case BARRIER -> barrier(inst);
            case MESSAGE -> message(inst);
            case GETPC, CALL, SWAPPC -> {
                if (program.callAt(inst.pc()) != null) {
                    calledAddresses.put(inst.pc(), wide(inst.source(0)));
                }
                if (inst.destination(0) instanceof Operand.Sgpr sgpr) {
                    setScalar(sgpr.index(), Const.i64(program.codeAddress() + inst.nextPc()));
                }
            }
            case SETPC -> { }
            case SUBVECTOR_BEGIN -> jumpsToLabel = subvectors.begin(inst);
            case SUBVECTOR_END -> jumpsToLabel = subvectors.end(inst);
            case TIME, REAL_TIME -> {
                if (inst.destination(0) instanceof Operand.Sgpr sgpr) {
                    Ssa result = emit.fresh(ScalarType.I64);
                    emit.add(new Clock(result, kind == Effect.Flow.Kind.REAL_TIME, emit.pc()));
                    setScalar(sgpr.index(), emit.pack(ofFirstLane(emit.low(result)), ofFirstLane(emit.high(result))));
                }
            }
            case GETREG -> readMode(inst);
            case ROUND_MODE, DENORM_MODE, SETREG_LITERAL, SETREG -> { }
            case CLEAR_EXCEPTIONS -> { }
            case TRAP, RETURN_FROM_EXCEPTION, WAVE_ID, ILLEGAL -> throw refuse(inst, "is not translated");
        }
    }

    /** One value for the whole wave, whose lanes may be spread over several subgroups of the host. */
    private Value ofFirstLane(Value word) {
        return emit.wave(WaveOp.READ_FIRST_LANE, ScalarType.I32, 0, word, Const.TRUE);
    }

    private static final String MODE_REGISTER = "pass.float.mode-register";

    private void refuseMode(Decoded inst, boolean follows) {
        String objection = modes.objection(inst, follows);
        if (objection != null) {
            throw refuse(inst, objection, MODE_REGISTER);
        }
    }

    /** Rule A-063: what MODE is known to hold can be read, and nothing else. */
    private void readMode(Decoded inst) {
        HardwareRegister field = HardwareRegister.of(inst.field('i'));
        Integer value = field.id() == HardwareRegister.MODE ? modes.read(field) : null;
        if (value == null) {
            throw new TranslationRefused(program.stage(), program.id(), inst.pc(), inst.toString(),
                    "reads bits of a hardware register that are not known here", MODE_REGISTER);
        }
        if (inst.destination(0) instanceof Operand.Sgpr sgpr) {
            registers.setWord(sgpr.index(), Const.i32(value));
        }
    }

    private void barrier(Decoded inst) {
        switch (program.stage()) {
            case COMPUTE -> emit.add(new Barrier(true, emit.pc()));
            case VERTEX -> VertexBarrier.drop(program, flow, inst);
            case HULL -> emit.add(new Barrier(true, emit.pc()));
            case PIXEL, EVALUATION, GEOMETRY -> throw refuse(inst, "barriers are not translated in this stage");
        }
    }

    private static final int GS_ALLOC_REQ = 9;
    private static final int ORDERED_PS_DONE = 7;

    private void message(Decoded inst) {
        // Rule C-001: the host's section ends with the program.
        if (program.stage() == ShaderStage.PIXEL && (inst.field('i') & 15) == ORDERED_PS_DONE) {
            return;
        }
        boolean exportsPrimitives = program.stage() == ShaderStage.VERTEX || program.stage() == ShaderStage.EVALUATION || launch != null;
        if (!exportsPrimitives || (inst.field('i') & 15) != GS_ALLOC_REQ) {
            throw refuse(inst, "sends a message that nothing receives");
        }
    }

    // Operands and results.

    /**
     * A vector register as an instruction reads it that acts in active lanes only: what it was given while the same lanes were
     * active, without what the others hold.
     */
    Value vgpr(int index) {
        return emit.whereActive(registers.vgpr(index), registers.mask(Registers.EXEC));
    }

    /** A 32-bit operand, without modifiers. */
    Value word(Operand operand) {
        return switch (operand) {
            case Operand.Vgpr vgpr -> vgpr(vgpr.index());
            case Operand.Sgpr sgpr -> registers.word(sgpr.index());
            case Operand.Constant constant -> Const.i32((int) constant.bits());
            case Operand.Special special -> special(special.source());
            case Operand.Off _ -> Const.i32(0);
            case Operand.Attribute _, Operand.Parameter _, Operand.Target _, Operand.VgprList _, Operand.MemoryOffset _ ->
                    throw new IllegalStateException(operand + " is no value");
        };
    }

    private Value special(SpecialSource source) {
        return switch (source) {
            case SCC -> emit.number(registers.scc());
            case VCCZ -> emit.number(emit.not(any(Registers.VCC)));
            case EXECZ -> emit.number(emit.not(any(Registers.EXEC)));
            case SHARED_BASE, SHARED_LIMIT, PRIVATE_BASE, PRIVATE_LIMIT -> Const.i32((int) aperture(source));
            // Rule C-002: no wave waits for another, so none has gone.
            case POPS_EXITING_WAVE_ID -> Const.i32(0);
            case LDS_DIRECT ->
                    throw refuse(emit.pc(), source.text() + " is not translated");
        };
    }

    /** The whole of an aperture source; 0 for any other (rule C-038). */
    private long aperture(SpecialSource source) {
        Apertures apertures = program.state().apertures();
        return switch (source) {
            case SHARED_BASE -> Apertures.base(apertures.sharedHigh());
            case SHARED_LIMIT -> Apertures.limit(apertures.sharedHigh());
            case PRIVATE_BASE -> Apertures.base(apertures.privateHigh());
            case PRIVATE_LIMIT -> Apertures.limit(apertures.privateHigh());
            case SCC, VCCZ, EXECZ, POPS_EXITING_WAVE_ID, LDS_DIRECT -> 0;
        };
    }

    /** A 64-bit operand, without modifiers. */
    Value wide(Operand operand) {
        return switch (operand) {
            case Operand.Vgpr vgpr -> emit.pack(vgpr(vgpr.index()), vgpr(vgpr.index() + 1));
            case Operand.Sgpr sgpr -> sgpr.index() == Registers.NULL ? Const.i64(0)
                    : emit.pack(registers.word(sgpr.index()), registers.word(sgpr.index() + 1));
            case Operand.Constant constant -> Const.i64(constant.bits());
            case Operand.Special special -> emit.pack(special(special.source()), Const.i32((int) (aperture(special.source()) >>> 32)));
            case Operand.Off _ -> Const.i64(0);
            case Operand.Attribute _, Operand.Parameter _, Operand.Target _, Operand.VgprList _, Operand.MemoryOffset _ ->
                    throw new IllegalStateException(operand + " is no value");
        };
    }

    /** A scalar source by its 8-bit code, where an encoding has no operand for it. */
    Value scalarSource(int code) {
        if (code < 128) {
            return registers.word(code);
        }
        if (code <= 208) {
            return Const.i32(code <= 192 ? code - 128 : 192 - code);
        }
        throw refuse(emit.pc(), "scalar source code " + code + " is not translated here");
    }

    /** Writes a scalar register, or a pair from a 64-bit value. */
    void setScalar(int index, Value value) {
        if (value.type() == ScalarType.I64) {
            Value high = emit.high(value);
            registers.setWord(index, emit.low(value));
            if (index != Registers.NULL) {
                registers.setWord(index + 1, high);
            }
        } else {
            registers.setWord(index, value.type() == ScalarType.B1 ? emit.number(value) : value);
        }
    }

    /** Writes a vector register where this lane is active. */
    void setVector(int index, Value value, boolean always, @Nullable Value alsoIf) {
        Value active = always ? Const.TRUE : registers.mask(Registers.EXEC);
        if (alsoIf != null) {
            active = emit.and(active, alsoIf);
        }
        registers.setVgpr(index, active.equals(Const.TRUE) ? value : emit.select(active, value, registers.vgpr(index)));
    }

    void setVector(int index, Value value) {
        setVector(index, value, false, null);
    }

    /** This lane's EXEC bit as a guard, null when it is known to be set. */
    @Nullable Value guard() {
        Value exec = registers.mask(Registers.EXEC);
        return exec.equals(Const.TRUE) ? null : exec;
    }

    /** Four or eight descriptor words from scalar registers. */
    List<Value> descriptor(int sgpr, int words) {
        List<Value> all = new ArrayList<>(words);
        for (int i = 0; i < words; i++) {
            all.add(registers.word(sgpr + i));
        }
        return all;
    }

    /** An {@code i32} as an {@code f32}. */
    Value real(Value word) {
        return emit.alu(AluOp.BITCAST, ScalarType.F32, word);
    }

    TranslationRefused refuse(Decoded inst, String reason) {
        return refuse(inst, reason, null);
    }

    TranslationRefused refuse(Decoded inst, String reason, @Nullable String pluginId) {
        return new TranslationRefused(program.stage(), program.id(), inst.pc(), inst.toString(), reason, pluginId);
    }

    TranslationRefused refuse(Pc pc, String reason) {
        return new TranslationRefused(program.stage(), program.id(), pc.byteOffset(), module.assemblyAt(pc), reason, null);
    }
}
