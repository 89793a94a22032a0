package org.lierne.agc.driver;

/** An engine that draws and dispatches so many times and then no more. */
final class LimitedEngine implements Engine {
    private final Engine engine;
    private final int limit;
    private final Runnable afterEach;
    private int done;

    /** @param afterEach done after each draw and dispatch */
    LimitedEngine(Engine engine, int limit, Runnable afterEach) {
        this.engine = engine;
        this.limit = limit;
        this.afterEach = afterEach;
    }

    boolean isOver() {
        return done >= limit;
    }

    /** Draws and dispatches so far. */
    int done() {
        return done;
    }

    @Override
    public void draw(DrawCall call, RegisterFile registers) {
        if (!isOver()) {
            engine.draw(call, registers);
            done++;
            afterEach.run();
        }
    }

    @Override
    public void dispatch(int x, int y, int z, int initiator, RegisterFile registers) {
        if (!isOver()) {
            engine.dispatch(x, y, z, initiator, registers);
            done++;
            afterEach.run();
        }
    }

    @Override
    public void barrier() {
        engine.barrier();
    }

    @Override
    public void flush() {
        engine.flush();
    }

    @Override
    public void whenDone(Runnable action) {
        engine.whenDone(action);
    }

    @Override
    public void whenVisible(Runnable action) {
        engine.whenVisible(action);
    }

    @Override
    public void reportSamples(long address) {
        engine.reportSamples(address);
    }

    @Override
    public GlobalShare globalShare() {
        return engine.globalShare();
    }

    @Override
    public void settle() {
        engine.settle();
    }

    @Override
    public void reads(long address, long bytes) {
        engine.reads(address, bytes);
    }

    @Override
    public void writes(long address, long bytes) {
        engine.writes(address, bytes);
    }

    @Override
    public void wrote(long address, long bytes) {
        engine.wrote(address, bytes);
    }

    @Override
    public void pushMarker(String text) {
        engine.pushMarker(text);
    }

    @Override
    public void popMarker() {
        engine.popMarker();
    }
}
