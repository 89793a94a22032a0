package org.lierne.recompiler.core.lift;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Element;
import org.lierne.recompiler.ir.Export;
import org.lierne.recompiler.ir.GlobalAccess;
import org.lierne.recompiler.ir.MemoryOp;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.Place;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.program.InitialRegister;
import org.lierne.recompiler.program.ShaderResource;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;

/** Records of {@link StageState.PrimitiveGroup}: written where a program with primitives of its own exports, read by the one behind it. */
final class PrimitiveRecords {
    private static final int VECTOR_BYTES = 16;
    private static final int ONE = Float.floatToRawIntBits(1);
    private static final int POINTS = 3;
    /** Of an exported primitive: nine bits for each vertex, every ten. */
    private static final int INDEX_BITS = 9;
    private static final int INDEX_STEP = 10;

    private PrimitiveRecords() {}

    /** The records that a program fills. */
    static final class Written {
        private final Lift lift;
        private final Emit emit;
        private final StageState.PrimitiveGroup group;
        private final Value firstRecord;
        private final Value start;

        private Written(Lift lift, PrimitiveLaunch launch, StageState.Compute compute, StageState.PrimitiveGroup group) {
            this.lift = lift;
            this.emit = lift.emit();
            this.group = group;
            this.firstRecord = launch.firstRecord(compute.threads());
            this.start = emit.alu(AluOp.IMUL, ScalarType.I32, emit.add(firstRecord, launch.thread()), Const.i32(group.recordBytes()));
        }

        /** A thread has no primitive until it exports one. */
        static @Nullable Written of(Lift lift, @Nullable PrimitiveLaunch launch) {
            if (launch == null || !(lift.program().state().details() instanceof StageState.Compute compute) || compute.primitives() == null
                    || compute.primitives().mesh()) {
                return null;
            }
            Written records = new Written(lift, launch, compute, compute.primitives());
            records.store(records.group.primitiveOffset(), Collections.nCopies(POINTS, Const.i32(0)), null);
            return records;
        }

        /** @throws org.lierne.recompiler.program.TranslationRefused when records have no place for it */
        void export(Decoded inst, Export export) {
            int vector = switch (export.target()) {
                case POSITION -> vector(inst, export.index(), group.positions(), 0);
                case PARAMETER -> vector(inst, export.index(), group.parameters(), group.positions());
                default -> throw lift.refuse(inst, "a program with primitives of its own exports to this target", PrimitiveLaunch.ID);
            };
            if (export.compressed()) {
                throw lift.refuse(inst, "vertices are exported as halves", PrimitiveLaunch.ID);
            }
            boolean isCoordinate = export.target() == Export.Target.PARAMETER || export.index() == 0;
            List<Value> values = new ArrayList<>();
            for (int i = 0; i < export.values().size(); i++) {
                boolean isEnabled = (export.enable() >>> i & 1) != 0;
                values.add(isEnabled ? export.values().get(i) : Const.i32(isCoordinate && i == 3 ? ONE : 0));
            }
            store(VECTOR_BYTES * vector, values, export.guard());
        }

        private int vector(Decoded inst, int index, int count, int before) {
            if (index >= count) {
                throw lift.refuse(inst, "%d vectors of this kind are exported by the registers".formatted(count), PrimitiveLaunch.ID);
            }
            return before + index;
        }

        /** Documented: RDNA 2 ISA, "Export": three vertices of the workgroup; bit 31 for none. Edge flags are not looked at. */
        void primitive(Value word, @Nullable Value guard) {
            Value isNone = emit.alu(AluOp.INE, ScalarType.B1, emit.shiftRight(word, 31), Const.i32(0));
            Value first = emit.add(firstRecord, Const.i32(1));
            List<Value> points = new ArrayList<>();
            for (int i = 0; i < POINTS; i++) {
                points.add(i < group.pointsOut()
                        ? emit.select(isNone, Const.i32(0), emit.add(first, emit.field(word, INDEX_STEP * i, INDEX_BITS))) : Const.i32(0));
            }
            store(group.primitiveOffset(), points, guard);
        }

        private void store(int offset, List<Value> words, @Nullable Value guard) {
            emit.add(new GlobalAccess(null, MemoryOp.STORE, place(lift, true), emit.add(start, Const.i32(offset)), GlobalAccess.Segment.GLOBAL,
                    Element.dwords(words.size()), false, words, guard, emit.pc()));
        }
    }

    /** The record behind an invocation of the program that draws what was exported. */
    static final class Read {
        private final Lift lift;
        private final Emit emit;
        private final StageState.PrimitiveGroup group;
        private final Value exists;
        private final Value start;

        private Read(Lift lift, StageState.PrimitiveGroup group, Value number) {
            this.lift = lift;
            this.emit = lift.emit();
            this.group = group;
            Value points = Const.i32(group.pointsOut());
            Value primitive = emit.alu(AluOp.UDIV, ScalarType.I32, number, points);
            Value corner = emit.alu(AluOp.UMOD, ScalarType.I32, number, points);
            Value vertex = load(emit.add(mul(primitive, group.recordBytes()), emit.add(mul(corner, Integer.BYTES),
                    Const.i32(group.primitiveOffset()))), null);
            this.exists = emit.alu(AluOp.INE, ScalarType.B1, vertex, Const.i32(0));
            this.start = mul(emit.alu(AluOp.ISUB, ScalarType.I32, vertex, Const.i32(1)), group.recordBytes());
        }

        /** A word of the record; 0 where there is none. */
        Value word(int dword) {
            return load(emit.add(start, Const.i32(Integer.BYTES * dword)), exists);
        }

        private Value load(Value at, @Nullable Value guard) {
            Ssa word = emit.fresh(ScalarType.I32);
            emit.add(new GlobalAccess(word, MemoryOp.LOAD, place(lift, false), at, GlobalAccess.Segment.GLOBAL, Element.dwords(1), false, List.of(),
                    guard, Pc.NONE));
            return word;
        }

        private Value mul(Value value, int by) {
            return emit.alu(AluOp.IMUL, ScalarType.I32, value, Const.i32(by));
        }
    }

    /** What a program's registers ask for; null where none holds a word of a record. */
    static @Nullable Read read(Lift lift, Function<StageInput, Value> inputs) {
        for (InitialRegister register : lift.program().state().registers()) {
            if (register.value() instanceof InitialRegister.Value.Exported exported) {
                return new Read(lift, exported.group(), inputs.apply(StageInput.VERTEX_INDEX_WITH_BASE));
            }
        }
        return null;
    }

    private static Place place(Lift lift, boolean isWritten) {
        return new Place.ResourceRef(lift.ownResource(ShaderResource.Kind.EXPORTED, isWritten).index());
    }
}
