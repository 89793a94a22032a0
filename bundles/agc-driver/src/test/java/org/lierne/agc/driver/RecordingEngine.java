package org.lierne.agc.driver;

import java.util.ArrayList;
import java.util.List;

/**
 * An engine that writes down what it is asked to do and does nothing. Actions run when {@link #finish} is called, or at
 * once.
 */
class RecordingEngine implements Engine {
    private final GlobalShare share = new GlobalShare(java.lang.foreign.MemorySegment.ofArray(new byte[GlobalShare.BYTES]));
    final List<String> log = new ArrayList<>();
    final List<DrawCall> draws = new ArrayList<>();
    /** Where the processor was about to write. */
    final List<Long> announced = new ArrayList<>();
    final List<RegisterFile> states = new ArrayList<>();
    private final List<Runnable> later = new ArrayList<>();
    boolean isDeferring;

    @Override
    public void draw(DrawCall call, RegisterFile registers) {
        log.add(call.toString());
        draws.add(call);
        states.add(registers.copy());
    }

    @Override
    public void dispatch(int x, int y, int z, int initiator, RegisterFile registers) {
        log.add("dispatch %d %d %d 0x%x".formatted(x, y, z, initiator));
        states.add(registers.copy());
    }

    @Override
    public void barrier() {
        log.add("barrier");
    }

    @Override
    public void whenDone(Runnable action) {
        if (isDeferring) {
            later.add(action);
        } else {
            action.run();
        }
    }

    @Override
    public void reportSamples(long address) {
        log.add("samples at 0x%x".formatted(address));
    }

    @Override
    public GlobalShare globalShare() {
        return share;
    }

    void finish() {
        later.forEach(Runnable::run);
        later.clear();
    }

    @Override
    public void writes(long address, long bytes) {
        announced.add(address);
    }

    @Override
    public void settle() {}

    @Override
    public void flush() {}

    @Override
    public void pushMarker(String text) {
        log.add("push " + text);
    }

    @Override
    public void popMarker() {
        log.add("pop");
    }

    @Override
    public long clock() {
        return 0x123456789L;
    }
}
