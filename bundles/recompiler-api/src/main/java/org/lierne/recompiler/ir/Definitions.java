package org.lierne.recompiler.ir;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The instruction that defines each value of a module, in an array by the values' numbers. */
final class Definitions extends AbstractMap<Ssa, Inst> {
    private @Nullable Inst[] all;

    /** @param limit a number that no value has reached */
    Definitions(int limit) {
        this.all = new Inst[limit];
    }

    @Override
    public @Nullable Inst get(@Nullable Object key) {
        return key instanceof Ssa ssa && ssa.id() >= 0 && ssa.id() < all.length ? all[ssa.id()] : null;
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return get(key) != null;
    }

    @Override
    public @Nullable Inst put(Ssa result, Inst definition) {
        if (result.id() >= all.length) {
            all = Arrays.copyOf(all, 2 * result.id() + 1);
        }
        Inst before = all[result.id()];
        all[result.id()] = definition;
        return before;
    }

    @Override
    public Set<Map.Entry<Ssa, Inst>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Map.Entry<Ssa, Inst>> iterator() {
                return Arrays.stream(all).filter(Objects::nonNull).map(inst -> Map.entry(Objects.requireNonNull(inst.result()), inst)).iterator();
            }

            @Override
            public int size() {
                return (int) Arrays.stream(all).filter(Objects::nonNull).count();
            }
        };
    }
}
