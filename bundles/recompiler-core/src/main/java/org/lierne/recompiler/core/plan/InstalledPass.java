package org.lierne.recompiler.core.plan;

import org.lierne.recompiler.pass.PassDeclaration;
import org.lierne.recompiler.pass.TranslationPass;

/**
 * A pass and what it declares.
 *
 * @param declaration from service properties, or from the class in tests
 * @param pass        the shared, stateless object
 */
public record InstalledPass(PassDeclaration declaration, TranslationPass pass) {
    /** A pass declared by its class. */
    public static InstalledPass of(TranslationPass pass) {
        return new InstalledPass(PassDeclaration.of(pass.getClass()), pass);
    }

    public String id() {
        return declaration.id();
    }
}
