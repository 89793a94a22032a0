package org.lierne.host.codecs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jcodec.common.DemuxerTrackMeta;
import org.jcodec.common.SeekableDemuxerTrack;
import org.jcodec.common.model.Packet;
import org.lierne.host.media.Frames;
import org.lierne.host.media.MediaRefused;
import org.lierne.host.media.Sound;

/** Sound of AAC. */
final class AacSound implements Frames<Sound> {
    private static final int MS = 1000;

    private final SeekableDemuxerTrack track;
    private final AacStream stream;

    AacSound(SeekableDemuxerTrack track, long fromMs) throws IOException, MediaRefused {
        this.track = track;
        this.stream = new AacStream(configuration(track.getMeta()));
        if (fromMs > 0) {
            track.seek(fromMs / (double) MS);
        }
    }

    static byte[] configuration(DemuxerTrackMeta meta) {
        return bytes(meta.getCodecPrivate());
    }

    private static byte[] bytes(ByteBuffer from) {
        byte[] bytes = new byte[from.remaining()];
        from.duplicate().get(bytes);
        return bytes;
    }

    @Override
    public Optional<Sound> next() throws MediaRefused {
        try {
            Packet packet = track.nextFrame();
            return packet == null ? Optional.empty()
                    : Optional.of(new Sound(MS * packet.getPts() / packet.getTimescale(), stream.decode(bytes(packet.getData()))));
        } catch (IOException | RuntimeException | VirtualMachineError e) {
            throw new MediaRefused("sound of AAC cannot be read: " + e);
        }
    }
}
