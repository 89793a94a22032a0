package org.lierne.lib.ngs2;

import java.util.HashMap;
import java.util.Map;

/** One voice of a rack: a source or a mixer, in one of its states, with ports to other voices. */
abstract class Voice {
    static final int PLAY = 1;
    static final int STOP = 2;
    static final int STOP_NOW = 4;
    static final int KILL = 8;
    static final int PAUSE = 16;
    static final int RESUME = 32;

    private static final int IN_USE = 1;
    private static final int SOUNDS = 2;
    private static final int IS_PAUSED = 4;
    private static final int IS_STOPPED = 8;

    private enum State {
        IDLE(0),
        STARTED(IN_USE),
        PLAYING(IN_USE | SOUNDS),
        PAUSED(IN_USE | IS_PAUSED),
        STOPPED(IN_USE | SOUNDS | IS_STOPPED);

        private final int flags;

        State(int flags) {
            this.flags = flags;
        }
    }

    private final Rack rack;
    private final int index;
    private final long handle;
    private final Map<Integer, Port> ports = new HashMap<>();
    private final Map<Integer, float[]> matrices = new HashMap<>();
    private State state = State.IDLE;
    private float[] peaks = {};

    Voice(Rack rack, int index, long handle) {
        this.rack = rack;
        this.index = index;
        this.handle = handle;
    }

    Rack rack() {
        return rack;
    }

    int index() {
        return index;
    }

    long handle() {
        return handle;
    }

    /** State bits: 1 in use, 2 plays, 4 paused, 8 stopped. */
    int flags() {
        return state.flags;
    }

    boolean isActive() {
        return state != State.IDLE;
    }

    Port port(int number) {
        return ports.getOrDefault(number, Port.OPEN);
    }

    void setPort(int number, Port port) {
        ports.put(number, port);
    }

    /** Ports to voices of a rack are left open. */
    void unpatch(Rack gone) {
        ports.replaceAll((_, port) -> port.destination() != null && port.destination().rack() == gone ? port.to(null, 0) : port);
    }

    Iterable<Port> ports() {
        return ports.values();
    }

    /** @param levels for each channel of this voice the levels to each channel of the other */
    void setMatrix(int number, float[] levels) {
        matrices.put(number, levels);
    }

    /** False for an event that does not exist. */
    boolean act(int event) {
        switch (event) {
            case PLAY -> state = state == State.IDLE || state == State.STOPPED ? State.STARTED : state;
            case STOP -> state = state == State.IDLE ? State.IDLE : State.STOPPED;
            case STOP_NOW, KILL -> end();
            case PAUSE -> state = state == State.STARTED || state == State.PLAYING ? State.PAUSED : state;
            case RESUME -> state = state == State.PAUSED ? State.PLAYING : state;
            default -> {
                return false;
            }
        }
        return true;
    }

    final void end() {
        state = State.IDLE;
        ended();
    }

    /** What the title gave is forgotten. */
    abstract void ended();

    abstract int channels();

    /** Makes a grain of sound by channel: silence while this voice is paused, and its last when it was stopped. */
    final float[][] render(int samples) {
        float[][] sound = new float[channels()][samples];
        if (state == State.STOPPED) {
            end();
        } else if (state == State.STARTED || state == State.PLAYING) {
            state = State.PLAYING;
            fill(sound);
        }
        peaks = peaks(sound);
        return sound;
    }

    /** The greatest value of each channel, whatever its sign. */
    static float[] peaks(float[][] sound) {
        float[] peaks = new float[sound.length];
        for (int channel = 0; channel < sound.length; channel++) {
            for (float value : sound[channel]) {
                peaks[channel] = Math.max(peaks[channel], Math.abs(value));
            }
        }
        return peaks;
    }

    /** Of the last grain, by channel. */
    final float[] peaks() {
        return peaks;
    }

    /** The greatest of all channels in the last grain. */
    final float peak() {
        float peak = 0;
        for (float one : peaks) {
            peak = Math.max(peak, one);
        }
        return peak;
    }

    /** Adds this voice's sound to silence. */
    abstract void fill(float[][] sound);

    /** The record of this voice's state, as a title reads it. */
    abstract byte[] state();

    /** Adds a grain to the voice behind a port. */
    final void send(Port port, float[][] sound) {
        if (port.destination() instanceof Mixer mixer) {
            mixer.take(sound, matrices.get(port.matrix()), port.volume());
        }
    }
}
