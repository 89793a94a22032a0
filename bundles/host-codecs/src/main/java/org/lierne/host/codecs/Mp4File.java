package org.lierne.host.codecs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jcodec.common.AudioCodecMeta;
import org.jcodec.common.Codec;
import org.jcodec.common.DemuxerTrackMeta;
import org.jcodec.common.SeekableDemuxerTrack;
import org.jcodec.common.VideoCodecMeta;
import org.jcodec.containers.mp4.demuxer.MP4Demuxer;
import org.lierne.host.media.Frames;
import org.lierne.host.media.MediaFile;
import org.lierne.host.media.MediaRefused;
import org.lierne.host.media.MediaSource;
import org.lierne.host.media.MediaStream;
import org.lierne.host.media.Picture;
import org.lierne.host.media.Sound;

/**
 * An MP4 file: H.264 is seen, AAC is heard. Each reading has a demultiplexer of its own, so that they do not disturb one another. JCodec believes
 * the file's lengths and depths: memory or stack that ends over one is the file's fault.
 */
final class Mp4File implements MediaFile {
    private static final int MS = 1000;
    private static final int HEAD_BYTES = 12;

    private final MediaSource source;
    private final List<MediaStream> streams;

    private Mp4File(MediaSource source, List<MediaStream> streams) {
        this.source = source;
        this.streams = streams;
    }

    static Mp4File of(MediaSource source) throws MediaRefused {
        try {
            ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES);
            source.read(head, 0);
            if (head.position() < HEAD_BYTES || head.getInt(4) != 0x66747970) {
                throw new MediaRefused("no MP4 file: it does not begin with its type");
            }
            List<MediaStream> streams = new ArrayList<>();
            for (SeekableDemuxerTrack track : tracks(source)) {
                streams.add(stream(track.getMeta()));
            }
            return new Mp4File(source, List.copyOf(streams));
        } catch (IOException | RuntimeException | VirtualMachineError e) {
            throw new MediaRefused("an MP4 file that cannot be read: " + e);
        }
    }

    private static List<SeekableDemuxerTrack> tracks(MediaSource source) throws IOException {
        return List.copyOf(MP4Demuxer.createMP4Demuxer(new SourceChannel(source)).getTracks());
    }

    /** Frames as they lie in the file; JCodec would put heads before those of AAC otherwise. */
    private static List<SeekableDemuxerTrack> bareTracks(MediaSource source) throws IOException {
        return List.copyOf(MP4Demuxer.createRawMP4Demuxer(new SourceChannel(source)).getTracks());
    }

    private static double frameRate(DemuxerTrackMeta meta) {
        return meta.getTotalDuration() > 0 ? meta.getTotalFrames() / meta.getTotalDuration() : 0;
    }

    private static MediaStream stream(DemuxerTrackMeta meta) {
        long durationMs = Math.round(meta.getTotalDuration() * MS);
        VideoCodecMeta video = meta.getVideoCodecMeta();
        AudioCodecMeta audio = meta.getAudioCodecMeta();
        if (meta.getCodec() == Codec.H264 && video != null) {
            return new MediaStream.Video(video.getSize().getWidth(), video.getSize().getHeight(), frameRate(meta), durationMs);
        }
        if (meta.getCodec() == Codec.AAC && audio != null) {
            return new MediaStream.Audio(AacConfiguration.channels(AacSound.configuration(meta)), audio.getSampleRate(), durationMs);
        }
        return new MediaStream.Other(String.valueOf(meta.getCodec()), durationMs);
    }

    @Override
    public List<MediaStream> streams() {
        return streams;
    }

    private static MediaRefused unreadable(int stream, Throwable why) {
        return new MediaRefused("stream " + stream + " of an MP4 file cannot be read: " + why);
    }

    @Override
    public Frames<Picture> pictures(int stream, long fromMs) throws MediaRefused {
        try {
            return new H264Pictures(tracks(source).get(stream), fromMs);
        } catch (IOException | RuntimeException | VirtualMachineError e) {
            throw unreadable(stream, e);
        }
    }

    @Override
    public Frames<Sound> sound(int stream, long fromMs) throws MediaRefused {
        try {
            return new AacSound(bareTracks(source).get(stream), fromMs);
        } catch (IOException | RuntimeException | VirtualMachineError e) {
            throw unreadable(stream, e);
        }
    }
}
