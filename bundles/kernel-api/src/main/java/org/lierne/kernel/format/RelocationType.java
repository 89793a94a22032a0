package org.lierne.kernel.format;

import java.util.Optional;

/** Relocation types in use; S is the symbol's address, A the addend, B the image's base. */
public enum RelocationType {
    /** S + A. */
    ABSOLUTE(1),
    /** S; the addend is ignored. */
    GLOB_DAT(6),
    /** S; the addend is ignored. */
    JUMP_SLOT(7),
    /** B + A. */
    RELATIVE(8),
    /** The TLS id of the symbol's module. */
    TLS_MODULE(16),
    /** The symbol's value + A, an offset inside its module's TLS block. */
    TLS_OFFSET(17),
    /** The symbol's value + A - the static offset of its module's TLS block. */
    TLS_STATIC_OFFSET(18);

    private static final RelocationType[] VALUES = values();

    private final int code;

    RelocationType(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    public static Optional<RelocationType> of(int code) {
        for (RelocationType type : VALUES) {
            if (type.code == code) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }
}
