package org.lierne.recompiler.pass;

import java.util.List;

/** A compatibility mode inside other code: a constant of its room's enum. */
public interface CompatMode {
    /** The plugin id. */
    String id();

    /** The rules that state the behaviour. */
    List<String> rules();

    /** What happens when it is off. */
    Compat.Off off();

    /** Whether it is on unless a title or run says otherwise. */
    boolean on();
}
