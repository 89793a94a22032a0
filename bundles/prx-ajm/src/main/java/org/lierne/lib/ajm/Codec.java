package org.lierne.lib.ajm;

import java.util.Arrays;
import java.util.Optional;

/** Codecs by the guest's numbers. */
enum Codec {
    MP3(0),
    ATRAC9(1),
    AAC(2);

    private final int number;

    Codec(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    static Optional<Codec> of(int number) {
        return Arrays.stream(values()).filter(c -> c.number == number).findFirst();
    }
}
