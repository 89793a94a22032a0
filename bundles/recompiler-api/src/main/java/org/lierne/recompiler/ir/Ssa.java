package org.lierne.recompiler.ir;

/**
 * The result of exactly one instruction of a module.
 *
 * @param id   unique in its module, from {@link IrModule#fresh(Type)}
 * @param type its type
 */
public record Ssa(int id, Type type) implements Value {
    /** The number, which tells values of a module apart; maps of values are then in an order that does not change from run to run. */
    @Override
    public int hashCode() {
        return id;
    }

    @Override
    public String word() {
        return "v" + id;
    }

    @Override
    public String toString() {
        return word() + ":" + type.word();
    }
}
