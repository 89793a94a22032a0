package org.lierne.lib.video_out;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.lierne.agc.VideoOutputs;

/** One display that writes down what it is told. */
final class OneDisplay implements VideoOutputs {
    final List<String> log = new ArrayList<>();
    private final Map<Integer, Integer> slots = new HashMap<>();
    private boolean isOpen;
    boolean isFull;

    @Override
    public OptionalInt open(int bus) {
        if (isOpen) {
            return OptionalInt.empty();
        }
        isOpen = true;
        return OptionalInt.of(1);
    }

    @Override
    public boolean isOpen(int handle) {
        return isOpen && handle == 1;
    }

    @Override
    public void close(int handle) {
        isOpen = false;
    }

    @Override
    public void register(int handle, int set, int first, List<Long> addresses, BufferLayout layout) {
        for (int i = 0; i < addresses.size(); i++) {
            slots.put(first + i, set);
        }
        log.add("register " + set + " " + first + " " + addresses + " " + layout);
    }

    @Override
    public boolean isSetUsed(int handle, int set) {
        return slots.containsValue(set);
    }

    @Override
    public boolean isSlotUsed(int handle, int slot) {
        return slots.containsKey(slot);
    }

    @Override
    public void unregister(int handle, int set) {
        slots.values().removeIf(s -> s == set);
    }

    @Override
    public void change(int handle, int set, BufferLayout layout) {
        log.add("change " + set + " " + layout);
    }

    @Override
    public boolean flip(int handle, int index, int mode, long argument) {
        log.add("flip " + index + " " + mode + " " + argument);
        return !isFull;
    }

    @Override
    public void setRate(int handle, int rate) {
        log.add("rate " + rate);
    }

    @Override
    public FlipStatus flipStatus(int handle) {
        return new FlipStatus(7, 8, 9, -10, 11, 12, 13, 1);
    }

    @Override
    public VblankStatus vblankStatus(int handle) {
        return new VblankStatus(20, 21, 22);
    }

    @Override
    public void awaitVblank(int handle) {
        log.add("blank");
    }

    @Override
    public long labels(int handle) {
        return 0x5000;
    }

    @Override
    public void addEvent(int handle, Event event, long queue, long userData) {
        log.add("add " + event + " " + queue + " " + userData);
    }

    @Override
    public void removeEvent(int handle, Event event, long queue) {
        log.add("remove " + event + " " + queue);
    }
}
