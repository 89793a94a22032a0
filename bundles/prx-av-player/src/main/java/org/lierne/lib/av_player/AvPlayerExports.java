package org.lierne.lib.av_player;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestString;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.GuestValue;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.hle.SilentStub;
import org.lierne.host.media.MediaFile;
import org.lierne.host.media.MediaReader;
import org.lierne.host.media.MediaRefused;
import org.lierne.host.media.MediaStream;
import org.lierne.host.media.Picture;
import org.lierne.host.media.Samples;
import org.lierne.host.media.Sound;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.thread.GuestThreads;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/** Players, films, pictures and sound. Handles are no addresses. Assumed: lib.av-player. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.av-player", library = "libSceAvPlayer")
public final class AvPlayerExports implements HleModule, TitleListener {
    private static final Logger LOG = LoggerFactory.getLogger(AvPlayerExports.class);
    private static final Marker HLE = MarkerFactory.getMarker("HLE");
    private static final long STEP = 0x10;
    private static final int VIDEO = 1;
    private static final int AUDIO = 2;
    private static final int OTHER = 0;
    private static final int SOUND_BUFFERS = 8;
    private static final int MOST_SAMPLES = 2048;
    private static final int MOST_CHANNELS = 8;
    private static final int NORMAL_SPEED = 100;
    private static final int LONGEST_PATH = 1024;
    private static final byte BITS = 8;
    private static final int UNDETERMINED = 'u' | 'n' << 8 | 'd' << 16;

    /** What a player is made of. */
    @GuestStruct(size = 0x78)
    public record Initial(@At(0x68) int pictures, @At(0x6C) byte startsItself) {}

    /** The same, extended: the functions lie eight bytes further. */
    @GuestStruct(size = 0x230)
    public record LongInitial(@At(0x74) byte startsItself, @At(0x228) int pictures) {}

    /** Facts of a stream: a picture's width, height and shape of pixels, or channels and rate; then the language. */
    @GuestStruct(size = 0x20)
    public record StreamFacts(@At(0x00) int kind, @At(0x08) int first, @At(0x0C) int second, @At(0x10) int third, @At(0x14) int language,
            @At(0x18) long durationMs) {}

    /** A frame: where it lies, when it is due, and its facts. */
    @GuestStruct(size = 0x28)
    public record Frame(@At(0x00) long data, @At(0x10) long timeMs, @At(0x18) int first, @At(0x1C) int second, @At(0x20) int third,
            @At(0x24) int language) {}

    /** A picture, in more words. */
    @GuestStruct(size = 0x68)
    public record LongFrame(@At(0x00) long data, @At(0x10) long timeMs, @At(0x18) int width, @At(0x1C) int height, @At(0x20) int shape,
            @At(0x24) int language, @At(0x30) int cropRight, @At(0x38) int cropBottom, @At(0x3C) int pitch, @At(0x40) byte lumaBits,
            @At(0x41) byte colourBits, @At(0x48) double frameRate) {}

    /** Where a film is. */
    @GuestStruct(size = 0x80)
    public record Source(@At(0x00) long name, @At(0x08) int length) {}

    private final GuestMemory memory;
    private final GuestThreads threads;
    private final GuestFiles files;
    private final MediaReader reader;
    private final Map<Long, Player> players = new ConcurrentHashMap<>();
    private final AtomicLong last = new AtomicLong();

    @Activate
    public AvPlayerExports(@Reference GuestMemory memory, @Reference GuestThreads threads, @Reference GuestFiles files,
            @Reference MediaReader reader) {
        this.memory = memory;
        this.threads = threads;
        this.files = files;
        this.reader = reader;
    }

    @Override
    public void titleStopped(Title title) {
        players.values().forEach(Player::end);
        players.clear();
    }

    // ---- players

    private long create(long functions, boolean startsItself, int pictures) {
        Functions given = new GuestPtr<>(memory, functions, Functions.class).get();
        if (!given.hasMemory()) {
            return 0;
        }
        long handle = last.addAndGet(STEP);
        players.put(handle, new Player(memory, threads, given, startsItself, pictures));
        return handle;
    }

    @HleExport(name = "sceAvPlayerInit", nid = "aS66RI0gGgo")
    public long create(GuestPtr<Initial> initial) {
        return initial.isNull() ? 0 : create(initial.address(), initial.get().startsItself() != 0, initial.get().pictures());
    }

    @HleExport(name = "sceAvPlayerInitEx", nid = "o9eWRkSL+M4")
    public GuestStatus createLong(GuestPtr<LongInitial> initial, @Out GuestPtr<Long> handle) {
        if (initial.isNull() || handle.isNull()) {
            return AvPlayerError.PARAMETER;
        }
        long made = create(initial.address() + Long.BYTES, initial.get().startsItself() != 0, initial.get().pictures());
        handle.set(made);
        return made == 0 ? AvPlayerError.PARAMETER : GuestStatus.OK;
    }

    /** What it sets, sizes of buffers and kinds of decoders, is the platform's own matter. */
    @SilentStub("lib.av-player.settings")
    @HleExport(name = "sceAvPlayerPostInit", nid = "HD1YKVU26-M")
    public GuestStatus setUp(long handle, @OrNull long parameters) {
        return players.containsKey(handle) ? GuestStatus.OK : AvPlayerError.PARAMETER;
    }

    @HleExport(name = "sceAvPlayerClose", nid = "NkJwDzKmIlw")
    public GuestStatus close(long handle) {
        Player player = players.remove(handle);
        if (player == null) {
            return AvPlayerError.PARAMETER;
        }
        player.end();
        player.releaseBuffers();
        return GuestStatus.OK;
    }

    private @Nullable Playback film(long handle) {
        Player player = players.get(handle);
        return player == null ? null : player.film();
    }

    // ---- sources and streams

    @HleExport(name = "sceAvPlayerAddSource", nid = "KMcEa+rHsIo")
    public GuestStatus addSource(long handle, GuestString name) {
        return name.isNull() ? AvPlayerError.PARAMETER : add(handle, name.address(), name.get());
    }

    @HleExport(name = "sceAvPlayerAddSourceEx", nid = "x8uvuFOPZhU")
    public GuestStatus addSourceLong(long handle, int kind, GuestPtr<Source> source) {
        if (kind != 0 || source.isNull()) {
            return AvPlayerError.PARAMETER;
        }
        Source given = source.get();
        if (given.name() == 0 || given.length() <= 0 || given.length() > LONGEST_PATH) {
            return AvPlayerError.PARAMETER;
        }
        return add(handle, given.name(), memory.getString(given.name(), given.length()));
    }

    private GuestStatus add(long handle, long address, String name) {
        Player player = players.get(handle);
        if (player == null) {
            return AvPlayerError.PARAMETER;
        }
        if (player.film() != null) {
            return AvPlayerError.FAILED;
        }
        TitleFile file = open(player.functions(), address, name).orElse(null);
        if (file == null) {
            return AvPlayerError.FAILED;
        }
        try {
            if (!player.setFilm(film(file), file)) {
                file.close();
                return AvPlayerError.FAILED;
            }
        } catch (MediaRefused e) {
            file.close();
            LOG.warn(HLE, "the film {} is not played: {}", name, e.getMessage());
            return AvPlayerError.NOT_SUPPORTED;
        }
        player.tell(Player.Event.READY);
        return player.startsItself() ? start(player, 0) : GuestStatus.OK;
    }

    private Optional<TitleFile> open(Functions functions, long address, String name) {
        if (!functions.hasFiles()) {
            return TitleFile.open(files, name);
        }
        try {
            return TitleFile.read(threads.current(), memory, functions, address);
        } catch (IOException e) {
            throw new HleRefusal("the film " + name + " cannot be kept on the host's disk: " + e);
        }
    }

    private Playback film(TitleFile file) throws MediaRefused {
        MediaFile film = reader.open(file);
        for (MediaStream stream : film.streams()) {
            if (stream instanceof MediaStream.Video v) {
                PlaneLayout.of(v.width(), v.height());
            }
        }
        return new Playback(film, System::nanoTime);
    }

    @HleExport(name = "sceAvPlayerStreamCount", nid = "hdTyRzCXQeQ")
    public GuestValue streams(long handle) {
        Playback film = film(handle);
        return players.containsKey(handle) ? GuestValue.of(film == null ? 0 : film.file().streams().size()) : GuestValue.error(AvPlayerError.PARAMETER);
    }

    @HleExport(name = "sceAvPlayerGetStreamInfo", nid = "d8FcbzfAdQw")
    public GuestStatus facts(long handle, int stream, @Out GuestPtr<StreamFacts> facts) {
        Playback film = film(handle);
        if (!players.containsKey(handle) || facts.isNull()) {
            return AvPlayerError.PARAMETER;
        }
        if (film == null || stream < 0 || stream >= film.file().streams().size()) {
            return AvPlayerError.FAILED;
        }
        try {
            facts.set(facts(film.file().streams().get(stream)));
            return GuestStatus.OK;
        } catch (MediaRefused e) {
            return AvPlayerError.FAILED;
        }
    }

    private static StreamFacts facts(MediaStream stream) throws MediaRefused {
        return switch (stream) {
            case MediaStream.Video v -> {
                PlaneLayout layout = PlaneLayout.of(v.width(), v.height());
                yield new StreamFacts(VIDEO, layout.width(), layout.height(), Float.floatToIntBits(1), UNDETERMINED, v.durationMs());
            }
            case MediaStream.Audio a -> new StreamFacts(AUDIO, a.channels(), a.rate(), 0, UNDETERMINED, a.durationMs());
            case MediaStream.Other o -> new StreamFacts(OTHER, 0, 0, 0, 0, o.durationMs());
        };
    }

    @HleExport(name = "sceAvPlayerEnableStream", nid = "ODJK2sn9w4A")
    public GuestStatus enable(long handle, int stream) {
        Playback film = film(handle);
        if (film == null) {
            return AvPlayerError.PARAMETER;
        }
        return film.enable(stream) ? GuestStatus.OK : AvPlayerError.FAILED;
    }

    @HleExport(name = "sceAvPlayerDisableStream", nid = "BOVKAzRmuTQ")
    public GuestStatus disable(long handle, int stream) {
        Playback film = film(handle);
        if (film == null) {
            return AvPlayerError.PARAMETER;
        }
        return film.disable(stream) ? GuestStatus.OK : AvPlayerError.FAILED;
    }

    // ---- playing

    private static boolean hasMemory(Player player, Playback film) throws MediaRefused {
        MediaStream.Video seen = film.videoStream().orElse(null);
        return (seen == null || player.pictureBuffers().make(player.pictures(), PlaneLayout.of(seen.width(), seen.height()).bytes()))
                && (!film.hasSound() || player.soundBuffers().make(SOUND_BUFFERS, MOST_SAMPLES * MOST_CHANNELS * Short.BYTES));
    }

    private static GuestStatus start(Player player, long fromMs) {
        Playback film = player.film();
        if (film == null) {
            return AvPlayerError.PARAMETER;
        }
        try {
            if (!hasMemory(player, film)) {
                return AvPlayerError.NO_MEMORY;
            }
            film.start(fromMs);
        } catch (MediaRefused e) {
            player.releaseBuffers();
            LOG.warn(HLE, "a film does not start: {}", e.getMessage());
            return AvPlayerError.FAILED;
        }
        player.tell(Player.Event.PLAYING);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAvPlayerStart", nid = "ET4Gr-Uu07s")
    public GuestStatus start(long handle) {
        Player player = players.get(handle);
        return player == null ? AvPlayerError.PARAMETER : start(player, 0);
    }

    @HleExport(name = "sceAvPlayerStop", nid = "ZC17w3vB5Lo")
    public GuestStatus stop(long handle) {
        Player player = players.get(handle);
        Playback film = film(handle);
        if (player == null || film == null) {
            return AvPlayerError.PARAMETER;
        }
        if (film.stop()) {
            player.tell(Player.Event.STOPPED);
        }
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAvPlayerPause", nid = "9y5v+fGN4Wk")
    public GuestStatus pause(long handle) {
        Player player = players.get(handle);
        Playback film = film(handle);
        if (player == null || film == null) {
            return AvPlayerError.PARAMETER;
        }
        if (!film.isPlaying()) {
            return AvPlayerError.FAILED;
        }
        film.pause();
        player.tell(Player.Event.PAUSED);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAvPlayerResume", nid = "w5moABNwnRY")
    public GuestStatus resume(long handle) {
        Player player = players.get(handle);
        Playback film = film(handle);
        if (player == null || film == null) {
            return AvPlayerError.PARAMETER;
        }
        film.resume();
        player.tell(Player.Event.PLAYING);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAvPlayerJumpToTime", nid = "XC9wM+xULz8")
    public GuestStatus jump(long handle, long toMs) {
        Playback film = film(handle);
        if (film == null || toMs < 0) {
            return AvPlayerError.PARAMETER;
        }
        if (!film.isPlaying()) {
            return AvPlayerError.FAILED;
        }
        try {
            film.jump(toMs);
            return GuestStatus.OK;
        } catch (MediaRefused e) {
            return AvPlayerError.FAILED;
        }
    }

    @HleExport(name = "sceAvPlayerSetLooping", nid = "OVths0xGfho")
    public GuestStatus loop(long handle, boolean loops) {
        Playback film = film(handle);
        if (film == null) {
            return AvPlayerError.PARAMETER;
        }
        film.setLooping(loops);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAvPlayerSetAvSyncMode", nid = "k-q+xOxdc3E")
    public GuestStatus synchronize(long handle, int mode) {
        Player player = players.get(handle);
        if (player == null) {
            return AvPlayerError.PARAMETER;
        }
        if (mode != 0 && mode != 1) {
            return AvPlayerError.NOT_SUPPORTED;
        }
        player.setSynchronized(mode == 0);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAvPlayerSetTrickSpeed", nid = "av8Z++94rs0")
    public GuestStatus setSpeed(long handle, int percent) {
        if (film(handle) == null) {
            return AvPlayerError.PARAMETER;
        }
        return percent == NORMAL_SPEED ? GuestStatus.OK : AvPlayerError.NOT_SUPPORTED;
    }

    @SilentStub("lib.av-player.settings")
    @HleExport(name = "sceAvPlayerSetLogCallback", nid = "eBTreZ84JFY")
    public GuestStatus setLog(@OrNull long function, @OrNull long user) {
        return GuestStatus.OK;
    }

    private static boolean isActive(Playback film) {
        try {
            return film.isActive();
        } catch (MediaRefused e) {
            return false;
        }
    }

    @HleExport(name = "sceAvPlayerIsActive", nid = "UbQoYawOsfY")
    public boolean isActive(long handle) {
        Playback film = film(handle);
        return players.containsKey(handle) && (film == null || isActive(film));
    }

    @HleExport(name = "sceAvPlayerCurrentTime", nid = "wwM99gjFf1Y")
    public long position(long handle) {
        Playback film = film(handle);
        return film == null ? 0 : film.positionMs();
    }

    // ---- frames

    private Optional<LongFrame> picture(long handle) {
        Player player = players.get(handle);
        Playback film = film(handle);
        if (player == null || film == null || !film.isPlaying()) {
            return Optional.empty();
        }
        try {
            Optional<Picture> due = film.picture();
            Optional<MediaStream.Video> stream = film.videoStream();
            if (due.isEmpty() || stream.isEmpty()) {
                return Optional.empty();
            }
            Picture picture = due.get();
            PlaneLayout layout = PlaneLayout.of(picture.width(), picture.height());
            long place = player.pictureBuffers().put(layout.lay(picture));
            return place == 0 ? Optional.empty()
                    : Optional.of(new LongFrame(place, picture.timeMs(), layout.width(), layout.height(), Float.floatToIntBits(1), UNDETERMINED,
                            layout.width() - picture.width(), layout.height() - picture.height(), layout.pitch(), BITS, BITS, stream.get().frameRate()));
        } catch (MediaRefused e) {
            LOG.warn(HLE, "a film cannot be shown: {}", e.getMessage());
            return Optional.empty();
        }
    }

    @HleExport(name = "sceAvPlayerGetVideoDataEx", nid = "JdksQu8pNdQ")
    public boolean pictureLong(long handle, @Out GuestPtr<LongFrame> frame) {
        Optional<LongFrame> due = frame.isNull() ? Optional.empty() : picture(handle);
        due.ifPresent(frame::set);
        return due.isPresent();
    }

    @HleExport(name = "sceAvPlayerGetVideoData", nid = "o3+RWnHViSg")
    public boolean picture(long handle, @Out GuestPtr<Frame> frame) {
        Optional<LongFrame> due = frame.isNull() ? Optional.empty() : picture(handle);
        due.ifPresent(f -> frame.set(new Frame(f.data(), f.timeMs(), f.width(), f.height(), f.shape(), f.language())));
        return due.isPresent();
    }

    @HleExport(name = "sceAvPlayerGetAudioData", nid = "Wnp1OVcrZgk")
    public boolean sound(long handle, @Out GuestPtr<Frame> frame) {
        Player player = players.get(handle);
        Playback film = film(handle);
        if (player == null || film == null || !film.isPlaying() || frame.isNull()) {
            return false;
        }
        try {
            Optional<Frame> due = film.sound().flatMap(sound -> give(player, sound));
            due.ifPresent(frame::set);
            return due.isPresent();
        } catch (MediaRefused e) {
            return false;
        }
    }

    private static Optional<Frame> give(Player player, Sound sound) {
        Samples samples = sound.samples();
        ByteBuffer words = ByteBuffer.allocate(samples.values().length * Short.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (float value : samples.values()) {
            words.putShort((short) Math.clamp(Math.round(value * 32768.0), Short.MIN_VALUE, Short.MAX_VALUE));
        }
        long place = player.soundBuffers().put(words.array());
        return place == 0 ? Optional.empty()
                : Optional.of(new Frame(place, sound.timeMs(), samples.channels(), samples.rate(), words.capacity(), UNDETERMINED));
    }
}
