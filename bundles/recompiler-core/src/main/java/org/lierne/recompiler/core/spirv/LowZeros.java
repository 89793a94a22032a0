package org.lierne.recompiler.core.spirv;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Extract;
import org.lierne.recompiler.ir.GlobalAccess;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Place;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.program.ShaderResource;

/** How many of a value's low bits are known to be zero, which tells whether an address is a multiple of an element's size. */
final class LowZeros {
    private static final int ALL = 64;

    private final IrModule module;
    private final Map<Ssa, Inst> definitions;
    /** What is being found out, which goes round a loop, counts as nothing known. */
    private final Map<Ssa, Integer> known = new HashMap<>();

    LowZeros(IrModule module) {
        this.module = module;
        this.definitions = Cleanup.definitions(module);
    }

    int of(@Nullable Value value) {
        if (value instanceof Const constant) {
            return Long.numberOfTrailingZeros(constant.bits());
        }
        if (!(value instanceof Ssa ssa)) {
            return 0;
        }
        Integer found = known.putIfAbsent(ssa, 0);
        if (found != null) {
            return found;
        }
        int zeros = switch (definitions.get(ssa)) {
            case Alu alu -> of(alu);
            case Extract part when isOfSpans(part.vector()) -> Byte.SIZE;
            case null, default -> 0;
        };
        known.put(ssa, zeros);
        return zeros;
    }

    private int of(Alu alu) {
        return switch (alu.op()) {
            case IADD, ISUB, OR, XOR -> Math.min(of(alu.operand(0)), of(alu.operand(1)));
            case AND -> Math.max(of(alu.operand(0)), of(alu.operand(1)));
            case IMUL -> Math.min(ALL, of(alu.operand(0)) + of(alu.operand(1)));
            case SHL -> Math.min(ALL, of(alu.operand(0)) + count(alu));
            case SELECT -> Math.min(of(alu.operand(1)), of(alu.operand(2)));
            case ZERO_EXTEND, SIGN_EXTEND, BITCAST, LOW_32, INEG -> of(alu.operand(0));
            case PACK_64 -> Math.min(Integer.SIZE, of(alu.operand(0)));
            default -> 0;
        };
    }

    /** By how many places at least a number is moved up: counts are taken modulo the width. */
    private static int count(Alu shift) {
        return shift.operand(1) instanceof Const count ? (int) count.bits() & shift.result().type().component().bits() - 1 : 0;
    }

    /** Ranges of memory on guest and device begin and end with pages. */
    private boolean isOfSpans(Value vector) {
        return vector instanceof Ssa ssa && definitions.get(ssa) instanceof GlobalAccess access
                && access.place() instanceof Place.ResourceRef place
                && module.resources().get(place.index()).kind() == ShaderResource.Kind.SPANS;
    }
}
