package org.lierne.lib.ngs2;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.memory.GuestMemory;

/** A voice that plays waves. */
final class Sampler extends Voice {
    private static final int STATE_BYTES = 0x38;

    private final WaveQueue queue = new WaveQueue(this::tell);
    private final Resampler resampler = new Resampler(queue);
    private @Nullable Format format;
    private @Nullable Callback callback;
    private float pitch = 1;

    Sampler(Rack rack, int index, long handle) {
        super(rack, index, handle);
    }

    private void tell(WaveQueue.Event event, QueuedBlock block) {
        Callback wanted = callback;
        if (wanted != null && (wanted.events() & event.flag()) != 0) {
            rack().system().tell(new BlockEvent(wanted, this, event, block.block(), block.data(), block.repeated()));
        }
    }

    void setFormat(Format wanted) {
        format = wanted;
        forget();
    }

    Optional<Format> format() {
        return Optional.ofNullable(format);
    }

    void setCallback(@Nullable Callback wanted) {
        callback = wanted;
    }

    void setPitch(float ratio) {
        pitch = ratio;
    }

    WaveQueue queue() {
        return queue;
    }

    void add(GuestMemory memory, long data, Block block, boolean more) {
        queue.add(new QueuedBlock(memory, format().orElseThrow(), data, block), more);
    }

    void forget() {
        queue.clear();
        resampler.clear();
    }

    @Override
    void ended() {
        forget();
    }

    @Override
    int channels() {
        return format().map(Format::channels).orElse(0);
    }

    @Override
    void fill(float[][] sound) {
        Format played = format;
        if (played != null) {
            resampler.play(sound, (double) pitch * played.rate() / rack().system().rate());
        }
        if (resampler.isOver()) {
            end();
        }
    }

    @Override
    byte[] state() {
        Optional<QueuedBlock> current = queue.current();
        return ByteBuffer.allocate(STATE_BYTES).order(ByteOrder.LITTLE_ENDIAN)
                .putInt(0x00, flags())
                .putFloat(0x08, 1)
                .putFloat(0x0C, peak())
                .putLong(0x18, queue.samples())
                .putLong(0x20, queue.bytes())
                .putLong(0x28, current.map(b -> b.block().mark()).orElse(0L))
                .putLong(0x30, current.map(b -> b.data() + b.bytesDone()).orElse(0L)).array();
    }
}
