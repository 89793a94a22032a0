package org.lierne.kernel.format;

import java.util.Optional;

/** What an image is, by {@code e_type}. */
public enum ImageType {
    /** Homebrew with a fixed address. */
    PLAIN_EXECUTABLE(2),
    /** Homebrew, position independent. */
    PLAIN_SHARED(3),
    FIXED_EXECUTABLE(0xfe00),
    STUB_LIBRARY(0xfe0c),
    EXECUTABLE(0xfe10),
    MODULE(0xfe18);

    private static final ImageType[] VALUES = values();

    private final int code;

    ImageType(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /** Homebrew: symbol names may be plain names without library and module. */
    public boolean isPlain() {
        return this == PLAIN_EXECUTABLE || this == PLAIN_SHARED;
    }

    public boolean isModule() {
        return this == MODULE;
    }

    public static Optional<ImageType> of(int code) {
        for (ImageType type : VALUES) {
            if (type.code == code) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }
}
