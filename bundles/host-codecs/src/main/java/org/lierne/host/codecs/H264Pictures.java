package org.lierne.host.codecs;

import java.io.IOException;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import org.jcodec.codecs.h264.H264Decoder;
import org.jcodec.common.SeekableDemuxerTrack;
import org.jcodec.common.model.ColorSpace;
import org.jcodec.common.model.Packet;
import org.jcodec.common.model.Size;
import org.jspecify.annotations.Nullable;
import org.lierne.host.media.Frames;
import org.lierne.host.media.MediaRefused;
import org.lierne.host.media.Picture;

/** Pictures of H.264, which come in the order of their decoding and leave in that of their times. */
final class H264Pictures implements Frames<Picture> {
    private static final int MS = 1000;
    private static final int BLOCK = 16;
    /** Documented: ITU-T H.264, table A-1, level 4.1: blocks that a decoder keeps; more pictures than those fit never wait for a later one. */
    private static final int KEPT_BLOCKS = 32_768;
    private static final int FEWEST_KEPT = 4;
    private static final int MOST_KEPT = 16;
    /** JCodec's samples are signed. */
    private static final int ZERO = 128;

    private final SeekableDemuxerTrack track;
    private final H264Decoder decoder;
    private final long fromMs;
    private final int width;
    private final int height;
    private final int kept;
    private final PriorityQueue<Picture> waiting = new PriorityQueue<>(Comparator.comparingLong(Picture::timeMs));
    private boolean isAtEnd;

    H264Pictures(SeekableDemuxerTrack track, long fromMs) throws IOException {
        this.track = track;
        this.fromMs = fromMs;
        Size size = track.getMeta().getVideoCodecMeta().getSize();
        this.width = blocks(size.getWidth()) * BLOCK;
        this.height = blocks(size.getHeight()) * BLOCK;
        this.kept = Math.clamp(KEPT_BLOCKS / (blocks(size.getWidth()) * blocks(size.getHeight())), FEWEST_KEPT, MOST_KEPT);
        this.decoder = H264Decoder.createH264DecoderFromCodecPrivate(track.getMeta().getCodecPrivate());
        if (fromMs > 0) {
            track.seek(fromMs / (double) MS);
            track.gotoFrame(keyBefore(track.getMeta().getSeekFrames(), track.getCurFrame()));
        }
    }

    /** From where decoding can begin; a file without a list of such frames has nothing but them. */
    private static long keyBefore(int @Nullable [] keys, long frame) {
        if (keys == null) {
            return frame;
        }
        long found = 0;
        for (int key : keys) {
            if (key <= frame) {
                found = key;
            }
        }
        return found;
    }

    private static int blocks(int pixels) {
        return (pixels + BLOCK - 1) / BLOCK;
    }

    @Override
    public Optional<Picture> next() throws MediaRefused {
        while (!isAtEnd && waiting.size() <= kept) {
            try {
                Packet packet = track.nextFrame();
                if (packet == null) {
                    isAtEnd = true;
                } else {
                    decode(packet);
                }
            } catch (IOException | RuntimeException | VirtualMachineError e) {
                throw new MediaRefused("a picture of H.264 cannot be decoded: " + e);
            }
        }
        return Optional.ofNullable(waiting.poll());
    }

    private void decode(Packet packet) {
        var room = org.jcodec.common.model.Picture.create(width, height, ColorSpace.YUV420J);
        var frame = decoder.decodeFrame(packet.getData(), room.getData());
        long timeMs = MS * packet.getPts() / packet.getTimescale();
        if (frame == null || timeMs + MS * packet.getDuration() / packet.getTimescale() <= fromMs && fromMs > 0) {
            return;
        }
        var shown = frame.cropped();
        waiting.add(new Picture(timeMs, shown.getWidth(), shown.getHeight(), unsigned(shown, 0), unsigned(shown, 1), unsigned(shown, 2)));
    }

    private static byte[] unsigned(org.jcodec.common.model.Picture picture, int plane) {
        byte[] from = picture.getPlaneData(plane);
        byte[] to = new byte[picture.getPlaneWidth(plane) * picture.getPlaneHeight(plane)];
        for (int i = 0; i < to.length; i++) {
            to[i] = (byte) (from[i] + ZERO);
        }
        return to;
    }
}
