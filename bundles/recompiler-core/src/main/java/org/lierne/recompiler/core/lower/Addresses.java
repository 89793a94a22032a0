package org.lierne.recompiler.core.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Place;
import org.lierne.recompiler.ir.ScalarLoad;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;

/** Which words serve only to find others (rule A-066). */
final class Addresses {
    private static final int DEPTH = 8;

    private final Map<Value, List<Inst>> users = new HashMap<>();

    Addresses(IrModule module) {
        for (IrBlock block : module.blocks()) {
            for (Inst inst : block.instructions()) {
                inst.operands().forEach(operand -> users.computeIfAbsent(operand, _ -> new ArrayList<>()).add(inst));
            }
        }
    }

    /** Whether nothing uses the value but scalar loads, as their pointer; a value that nothing uses is one of them. */
    boolean isAddressOnly(Ssa value) {
        return isAddressOnly(value, DEPTH);
    }

    private boolean isAddressOnly(Ssa value, int depth) {
        return depth > 0 && users.getOrDefault(value, List.of()).stream().allMatch(inst -> switch (inst) {
            case ScalarLoad load -> load.place() instanceof Place.Address address && address.address().equals(value);
            case Alu alu -> alu.result().type() == ScalarType.I64 && isAddressOnly(alu.result(), depth - 1);
            default -> false;
        });
    }
}
