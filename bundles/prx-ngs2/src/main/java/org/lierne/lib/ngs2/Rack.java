package org.lierne.lib.ngs2;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** Voices of one kind. */
final class Rack {
    private final SoundSystem system;
    private final RackKind kind;
    private final RackOption option;
    private final Lease lease;
    private final long handle;
    private final List<Voice> voices = new ArrayList<>();
    private long userValue;

    Rack(SoundSystem system, RackKind kind, RackOption option, Lease lease, LongSupplier handles) {
        this.system = system;
        this.kind = kind;
        this.option = option;
        this.lease = lease;
        this.handle = handles.getAsLong();
        for (int i = 0; i < option.voices(); i++) {
            voices.add(kind.voice(this, i, handles.getAsLong()));
        }
    }

    SoundSystem system() {
        return system;
    }

    RackKind kind() {
        return kind;
    }

    RackOption option() {
        return option;
    }

    /** The title's memory that it was given. */
    Lease lease() {
        return lease;
    }

    long handle() {
        return handle;
    }

    List<Voice> voices() {
        return voices;
    }

    long userValue() {
        return userValue;
    }

    void setUserValue(long value) {
        userValue = value;
    }
}
