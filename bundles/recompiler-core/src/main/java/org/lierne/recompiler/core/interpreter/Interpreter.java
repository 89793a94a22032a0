package org.lierne.recompiler.core.interpreter;

import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Effect;
import org.lierne.recompiler.isa.HardwareRegister;
import org.lierne.recompiler.isa.Operand;

/** Runs the instructions of one wave. What an instruction does comes from its row's effect; nothing here asks for an opcode. */
final class Interpreter {
    private static final int MODE_ROUND_MASK = 0x0f;
    private static final int MODE_DENORM_MASK = 0xf0;

    private final Workgroup group;
    private final Wave wave;
    private final LaneSem sem;
    private final MemoryUnit memory;
    private final LdsUnit lds;
    private long executed;

    Interpreter(Workgroup group, Wave wave) {
        this.group = group;
        this.wave = wave;
        this.sem = new LaneSem(wave);
        this.memory = new MemoryUnit(group, wave, sem);
        this.lds = new LdsUnit(group, wave, sem);
    }

    Wave wave() {
        return wave;
    }

    /** Instructions run so far. */
    long executed() {
        return executed;
    }

    /** Runs until the wave ends or reaches a barrier that it has not been let through. */
    void runToBarrier(long limit) {
        while (!wave.ended && !wave.atBarrier) {
            step();
            if (executed > limit) {
                throw new InterpreterRefusal(wave.pc, "wave", "ran " + limit + " instructions without ending");
            }
        }
    }

    /** Runs one instruction. The end of the program ends the wave. */
    void step() {
        if (wave.pc == group.program.sizeBytes()) {
            wave.ended = true;
            return;
        }
        Step step = group.program.at(wave.pc);
        executed++;
        wave.pc = step.decoded.nextPc();
        sem.begin(step);
        switch (step.effect) {
            case Effect.Alu alu -> alu.semantics().define(sem);
            case Effect.Hint _, Effect.Cache _ -> { }
            case Effect.Branch branch -> branch(step, branch);
            case Effect.Flow flow -> flow(step, flow.kind());
            case Effect.Memory access -> memory.access(step, access);
            case Effect.Lds access -> lds.access(step, access);
            case Effect.Image access -> group.outside.image(wave, step.decoded, access);
            case Effect.Export _ -> group.outside.export(wave, step.decoded);
            case Effect.Interpolate interpolate -> interpolate(step, interpolate.kind());
        }
    }

    private void branch(Step step, Effect.Branch branch) {
        boolean taken = switch (branch.condition()) {
            case ALWAYS -> true;
            case SCC0 -> !wave.scc;
            case SCC1 -> wave.scc;
            case VCCZ -> wave.vcc() == 0;
            case VCCNZ -> wave.vcc() != 0;
            case EXECZ -> wave.exec() == 0;
            case EXECNZ -> wave.exec() != 0;
            case DEBUG -> false;
        };
        if (taken) {
            wave.pc = target(step);
        }
    }

    private int target(Step step) {
        for (Step.Source source : step.sources) {
            if (source.operand instanceof Operand.Target target) {
                return target.pc();
            }
        }
        throw sem.refuse("has no target");
    }

    private void flow(Step step, Effect.Flow.Kind kind) {
        Decoded d = step.decoded;
        switch (kind) {
            case END, SET_KILL -> wave.ended = true;
            case SET_HALT -> {
                if ((immediate(step, 0) & 1) != 0) {
                    throw sem.refuse("halt not supported");
                }
            }
            case BARRIER -> wave.atBarrier = true;
            case GETPC -> sem.out(new long[] {group.program.address(d.nextPc())});
            case SETPC -> wave.pc = group.program.offset(sem.in(0)[0]);
            case SWAPPC -> {
                int to = group.program.called(d.pc(), sem.in(0)[0]);
                sem.out(new long[] {group.program.address(d.nextPc())});
                wave.pc = to;
            }
            case CALL -> {
                sem.out(new long[] {group.program.address(d.nextPc())});
                wave.pc = target(step);
            }
            case SUBVECTOR_BEGIN -> subvectorBegin(step);
            case SUBVECTOR_END -> subvectorEnd(step);
            case GETREG -> sem.out(new long[] {hardwareRegister(immediate(step, 0)) & 0xffffffffL});
            case SETREG -> setRegister(immediate(step, 0), (int) sem.in(1)[0]);
            case SETREG_LITERAL -> setRegister(immediate(step, 0), immediate(step, 1));
            case ROUND_MODE -> wave.mode(wave.mode() & ~MODE_ROUND_MASK | immediate(step, 0) & 15);
            case DENORM_MODE -> wave.mode(wave.mode() & ~MODE_DENORM_MASK | (immediate(step, 0) & 15) << 4);
            case CLEAR_EXCEPTIONS -> { }
            case WAVE_ID -> sem.out(new long[] {wave.number});
            case MESSAGE -> group.outside.message(wave, d, immediate(step, 0));
            case TIME, REAL_TIME -> sem.out(new long[] {executed});
            case TRAP, RETURN_FROM_EXCEPTION, ILLEGAL -> throw sem.refuse("not an instruction of a guest program");
        }
    }

    private int immediate(Step step, int i) {
        if (step.sources[i].operand instanceof Operand.Constant c) {
            return (int) c.bits();
        }
        throw sem.refuse("operand is no constant");
    }

    /** Rule A-011. */
    private void subvectorBegin(Step step) {
        if (wave.lanes == 32) {
            throw sem.refuse("subvector loops are for 64-lane waves");
        }
        int low = wave.scalar(Operand.Sgpr.EXEC_LO);
        int high = wave.scalar(Operand.Sgpr.EXEC_HI);
        if ((low | high) == 0) {
            wave.pc = target(step);
        } else if (low == 0) {
            sem.out(new long[] {low});
        } else {
            sem.out(new long[] {high & 0xffffffffL});
            wave.scalar(Operand.Sgpr.EXEC_HI, 0);
        }
    }

    private void subvectorEnd(Step step) {
        if (wave.lanes == 32) {
            throw sem.refuse("subvector loops are for 64-lane waves");
        }
        int saved = (int) sem.old()[0];
        if (wave.scalar(Operand.Sgpr.EXEC_HI) != 0) {
            wave.scalar(Operand.Sgpr.EXEC_LO, saved);
        } else if (saved != 0) {
            wave.scalar(Operand.Sgpr.EXEC_HI, saved);
            sem.out(new long[] {wave.scalar(Operand.Sgpr.EXEC_LO) & 0xffffffffL});
            wave.scalar(Operand.Sgpr.EXEC_LO, 0);
            wave.pc = target(step);
        }
    }

    private int hardwareRegister(int code) {
        HardwareRegister field = HardwareRegister.of(code);
        return field.read(switch (field.id()) {
            case HardwareRegister.MODE -> wave.mode();
            case HardwareRegister.STATUS -> (wave.scc ? 1 : 0) | (wave.exec() == 0 ? 1 << 9 : 0) | (wave.vcc() == 0 ? 1 << 10 : 0);
            default -> throw sem.refuse("hardware register is not modelled");
        });
    }

    /** Rule A-063: writes to registers other than MODE are ignored. */
    private void setRegister(int code, int value) {
        HardwareRegister field = HardwareRegister.of(code);
        if (field.id() == HardwareRegister.MODE) {
            wave.mode(field.write(wave.mode(), value));
        }
    }

    /** Interpolation: parameters come from outside, the arithmetic is here (B-014 for the 16-bit forms). */
    private void interpolate(Step step, Effect.Interpolate.Kind kind) {
        Decoded d = step.decoded;
        Operand.Attribute attribute = attribute(step);
        boolean high = d.attributeHigh();
        long[] result = new long[wave.lanes];
        FloatUnit floats = wave.floats();
        long[] old = kind == Effect.Interpolate.Kind.P2_F32 ? sem.old() : result;
        for (int l = 0; l < wave.lanes; l++) {
            if ((wave.exec() >>> l & 1) == 0) {
                continue;
            }
            int a = attribute.attribute();
            int c = attribute.channel();
            result[l] = switch (kind) {
                case P1_F32 -> floats.fma(org.lierne.recompiler.isa.FloatFormat.F32, word(d, a, c, 0, l), sem.in(0)[l], word(d, a, c, 2, l));
                case P2_F32 -> floats.fma(org.lierne.recompiler.isa.FloatFormat.F32, word(d, a, c, 1, l), sem.in(0)[l], old[l]);
                case MOV_F32 -> word(d, a, c, ((Operand.Parameter) step.sources[0].operand).index(), l);
                case P1LL_F16 -> floats.interpolateHalf(half(d, a, c, 0, l, high), sem.in(0)[l], half(d, a, c, 2, l, high));
                case P1LV_F16 -> floats.interpolateHalf(half(d, a, c, 0, l, high), sem.in(0)[l], sem.in(2)[l]);
                case P2_F16 -> floats.interpolateToHalf(half(d, a, c, 1, l, high), sem.in(0)[l], sem.in(2)[l]);
            };
        }
        sem.out(result);
    }

    private Operand.Attribute attribute(Step step) {
        for (Step.Source source : step.sources) {
            if (source.operand instanceof Operand.Attribute attribute) {
                return attribute;
            }
        }
        throw sem.refuse("names no attribute");
    }

    private long word(Decoded d, int attribute, int channel, int which, int lane) {
        return group.outside.parameter(wave, d, attribute, channel, which, lane) & 0xffffffffL;
    }

    private long half(Decoded d, int attribute, int channel, int which, int lane, boolean high) {
        return word(d, attribute, channel, which, lane) >>> (high ? 16 : 0) & 0xffff;
    }
}
