package org.lierne.recompiler.isa;

/** What an instruction does, written once for every kind of value. Implemented by references to generic methods. */
@FunctionalInterface
public interface Semantics {
    /** Performs the instruction in terms of {@code s}: reads {@link Sem#in}, ends in {@link Sem#out} and its kin. */
    <V> void define(Sem<V> s);
}
