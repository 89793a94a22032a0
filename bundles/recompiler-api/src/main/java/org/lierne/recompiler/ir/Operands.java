package org.lierne.recompiler.ir;

import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hands a list of new operands out in the order in which {@link Inst#operands()} listed the old ones. */
final class Operands {
    private final Iterator<Value> values;

    Operands(List<Value> values) {
        this.values = values.iterator();
    }

    Value next() {
        return values.next();
    }

    @Nullable Value optional(@Nullable Value old) {
        return old == null ? null : values.next();
    }

    List<Value> list(int count) {
        return java.util.stream.Stream.generate(values::next).limit(count).toList();
    }

    Place place(Place old) {
        return old.withOperands(list(old.operands().size()));
    }
}
