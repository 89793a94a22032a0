package org.lierne.recompiler.pass;

import java.util.List;

/** A mode that is declared in one piece: all that a constant of a room's enum says of itself. */
public interface DeclaredMode extends CompatMode {
    /** @see CompatMode */
    record Declaration(String id, List<String> rules, Compat.Off off, boolean on) {
        public Declaration {
            rules = List.copyOf(rules);
        }

        /** On; switched off, what it allows is refused. */
        public static Declaration refused(String id, String... rules) {
            return new Declaration(id, List.of(rules), Compat.Off.REFUSE, true);
        }

        /** On; switched off, the strict behaviour takes its place. */
        public static Declaration plain(String id, String... rules) {
            return new Declaration(id, List.of(rules), Compat.Off.PLAIN, true);
        }

        /** Off unless a title or run says otherwise. */
        public Declaration onlyIfAsked() {
            return new Declaration(id, rules, off, false);
        }
    }

    Declaration declaration();

    @Override
    default String id() {
        return declaration().id();
    }

    @Override
    default List<String> rules() {
        return declaration().rules();
    }

    @Override
    default Compat.Off off() {
        return declaration().off();
    }

    @Override
    default boolean on() {
        return declaration().on();
    }
}
