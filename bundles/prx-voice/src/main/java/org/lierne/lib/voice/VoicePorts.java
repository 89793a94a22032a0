package org.lierne.lib.voice;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Ports by their numbers. */
final class VoicePorts {
    static final int MOST = 64;

    /** One port and what its owner set. */
    static final class Port {
        private final int type;
        private final int bitRate;
        private float volume;

        private Port(int type, int bitRate, float volume) {
            this.type = type;
            this.bitRate = bitRate;
            this.volume = volume;
        }

        int type() {
            return type;
        }

        /** Bits a second. */
        int bitRate() {
            return bitRate;
        }

        float volume() {
            return volume;
        }

        void setVolume(float volume) {
            this.volume = volume;
        }
    }

    private final Map<Integer, Port> ports = new HashMap<>();

    void clear() {
        ports.clear();
    }

    /** The least number that is free; empty if all are taken. */
    OptionalInt add(int type, int bitRate, float volume) {
        for (int number = 0; number < MOST; number++) {
            if (ports.putIfAbsent(number, new Port(type, bitRate, volume)) == null) {
                return OptionalInt.of(number);
            }
        }
        return OptionalInt.empty();
    }

    void remove(int number) {
        ports.remove(number);
    }

    Optional<Port> find(int number) {
        return Optional.ofNullable(ports.get(number));
    }
}
