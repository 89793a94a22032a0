package org.lierne.hle;

/** Our own gap, or a use that nobody has described: stops the title with function, arguments and caller added by the binder. */
public final class HleRefusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    public HleRefusal(String reason) {
        super(reason);
    }
}
