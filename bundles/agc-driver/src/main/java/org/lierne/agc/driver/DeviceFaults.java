package org.lierne.agc.driver;

import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.BufferMemory;
import org.lierne.gpu.GpuBuffer;
import org.lierne.gpu.GpuDevice;
import org.lierne.recompiler.program.DescriptorWalker;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.DeviceFault;
import org.lierne.recompiler.program.RecordedResources;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MarkerFactory;

/**
 * Faults that programs tell of themselves while they run. Each draw or dispatch whose program can fault has four words
 * of its own, which are read when it is done: one line a fault, or the title stops where {@link
 * GraphicsCompat#DEVICE_FAULTS} or {@link GraphicsCompat#UNLINKED_CALLS} is off.
 */
final class DeviceFaults {
    private static final Logger LOG = LoggerFactory.getLogger(DeviceFaults.class);
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int MAX_LINES = 100;

    /**
     * What a program runs with, to name what it faulted at.
     *
     * @param unbound why records of tables could not be bound
     */
    record Work(String where, RecordedResources resources, DescriptorWalker walker, Map<DescriptorWords, String> unbound) {}

    private record Pending(GpuBuffer words, Work work) {}

    private final GpuDevice device;
    private final Modes modes;
    private List<Pending> recorded = new ArrayList<>();
    private int lines;
    private volatile @Nullable String stop;

    DeviceFaults(GpuDevice device, Modes modes) {
        this.device = device;
        this.modes = modes;
    }

    /** Words for one draw or dispatch that is being recorded. */
    GpuBuffer words(Work work) {
        GpuBuffer buffer = device.buffer(4L * DeviceFault.WORDS, BufferMemory.READBACK, "faults");
        buffer.mapped().fill((byte) 0);
        recorded.add(new Pending(buffer, work));
        return buffer;
    }

    /** What was recorded is on its way. */
    void submitted(long ticket) {
        if (!recorded.isEmpty()) {
            List<Pending> under = recorded;
            recorded = new ArrayList<>();
            device.whenReached(ticket, () -> under.forEach(this::read));
        }
    }

    /** @throws WorkRefused when a fault was read and faults are not let pass */
    void check() {
        String reason = stop;
        if (reason != null) {
            throw new WorkRefused(reason);
        }
    }

    private synchronized void read(Pending pending) {
        int[] words = new int[DeviceFault.WORDS];
        for (int i = 0; i < words.length; i++) {
            words[i] = pending.words.mapped().get(WORD, 4L * i);
        }
        pending.words.close();
        if (words[0] != 0) {
            String text = text(words, pending.work);
            GraphicsCompat mode = words[0] == DeviceFault.UNLINKED_CALL.code() ? GraphicsCompat.UNLINKED_CALLS
                    : GraphicsCompat.DEVICE_FAULTS;
            if (!modes.acts(mode, text)) {
                stop = "stopped: " + text + " (" + mode.id() + " is off)";
            } else if (lines++ < MAX_LINES) {
                LOG.atWarn().addMarker(MarkerFactory.getMarker("GPU")).log("{}", text);
            }
        }
    }

    /** {@code cs 1f2e at 0x8000 pc=0x0010: a scalar load through the pointer 0x500 from memory}. */
    static String text(int[] words, Work work) {
        DeviceFault fault = DeviceFault.of(words[0]);
        if (fault == null) {
            return "%s: fault 0x%x".formatted(work.where, words[0]);
        }
        long address = Integer.toUnsignedLong(words[2]) | (long) words[3] << 32;
        String about = switch (fault) {
            case BAD_POINTER -> " the pointer 0x%x from memory".formatted(address);
            case UNALIGNED, UNMAPPED -> (words[3] == 0 && fault == DeviceFault.UNALIGNED ? " the LDS address 0x%x" : " the address 0x%x").formatted(address);
            case UNLINKED_CALL -> " 0x%x".formatted(address);
            default -> ": " + work.resources.describe(words[2], words[3], work.walker) + work.resources.record(words[2], words[3])
                    .map(work.unbound::get).map(cause -> ", " + cause).orElse("");
        };
        return "%s pc=0x%04x: fault %d: %s%s".formatted(work.where, words[1], words[0] & 0xFF, fault.text(), about);
    }
}
