package org.lierne.lib.ngs2;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.hle.HleRefusal;

/** Reads the heads of RIFF and VAG files. Documented: public descriptions of both; which kinds the console takes is assumed: lib.ngs2. */
final class WaveformReader {
    private static final int MAGIC_BYTES = 4;
    private static final int PCM = 1;
    private static final int FLOAT = 3;
    private static final int EXTENSIBLE = 0xFFFE;
    private static final int EXTENSIBLE_BYTES = 0x28;
    private static final int KIND_OFFSET = 0x18;
    /** A head of this size is that of ATRAC9. */
    private static final int ATRAC9_BYTES = 0x34;
    private static final int ATRAC9_CONFIGURATION_OFFSET = 0x2C;
    private static final byte[] PCM_KIND = HexFormat.of().parseHex("0100000000001000800000aa00389b71");
    private static final int MOST_CHUNKS = 1024;
    private static final int FORMAT_BYTES = 0x10;
    private static final int LOOPS_OFFSET = 0x1C;
    private static final int LOOP_START_OFFSET = 0x2C;
    private static final int LOOP_END_OFFSET = 0x30;
    private static final int SAMPLER_BYTES = 0x34;
    private static final int VAG_HEAD_BYTES = 0x30;
    private static final int VAG_LOOP_START = 6;
    private static final int VAG_LOOP_END = 3;
    private static final int VAG_MOST_BYTES = 1 << 28;

    /** Where a chunk's content lies. */
    private record Chunk(long at, long bytes) {}

    private final ByteSource source;

    WaveformReader(ByteSource source) {
        this.source = source;
    }

    Waveform read() throws WaveformException {
        return switch (new String(bytes(0, MAGIC_BYTES), StandardCharsets.ISO_8859_1)) {
            case "RIFF" -> riff();
            case "VAGp" -> vag();
            default -> throw new WaveformException(Ngs2Error.WAVEFORM_DATA);
        };
    }

    private byte[] bytes(long at, int count) throws WaveformException {
        return source.read(at, count).orElseThrow(() -> new WaveformException(Ngs2Error.WAVEFORM_DATA));
    }

    private ByteBuffer content(@Nullable Chunk chunk, int least, int most) throws WaveformException {
        if (chunk == null || chunk.bytes() < least) {
            throw new WaveformException(Ngs2Error.WAVEFORM_DATA);
        }
        return ByteBuffer.wrap(bytes(chunk.at(), (int) Math.min(chunk.bytes(), most))).order(ByteOrder.LITTLE_ENDIAN);
    }

    // ---- RIFF

    private Map<String, Chunk> chunks() throws WaveformException {
        long end = 2 * Integer.BYTES + Integer.toUnsignedLong(
                ByteBuffer.wrap(bytes(Integer.BYTES, Integer.BYTES)).order(ByteOrder.LITTLE_ENDIAN).getInt());
        Map<String, Chunk> chunks = new LinkedHashMap<>();
        long at = 3 * Integer.BYTES;
        for (int i = 0; i < MOST_CHUNKS && at + 2 * Integer.BYTES <= end; i++) {
            byte[] head = source.read(at, 2 * Integer.BYTES).orElse(null);
            if (head == null) {
                break;
            }
            long bytes = Integer.toUnsignedLong(ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt(Integer.BYTES));
            at += 2 * Integer.BYTES;
            chunks.putIfAbsent(new String(head, 0, Integer.BYTES, StandardCharsets.ISO_8859_1), new Chunk(at, bytes));
            at += bytes + bytes % 2;
        }
        return chunks;
    }

    private Waveform riff() throws WaveformException {
        Map<String, Chunk> chunks = chunks();
        Format format = format(content(chunks.get("fmt "), FORMAT_BYTES, ATRAC9_BYTES));
        Chunk data = chunks.get("data");
        if (data == null) {
            throw new WaveformException(Ngs2Error.WAVEFORM_DATA);
        }
        Chunk fact = chunks.get("fact");
        long samples = fact == null && format.encoding().isLinear() ? data.bytes() / format.packing().unitBytes()
                : Integer.toUnsignedLong(content(fact, Integer.BYTES, Integer.BYTES).getInt());
        Chunk sampler = chunks.get("smpl");
        ByteBuffer loop = sampler == null ? null : content(sampler, LOOPS_OFFSET, SAMPLER_BYTES);
        if (loop == null || loop.limit() < SAMPLER_BYTES || loop.getInt(LOOPS_OFFSET) == 0) {
            return new Waveform(format, data.at(), data.bytes(), 0, 0, samples);
        }
        long start = Integer.toUnsignedLong(loop.getInt(LOOP_START_OFFSET)) - format.packing().delay();
        long end = Integer.toUnsignedLong(loop.getInt(LOOP_END_OFFSET)) - format.packing().delay() + 1;
        if (start < 0 || end <= start) {
            throw new HleRefusal("a wave with a loop from %d to %d is not known".formatted(start, end));
        }
        return new Waveform(format, data.at(), data.bytes(), start, end, samples);
    }

    private static Format format(ByteBuffer from) throws WaveformException {
        int tag = Short.toUnsignedInt(from.getShort(0));
        int channels = Short.toUnsignedInt(from.getShort(2));
        int bits = Short.toUnsignedInt(from.getShort(14));
        if (channels == 0) {
            throw new WaveformException(Ngs2Error.WAVEFORM_DATA);
        }
        if (tag == EXTENSIBLE && from.limit() >= ATRAC9_BYTES) {
            return Format.of(Encoding.ATRAC9, channels, from.getInt(4), Integer.reverseBytes(from.getInt(ATRAC9_CONFIGURATION_OFFSET)));
        }
        if (tag == EXTENSIBLE) {
            tag = extended(from);
        }
        Encoding encoding = switch (tag << 8 | bits) {
            case PCM << 8 | 8 -> Encoding.U8;
            case PCM << 8 | 16 -> Encoding.I16_LITTLE;
            case PCM << 8 | 24 -> Encoding.I24_LITTLE;
            case PCM << 8 | 32 -> Encoding.I32_LITTLE;
            case FLOAT << 8 | 32 -> Encoding.F32_LITTLE;
            case FLOAT << 8 | 64 -> Encoding.F64_LITTLE;
            default -> throw new WaveformException(Ngs2Error.UNKNOWN_FORMAT);
        };
        return Format.of(encoding, channels, from.getInt(4), 0);
    }

    private static int extended(ByteBuffer from) throws WaveformException {
        if (from.limit() < EXTENSIBLE_BYTES) {
            throw new WaveformException(Ngs2Error.UNKNOWN_FORMAT);
        }
        byte[] kind = new byte[PCM_KIND.length];
        from.get(KIND_OFFSET, kind);
        if (!Arrays.equals(kind, PCM_KIND)) {
            throw new HleRefusal("waves of kind " + HexFormat.of().formatHex(kind) + " are not read");
        }
        return PCM;
    }

    // ---- VAG

    private Waveform vag() throws WaveformException {
        ByteBuffer head = ByteBuffer.wrap(bytes(0, VAG_HEAD_BYTES));
        Format format = Format.of(Encoding.VAG, Math.max(head.get(0x1E) & 0xFF, 1), head.getInt(0x10), 0);
        int frameBytes = format.packing().frameBytes();
        int dataBytes = head.getInt(0x0C);
        if (dataBytes < 0 || dataBytes > VAG_MOST_BYTES) {
            throw new WaveformException(Ngs2Error.WAVEFORM_DATA);
        }
        int frames = dataBytes / frameBytes;
        long loopStart = 0;
        long loopEnd = 0;
        boolean isWhole = false;
        for (int frame = 0; frame < frames; frame++) {
            int flags = bytes(VAG_HEAD_BYTES + (long) frame * frameBytes, 2)[1];
            isWhole |= frame == 1 && (flags & 2) != 0;
            if (flags == VAG_LOOP_START) {
                loopStart = (long) frame * VagDecoder.FRAME_SAMPLES;
            } else if (flags == VAG_LOOP_END) {
                loopEnd = (frame + 1L) * VagDecoder.FRAME_SAMPLES;
            }
        }
        long samples = (frames - (isWhole || frames == 0 ? 0L : 1L)) * VagDecoder.FRAME_SAMPLES;
        return new Waveform(format, VAG_HEAD_BYTES, dataBytes, loopStart, loopEnd, samples);
    }
}
