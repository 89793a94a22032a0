package org.lierne.recompiler.pass;

/** A workaround for certain drivers that is declared in one piece. */
public interface DeclaredQuirk extends DriverQuirk, DeclaredMode {
    @Override
    default Compat.Off off() {
        return declaration().off();
    }
}
