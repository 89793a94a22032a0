package org.lierne.lib.ngs2;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.lierne.hle.At;
import org.lierne.hle.GuestArray;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.StructLayout;
import org.lierne.kernel.memory.GuestMemory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/** Applies a title's list of parameters to a voice: each has its size, the way to the next one, and its number. */
final class VoiceControl {
    private static final Logger LOG = LoggerFactory.getLogger(VoiceControl.class);
    private static final Marker COMPAT = MarkerFactory.getMarker("COMPAT");

    private static final int MATRIX_LEVELS = 0x1;
    private static final int PORT_VOLUME = 0x2;
    private static final int PORT_MATRIX = 0x3;
    private static final int PORT_DELAY = 0x4;
    private static final int PATCH = 0x5;
    private static final int EVENT = 0x6;
    private static final int CALLBACK = 0x7;
    private static final int SAMPLER_SETUP = 0x1000_0000;
    private static final int SAMPLER_BLOCKS = 0x1000_0001;
    private static final int SAMPLER_EXIT_LOOP = 0x1000_0004;
    private static final int SAMPLER_PITCH = 0x1000_0005;
    private static final int SUBMIXER_SETUP = 0x2000_0000;
    private static final int MASTERING_SETUP = 0x3000_0000;
    private static final int MASTERING_GAIN = 0x3000_0004;
    private static final int MASTERING_OUTPUT = 0x3000_0005;
    /** Envelope, distortion, functions of the title, filters; compressor; levels of the last mix, low frequencies, limiter. */
    private static final Set<Integer> EFFECTS = Set.of(PORT_DELAY, 0x1000_0006, 0x1000_0007, 0x1000_0008, 0x1000_000A, 0x1000_000B,
            0x2000_0001, 0x2000_0002, 0x2000_0003, 0x2000_0004, 0x2000_0006, 0x2000_0007, 0x3000_0001, 0x3000_0002, 0x3000_0003);
    /** Turned on or off by the title; peaks are told all the time. */
    private static final Set<Integer> METERS = Set.of(0x1000_0009, 0x2000_0005, 0x3000_0006);

    private static final int MORE_FOLLOWS = 1;
    private static final int APPENDS = 2;
    private static final int STARTS_ANEW = 4;
    private static final int MOST_PARAMETERS = 1024;
    private static final int MOST_RATE = 768_000;
    private static final int MOST_PITCH = 1024;

    /** The head of each parameter. */
    @GuestStruct(size = 0x08)
    public record Head(@At(0x00) short bytes, @At(0x02) short next, @At(0x04) int id) {}

    /** Levels from each channel to each of the other voice's. */
    @GuestStruct(size = 0x18)
    public record Levels(@At(0x08) int matrix, @At(0x0C) int count, @At(0x10) long values) {}

    /** A port and a number for it. */
    @GuestStruct(size = 0x10)
    public record PortNumber(@At(0x08) int port, @At(0x0C) int number) {}

    /** A port and its volume. */
    @GuestStruct(size = 0x10)
    public record PortVolume(@At(0x08) int port, @At(0x0C) float level) {}

    /** A port and the voice behind it. */
    @GuestStruct(size = 0x18)
    public record Patch(@At(0x08) int port, @At(0x0C) int input, @At(0x10) long voice) {}

    /** One number. */
    @GuestStruct(size = 0x0C)
    public record Number(@At(0x08) int value) {}

    /** One factor. */
    @GuestStruct(size = 0x0C)
    public record Factor(@At(0x08) float value) {}

    /** A function that is told of blocks. */
    @GuestStruct(size = 0x1C)
    public record Told(@At(0x08) long function, @At(0x10) long argument, @At(0x18) int events) {}

    /** How the waves are written. */
    @GuestStruct(size = 0x20)
    public record Setup(@At(0x08) int type, @At(0x0C) int channels, @At(0x10) int rate, @At(0x14) int configuration) {}

    /** Pieces of a wave. */
    @GuestStruct(size = 0x20)
    public record Blocks(@At(0x08) long data, @At(0x10) int flags, @At(0x14) int count, @At(0x18) long blocks) {}

    /** Gains of the last mix. */
    @GuestStruct(size = 0x10)
    public record Gains(@At(0x08) float all, @At(0x0C) float low) {}

    private final GuestMemory memory;
    private final Handles handles;
    private final Set<Integer> withoutEffect = ConcurrentHashMap.newKeySet();

    VoiceControl(GuestMemory memory, Handles handles) {
        this.memory = memory;
        this.handles = handles;
    }

    /** Up to the first one that fails; those before it hold. */
    GuestStatus apply(Voice voice, long list) {
        long address = list;
        for (int i = 0; i < MOST_PARAMETERS; i++) {
            Head head = new GuestPtr<>(memory, address, Head.class).get();
            GuestStatus applied = apply(voice, address, head);
            if (applied.code() != 0 || head.next() == 0) {
                return applied;
            }
            address += head.next();
        }
        throw new HleRefusal("a list of parameters at 0x%x has no end, and the code for that is not known".formatted(list));
    }

    private GuestStatus apply(Voice voice, long at, Head head) {
        if (METERS.contains(head.id())) {
            return GuestStatus.OK;
        }
        if (EFFECTS.contains(head.id())) {
            return passOver(head.id());
        }
        return switch (head.id()) {
            case MATRIX_LEVELS -> levels(voice, read(at, head, Levels.class));
            case PORT_VOLUME -> volume(voice, read(at, head, PortVolume.class));
            case PORT_MATRIX -> matrix(voice, read(at, head, PortNumber.class));
            case PATCH -> patch(voice, read(at, head, Patch.class));
            case EVENT -> event(voice, read(at, head, Number.class));
            default -> voice instanceof Sampler sampler ? apply(sampler, at, head) : apply((Mixer) voice, at, head);
        };
    }

    private GuestStatus apply(Sampler sampler, long at, Head head) {
        return switch (head.id()) {
            case CALLBACK -> callback(sampler, read(at, head, Told.class));
            case SAMPLER_SETUP -> setUp(sampler, read(at, head, Setup.class));
            case SAMPLER_BLOCKS -> add(sampler, read(at, head, Blocks.class));
            case SAMPLER_PITCH -> pitch(sampler, read(at, head, Factor.class).value());
            case SAMPLER_EXIT_LOOP -> {
                sampler.queue().exitLoop();
                yield GuestStatus.OK;
            }
            default -> throw unknown(head);
        };
    }

    private GuestStatus apply(Mixer mixer, long at, Head head) {
        boolean isLast = mixer.rack().kind() == RackKind.MASTERING;
        switch (head.id()) {
            case SUBMIXER_SETUP, MASTERING_SETUP -> {
                int channels = read(at, head, Number.class).value();
                if (channels < 1 || channels > Format.MOST_CHANNELS) {
                    return Ngs2Error.CHANNELS;
                }
                mixer.setChannels(channels);
            }
            case MASTERING_GAIN -> {
                Gains gains = read(at, head, Gains.class);
                mixer.setGain(finite(gains.all()), finite(gains.low()));
            }
            case MASTERING_OUTPUT -> mixer.setOutput(read(at, head, Number.class).value());
            default -> throw unknown(head);
        }
        if (isLast != (head.id() >= MASTERING_SETUP)) {
            throw unknown(head);
        }
        return GuestStatus.OK;
    }

    private <T> T read(long at, Head head, Class<T> type) {
        int bytes = Short.toUnsignedInt(head.bytes());
        if (bytes < StructLayout.of(type).bytes()) {
            throw new HleRefusal("parameter 0x%x has %d bytes instead of %d or more, and the code for that is not known"
                    .formatted(head.id(), bytes, StructLayout.of(type).bytes()));
        }
        return new GuestPtr<>(memory, at, type).get();
    }

    private static HleRefusal unknown(Head head) {
        return new HleRefusal("parameter 0x%x of a voice is not known".formatted(head.id()));
    }

    /** Assumed: lib.ngs2.effects. */
    private GuestStatus passOver(int id) {
        if (withoutEffect.add(id)) {
            LOG.warn(COMPAT, "parameter 0x{} of voices has no effect ({})", Integer.toHexString(id), Ngs2Compat.EFFECTS.id());
        }
        return GuestStatus.OK;
    }

    private static float finite(float value) {
        if (!Float.isFinite(value)) {
            throw new HleRefusal("a level of " + value + " is no level, and the code for that is not known");
        }
        return value;
    }

    private static int port(int number) {
        if (number < 0 || number >= RackOption.MOST_PORTS) {
            throw new HleRefusal("a voice has no port " + number + ", and the code for that is not known");
        }
        return number;
    }

    private GuestStatus levels(Voice voice, Levels wanted) {
        int most = Format.MOST_CHANNELS * Format.MOST_CHANNELS;
        if (wanted.matrix() < 0 || wanted.matrix() >= RackOption.MOST_MATRICES || wanted.count() < 0 || wanted.count() > most) {
            throw new HleRefusal("matrix %d with %d levels is not known".formatted(wanted.matrix(), wanted.count()));
        }
        float[] levels = new float[wanted.count()];
        for (int i = 0; i < levels.length; i++) {
            levels[i] = finite(memory.getFloat(wanted.values() + (long) i * Float.BYTES));
        }
        voice.setMatrix(wanted.matrix(), levels);
        return GuestStatus.OK;
    }

    private static GuestStatus volume(Voice voice, PortVolume wanted) {
        int number = port(wanted.port());
        voice.setPort(number, voice.port(number).withVolume(finite(wanted.level())));
        return GuestStatus.OK;
    }

    private static GuestStatus matrix(Voice voice, PortNumber wanted) {
        int number = port(wanted.port());
        voice.setPort(number, voice.port(number).withMatrix(wanted.number()));
        return GuestStatus.OK;
    }

    private GuestStatus patch(Voice voice, Patch wanted) {
        int number = port(wanted.port());
        Voice destination = handles.voice(wanted.voice()).orElse(null);
        if (wanted.voice() != 0 && (!(destination instanceof Mixer) || destination.rack().system() != voice.rack().system())) {
            return Ngs2Error.VOICE;
        }
        voice.setPort(number, voice.port(number).to(destination, wanted.input()));
        return GuestStatus.OK;
    }

    private static GuestStatus event(Voice voice, Number event) {
        if (!voice.act(event.value())) {
            throw new HleRefusal("event %d of a voice is not known".formatted(event.value()));
        }
        return GuestStatus.OK;
    }

    private static GuestStatus callback(Sampler sampler, Told told) {
        sampler.setCallback(told.function() == 0 ? null : new Callback(told.function(), told.argument(), told.events()));
        return GuestStatus.OK;
    }

    private GuestStatus setUp(Sampler sampler, Setup setup) {
        Encoding encoding = Encoding.of(setup.type()).orElse(null);
        if (encoding == null) {
            return Ngs2Error.WAVEFORM_TYPE;
        }
        if (setup.channels() < 1 || setup.channels() > Format.MOST_CHANNELS) {
            return Ngs2Error.CHANNELS;
        }
        if (setup.rate() < 1 || setup.rate() > MOST_RATE) {
            return Ngs2Error.SAMPLE_RATE;
        }
        if (encoding == Encoding.ATRAC9 && withoutEffect.add(SAMPLER_SETUP)) {
            LOG.warn(COMPAT, "waves of ATRAC9 are silent ({})", Ngs2Compat.ATRAC9.id());
        }
        try {
            sampler.setFormat(Format.of(encoding, setup.channels(), setup.rate(), setup.configuration()));
            return GuestStatus.OK;
        } catch (WaveformException e) {
            return e.error();
        }
    }

    private static GuestStatus pitch(Sampler sampler, float ratio) {
        if (!(ratio >= 0 && ratio <= MOST_PITCH)) {
            throw new HleRefusal("a pitch of " + ratio + " is none, and the code for that is not known");
        }
        sampler.setPitch(ratio);
        return GuestStatus.OK;
    }

    private GuestStatus add(Sampler sampler, Blocks added) {
        if ((added.flags() & ~(MORE_FOLLOWS | APPENDS | STARTS_ANEW)) != 0) {
            throw new HleRefusal("flags 0x%x of a wave's blocks are not known".formatted(added.flags()));
        }
        if (sampler.format().isEmpty()) {
            throw new HleRefusal("blocks of a wave whose format was not told, and the code for that is not known");
        }
        if (added.count() < 0 || added.count() > WaveQueue.MOST - sampler.queue().size()) {
            throw new HleRefusal("%d blocks of a wave are too many".formatted(added.count()));
        }
        List<Block> blocks = new GuestArray<>(memory, added.blocks(), added.count(), Block.class).read();
        if (blocks.stream().anyMatch(b -> b.offset() < 0 || b.bytes() < 0)) {
            return Ngs2Error.WAVEFORM_DATA;
        }
        if ((added.flags() & STARTS_ANEW) != 0) {
            sampler.forget();
        }
        boolean more = (added.flags() & MORE_FOLLOWS) != 0;
        sampler.queue().setContinued(more);
        blocks.forEach(block -> sampler.add(memory, added.data(), block, more));
        return GuestStatus.OK;
    }
}
