package org.lierne.lib.ngs2;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.memory.GuestMemory;

/** A block that is being played: gives its samples one by one, as often as it is repeated. */
final class QueuedBlock {
    private static final int CHUNK_UNITS = 64;
    private static final int FOR_EVER = -1;

    private final GuestMemory memory;
    private final Format format;
    private final Format.Packing packing;
    private final long data;
    private final Block block;
    /** Samples of each channel in one pass, and where in the data they start. */
    private final long samples;
    private final long skipped;
    private final VagDecoder[] decoders;
    private int repeatsLeft;
    private int repeated;
    private long position;
    private float @Nullable [] chunk;
    private long chunkStart;

    QueuedBlock(GuestMemory memory, Format format, long data, Block block) {
        this.memory = memory;
        this.format = format;
        this.packing = format.packing();
        this.data = data + block.offset();
        this.block = block;
        this.skipped = Integer.toUnsignedLong(block.skipped());
        this.samples = format.encoding() == Encoding.ATRAC9 ? Integer.toUnsignedLong(block.samples())
                : Math.clamp(block.bytes() / packing.unitBytes() * packing.unitSamples() - skipped, 0L, Integer.toUnsignedLong(block.samples()));
        this.repeatsLeft = block.repeats();
        this.decoders = new VagDecoder[format.channels()];
        Arrays.setAll(decoders, _ -> new VagDecoder());
    }

    Block block() {
        return block;
    }

    long data() {
        return data;
    }

    /** How often it has begun again. */
    int repeated() {
        return repeated;
    }

    boolean hasNext() {
        return position < samples;
    }

    /** Begins again; false if it was played as often as it should be. A block without samples is never repeated. */
    boolean repeat() {
        if (samples == 0 || repeatsLeft == 0) {
            return false;
        }
        if (repeatsLeft != FOR_EVER) {
            repeatsLeft--;
        }
        repeated++;
        position = 0;
        return true;
    }

    void endRepeats() {
        repeatsLeft = 0;
    }

    /** Bytes of this pass that are behind. */
    long bytesDone() {
        return format.encoding() == Encoding.ATRAC9 ? samples == 0 ? 0 : block.bytes() * position / samples
                : (skipped + position) / packing.unitSamples() * packing.unitBytes();
    }

    /** Puts the next sample of each channel. */
    void next(float[] into) {
        if (format.encoding() == Encoding.ATRAC9) {
            Arrays.fill(into, 0);
        } else {
            float[] values = chunk(skipped + position);
            System.arraycopy(values, (int) (skipped + position - chunkStart) * into.length, into, 0, into.length);
        }
        position++;
    }

    /** The decoded samples around a sample: whole units, channels in turn. */
    private float[] chunk(long sample) {
        long start = sample / packing.unitSamples() * packing.unitSamples();
        float[] held = chunk;
        if (held != null && sample >= chunkStart && sample < chunkStart + held.length / format.channels()) {
            return held;
        }
        long units = format.encoding() == Encoding.VAG ? 1
                : Math.min(CHUNK_UNITS, block.bytes() / packing.unitBytes() - start);
        byte[] bytes = memory.getBytes(data + start / packing.unitSamples() * packing.unitBytes(), (int) units * packing.unitBytes());
        float[] decoded = format.encoding() == Encoding.VAG ? decodeVag(bytes)
                : format.encoding().decode(bytes, (int) units * format.channels());
        chunk = decoded;
        chunkStart = start;
        return decoded;
    }

    private float[] decodeVag(byte[] bytes) {
        int channels = format.channels();
        float[] values = new float[VagDecoder.FRAME_SAMPLES * channels];
        for (int channel = 0; channel < channels; channel++) {
            int at = channel * VagDecoder.FRAME_BYTES;
            float[] one = decoders[channel].decode(Arrays.copyOfRange(bytes, at, at + VagDecoder.FRAME_BYTES));
            for (int i = 0; i < one.length; i++) {
                values[i * channels + channel] = one[i];
            }
        }
        return values;
    }
}
