package org.lierne.kernel.format;

import java.util.Optional;

/** Types of program headers that the format knows. */
public enum SegmentType {
    NULL(0),
    LOAD(1),
    DYNAMIC(2),
    INTERPRETER(3),
    NOTE(4),
    PROGRAM_HEADERS(6),
    TLS(7),
    /** Tables of the older generation, addressed by offset in this segment. */
    LIBRARY_DATA(0x61000000),
    PROCESS_PARAMETERS(0x61000001),
    MODULE_PARAMETERS(0x61000002),
    /** RELRO of the older generation: loaded like LOAD. */
    LOADED_RELRO(0x61000010),
    EH_FRAME_HEADER(0x6474e550),
    STACK(0x6474e551),
    RELRO(0x6474e552),
    COMMENT(0x6fffff00),
    LIBRARY_VERSIONS(0x6fffff01);

    private static final SegmentType[] VALUES = values();

    private final int code;

    SegmentType(int code) {
        this.code = code;
    }

    /** The value of {@code p_type}. */
    public int code() {
        return code;
    }

    public static Optional<SegmentType> of(int code) {
        for (SegmentType type : VALUES) {
            if (type.code == code) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }
}
