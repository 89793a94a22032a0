package org.lierne.recompiler.core.lift;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Export;
import org.lierne.recompiler.ir.Interp;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Undef;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Effect;
import org.lierne.recompiler.isa.Operand;

/** Exports and interpolation. */
final class StageLift {
    private final Lift lift;
    private final Emit emit;

    StageLift(Lift lift) {
        this.lift = lift;
        this.emit = lift.emit();
    }

    /** Documented: RDNA 2 ISA, "Export": targets 0 to 7 colour, 8 depth, 9 null, 12 to 15 position, 20 primitive, 32 on parameters. */
    void export(Decoded inst) {
        int word = inst.word(0);
        int enable = word & 15;
        int number = word >>> 4 & 63;
        boolean compressed = (word >>> 10 & 1) != 0;
        boolean done = (word >>> 11 & 1) != 0;
        boolean validMask = (word >>> 12 & 1) != 0;
        Export.Target target;
        int index = 0;
        if (number < 8) {
            target = Export.Target.MRT;
            index = number;
        } else if (number == 8) {
            target = Export.Target.MRTZ;
        } else if (number == 9) {
            target = Export.Target.NULL;
        } else if (number >= 12 && number < 16) {
            target = Export.Target.POSITION;
            index = number - 12;
        } else if (number == 20) {
            if (lift.isMesh()) {
                primitive(lift.vgpr(inst.word(1) & 0xff), lift.guard());
            } else if (lift.records() != null) {
                lift.records().primitive(lift.vgpr(inst.word(1) & 0xff), lift.guard());
            }
            // Else, in pass-through, the primitive word only names the lane's own vertices, which the host assembles itself.
            return;
        } else if (number >= 32) {
            target = Export.Target.PARAMETER;
            index = number - 32;
        } else {
            throw lift.refuse(inst, "export target " + number + " is not translated");
        }
        List<Value> values = new ArrayList<>();
        int count = compressed ? 2 : 4;
        for (int i = 0; i < count; i++) {
            boolean enabled = (enable >>> (compressed ? 2 * i : i) & (compressed ? 3 : 1)) != 0;
            values.add(enabled ? lift.vgpr(inst.word(1) >>> 8 * i & 0xff) : new Undef(ScalarType.I32));
        }
        Export export = new Export(target, index, enable, compressed, done, validMask, values, lift.guard(), emit.pc());
        if (lift.records() == null) {
            emit.add(export);
        } else {
            lift.records().export(inst, export);
        }
    }

    private static final int NO_PRIMITIVE = 1 << 31;

    /** A thread of a mesh program has no primitive until it exports one. */
    void exportNoPrimitive() {
        primitive(Const.i32(NO_PRIMITIVE), null);
    }

    private void primitive(Value word, @Nullable Value guard) {
        Value none = new Undef(ScalarType.I32);
        emit.add(new Export(Export.Target.PRIMITIVE, 0, 1, false, true, false, List.of(word, none, none, none), guard, emit.pc()));
    }

    void interpolate(Decoded inst, Effect.Interpolate.Kind kind) {
        Operand.Attribute attribute = attribute(inst);
        boolean high = inst.attributeHigh();
        Ssa result = emit.fresh(ScalarType.I32);
        Interp step = switch (kind) {
            case P1_F32 -> new Interp(result, Interp.Op.P1_F32, attribute.attribute(), attribute.channel(), false, weight(inst),
                    null, emit.pc());
            case P2_F32 -> new Interp(result, Interp.Op.P2_F32, attribute.attribute(), attribute.channel(), false, weight(inst),
                    lift.word(inst.destination(0)), emit.pc());
            case MOV_F32 -> new Interp(result, plane(inst), attribute.attribute(), attribute.channel(), false, null, null,
                    emit.pc());
            case P1LL_F16 -> new Interp(result, Interp.Op.P1LL_F16, attribute.attribute(), attribute.channel(), high,
                    weight(inst), null, emit.pc());
            case P1LV_F16 -> new Interp(result, Interp.Op.P1LV_F16, attribute.attribute(), attribute.channel(), high, weight(inst), addend(inst),
                    emit.pc());
            case P2_F16 -> new Interp(result, Interp.Op.P2_F16, attribute.attribute(), attribute.channel(), high, weight(inst), addend(inst),
                    emit.pc());
        };
        emit.add(step);
        if (inst.destination(0) instanceof Operand.Vgpr vgpr) {
            lift.setVector(vgpr.index(), result);
        }
    }

    private Operand.Attribute attribute(Decoded inst) {
        for (Operand operand : inst.sources()) {
            if (operand instanceof Operand.Attribute attribute) {
                return attribute;
            }
        }
        throw new IllegalStateException(inst + " names no attribute");
    }

    private Value weight(Decoded inst) {
        for (Operand operand : inst.sources()) {
            if (operand instanceof Operand.Vgpr vgpr) {
                return lift.vgpr(vgpr.index());
            }
        }
        throw new IllegalStateException(inst + " names no weight");
    }

    /** The last register among the sources. */
    private Value addend(Decoded inst) {
        for (Operand operand : inst.sources().reversed()) {
            if (operand instanceof Operand.Vgpr vgpr) {
                return lift.vgpr(vgpr.index());
            }
        }
        throw new IllegalStateException(inst + " names no addend");
    }

    private Interp.Op plane(Decoded inst) {
        for (Operand operand : inst.sources()) {
            if (operand instanceof Operand.Parameter parameter) {
                return switch (parameter.index()) {
                    case 0 -> Interp.Op.MOV_P10;
                    case 1 -> Interp.Op.MOV_P20;
                    case 2 -> Interp.Op.MOV_P0;
                    default -> throw lift.refuse(inst, "vertex parameter " + parameter.index() + " does not exist");
                };
            }
        }
        throw new IllegalStateException(inst + " names no vertex parameter");
    }
}
