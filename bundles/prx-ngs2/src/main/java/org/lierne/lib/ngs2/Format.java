package org.lierne.lib.ngs2;

import org.lierne.host.media.Atrac9Stream;
import org.lierne.host.media.MediaRefused;

/**
 * How a wave is written.
 *
 * @param rate          samples a second of each channel
 * @param configuration of ATRAC9, its first byte the highest
 */
record Format(Encoding encoding, int channels, int rate, int configuration, Packing packing) {
    static final int MOST_CHANNELS = 37;

    /**
     * The least pieces that can be decoded.
     *
     * @param unitBytes    bytes of a unit
     * @param unitSamples  of each channel in it
     * @param unitsInFrame units that only come together
     * @param delay        samples that a decoder gives before the first of the wave
     */
    record Packing(int unitBytes, int unitSamples, int unitsInFrame, int delay) {
        int frameBytes() {
            return unitBytes * unitsInFrame;
        }

        int frameSamples() {
            return unitSamples * unitsInFrame;
        }
    }

    static Format of(Encoding encoding, int channels, int rate, int configuration) throws WaveformException {
        if (channels < 1 || channels > MOST_CHANNELS) {
            throw new WaveformException(Ngs2Error.UNKNOWN_FORMAT);
        }
        return new Format(encoding, channels, rate, configuration, packing(encoding, channels, configuration));
    }

    private static Packing packing(Encoding encoding, int channels, int configuration) throws WaveformException {
        return switch (encoding) {
            case VAG -> new Packing(VagDecoder.FRAME_BYTES * channels, VagDecoder.FRAME_SAMPLES, 1, 0);
            case ATRAC9 -> packing(configuration);
            default -> new Packing(encoding.valueBytes() * channels, 1, 1, 0);
        };
    }

    private static Packing packing(int configuration) throws WaveformException {
        try {
            Atrac9Stream stream = Atrac9Stream.of(configuration);
            int units = stream.superframeSamples() / stream.frameSamples();
            return new Packing(stream.superframeBytes() / units, stream.frameSamples(), units, stream.frameSamples());
        } catch (MediaRefused e) {
            throw new WaveformException(Ngs2Error.UNKNOWN_FORMAT);
        }
    }

    /** The frames that hold these samples. Where samples can be left out at their start they are counted, else all of the frames are played. */
    Block block(long position, long samples) {
        int frameSamples = packing.frameSamples();
        long first = position / frameSamples;
        long frames = Math.ceilDiv(position + samples + packing.delay(), frameSamples) - first;
        boolean isWhole = encoding == Encoding.VAG;
        return new Block(first * packing.frameBytes(), frames * packing.frameBytes(), 0,
                isWhole ? 0 : (int) (packing.delay() + position % frameSamples), (int) (isWhole ? frames * frameSamples : samples), 0, 0);
    }
}
