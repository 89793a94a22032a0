package org.lierne.recompiler.ir;

import java.util.ArrayList;
import java.util.List;

/** The value that came along the edge taken into the block. Phis stand before all other instructions of their block. */
public record Phi(Ssa result, List<Incoming> incoming, Pc pc) implements Inst {
    /**
     * One edge.
     *
     * @param block id of the predecessor
     * @param value what it brings
     */
    public record Incoming(int block, Value value) {
    }

    public Phi {
        incoming = List.copyOf(incoming);
    }

    @Override
    public List<Value> operands() {
        return incoming.stream().map(Incoming::value).toList();
    }

    @Override
    public Phi withOperands(List<Value> values) {
        List<Incoming> changed = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) {
            changed.add(new Incoming(incoming.get(i).block(), values.get(i)));
        }
        return new Phi(result, changed, pc);
    }

    /** The same phi with the edge from {@code from} now coming from {@code to}. */
    public Phi withPredecessor(int from, int to) {
        return new Phi(result, incoming.stream()
                .map(edge -> edge.block() == from ? new Incoming(to, edge.value()) : edge).toList(), pc);
    }

    @Override
    public boolean hasEffect() {
        return false;
    }
}
