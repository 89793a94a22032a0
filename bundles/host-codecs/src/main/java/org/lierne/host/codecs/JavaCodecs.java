package org.lierne.host.codecs;

import org.lierne.host.media.AudioDecoder;
import org.lierne.host.media.AudioDecoders;
import org.lierne.host.media.MediaFile;
import org.lierne.host.media.MediaReader;
import org.lierne.host.media.MediaRefused;
import org.lierne.host.media.MediaSource;
import org.osgi.service.component.annotations.Component;

/** The decoders of this bundle. */
@Component(service = {AudioDecoders.class, MediaReader.class})
public final class JavaCodecs implements AudioDecoders, MediaReader {
    @Override
    public AudioDecoder mp3() {
        return new Mp3Frames();
    }

    @Override
    public AudioDecoder aac() {
        return new AdtsFrames();
    }

    @Override
    public AudioDecoder bareAac(int rate, int channels) throws MediaRefused {
        return new BareAacFrames(AacConfiguration.of(rate, channels));
    }

    @Override
    public MediaFile open(MediaSource source) throws MediaRefused {
        return Mp4File.of(source);
    }
}
