package org.lierne.recompiler.core.lift;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Element;
import org.lierne.recompiler.ir.GlobalAccess;
import org.lierne.recompiler.ir.Input;
import org.lierne.recompiler.ir.MemoryOp;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.Place;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderResource;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslationRefused;

/**
 * What registers hold at the start of a program with primitives of its own: a workgroup of the dispatch's row gets the next primitives of
 * an instance, the row is the instance. No vertex is shared between primitives. Documented: Mesa, the registers of merged geometry
 * programs, and wave and group fields of s3 (rule B-010).
 */
final class PrimitiveLaunch {
    static final String ID = "stage.mesh.entry";
    private static final int MOST_WAVES = 15;
    private static final int INDEX_BYTES = 4;

    private final Lift lift;
    private final Emit emit;
    private final int lanes;
    private final int waves;
    private final StageState.PrimitiveGroup group;
    private final Value thread;
    /** Primitive of the instance with which the workgroup starts. */
    private final Value firstPrimitive;
    private final Value primitives;
    private final Value vertices;

    private PrimitiveLaunch(Lift lift, StageState.PrimitiveGroup group, int waves) {
        this.lift = lift;
        this.emit = lift.emit();
        this.lanes = lift.program().waveSize();
        this.waves = waves;
        this.group = group;
        this.thread = raw(StageInput.LOCAL_INVOCATION_X);
        this.firstPrimitive = mul(raw(StageInput.WORKGROUP_ID_X), group.primitives());
        this.primitives = emit.alu(AluOp.UMIN, ScalarType.I32, sub(raw(StageInput.PRIMITIVES_OF_INSTANCE), firstPrimitive),
                Const.i32(group.primitives()));
        this.vertices = mul(primitives, group.pointsIn());
    }

    /** Null for a program that gets no primitives. */
    static @Nullable PrimitiveLaunch of(Lift lift) {
        ShaderProgram program = lift.program();
        if (!(program.state().details() instanceof StageState.Compute compute) || compute.primitives() == null) {
            return null;
        }
        int waves = compute.threads() / program.waveSize();
        if (waves * program.waveSize() != compute.threads()) {
            throw refuse(program, "%d threads leave a wave of %d lanes partial".formatted(compute.threads(), program.waveSize()));
        }
        if (waves > MOST_WAVES) {
            throw refuse(program, "%d waves in a group, four bits of s3 name %d at most".formatted(waves, MOST_WAVES));
        }
        return new PrimitiveLaunch(lift, compute.primitives(), waves);
    }

    private static TranslationRefused refuse(ShaderProgram program, String reason) {
        return new TranslationRefused(program.stage(), program.id(), Pc.NONE.byteOffset(), "", reason, ID);
    }

    /** A register's contents; null for an input that every workgroup has. */
    @Nullable Value input(StageInput input) {
        return switch (input) {
            case MERGED_WAVE_INFO -> mergedWaveInfo();
            case GS_GROUP_INFO -> emit.or(emit.shiftLeft(vertices, 12), emit.shiftLeft(primitives, 22));
            case PRIMITIVE_WORD -> group.packed() ? emit.or(point(0), emit.or(emit.shiftLeft(point(1), 10), emit.shiftLeft(point(2), 20)))
                    : points(0);
            case PRIMITIVE_POINTS_2_3 -> points(2);
            case PRIMITIVE_POINTS_4_5 -> points(4);
            case PRIMITIVE_ID -> emit.add(firstPrimitive, ofThread());
            case GS_INVOCATION -> emit.alu(AluOp.UMOD, ScalarType.I32, thread, Const.i32(group.invocations()));
            case VERTEX_INDEX_WITH_BASE -> vertexIndex();
            case INSTANCE_INDEX_WITH_BASE -> emit.add(raw(StageInput.WORKGROUP_ID_Y), raw(StageInput.FIRST_INSTANCE));
            default -> null;
        };
    }

    private Value mergedWaveInfo() {
        Value wave = emit.field(raw(StageInput.TG_SIZE), 6, 6);
        Value before = mul(wave, lanes);
        Value counts = emit.or(ofWave(vertices, before), emit.shiftLeft(ofWave(mul(primitives, group.invocations()), before), 8));
        return emit.or(counts, emit.or(emit.shiftLeft(wave, 24), Const.i32(waves << 28)));
    }

    /** How many of a workgroup's things fall to a wave. */
    private Value ofWave(Value all, Value before) {
        Value rest = sub(emit.alu(AluOp.UMAX, ScalarType.I32, all, before), before);
        return emit.alu(AluOp.UMIN, ScalarType.I32, rest, Const.i32(lanes));
    }

    /** The workgroup's primitive that the thread has. */
    private Value ofThread() {
        return group.invocations() == 1 ? thread : emit.alu(AluOp.UDIV, ScalarType.I32, thread, Const.i32(group.invocations()));
    }

    /** A vertex of the thread's primitive, by its number in the workgroup. */
    private Value point(int number) {
        return number < group.pointsIn() ? emit.add(mul(ofThread(), group.pointsIn()), Const.i32(number)) : Const.i32(0);
    }

    private Value points(int first) {
        return emit.or(mul(point(first), group.itemDwords()), emit.shiftLeft(mul(point(first + 1), group.itemDwords()), 16));
    }

    private Value vertexIndex() {
        Ssa index = emit.fresh(ScalarType.I32);
        Value place = emit.add(mul(firstPrimitive, group.pointsIn()), thread);
        emit.add(new GlobalAccess(index, MemoryOp.LOAD, new Place.ResourceRef(lift.ownResource(ShaderResource.Kind.DRAWN_VERTICES, false).index()),
                mul(place, INDEX_BYTES), GlobalAccess.Segment.GLOBAL, Element.dwords(1), false, List.of(),
                emit.alu(AluOp.ULT, ScalarType.B1, thread, vertices), Pc.NONE));
        return index;
    }

    /** The number of the workgroup's first record among those of the draw. */
    Value firstRecord(int threads) {
        Value row = emit.alu(AluOp.IMUL, ScalarType.I32, raw(StageInput.WORKGROUP_ID_Y), raw(StageInput.WORKGROUPS_X));
        return mul(emit.add(row, raw(StageInput.WORKGROUP_ID_X)), threads);
    }

    Value thread() {
        return thread;
    }

    private Value raw(StageInput input) {
        Ssa result = emit.fresh(ScalarType.I32);
        emit.add(new Input(result, input, Pc.NONE));
        return result;
    }

    private Value mul(Value value, int by) {
        return emit.alu(AluOp.IMUL, ScalarType.I32, value, Const.i32(by));
    }

    private Value sub(Value from, Value value) {
        return emit.alu(AluOp.ISUB, ScalarType.I32, from, value);
    }
}
