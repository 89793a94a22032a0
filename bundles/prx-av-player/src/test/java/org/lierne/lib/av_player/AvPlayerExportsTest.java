package org.lierne.lib.av_player;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestString;
import org.lierne.host.media.MediaFile;
import org.lierne.host.media.MediaRefused;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.thread.GuestThread;
import org.lierne.kernel.thread.GuestThreads;
import org.lierne.testing.ArrayGuestMemory;

/** The film is {@link StepFilm} (derived); codes and records are those of the ledger's lib.av-player. The title reads files by itself. */
class AvPlayerExportsTest {
    private static final long WAIT_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long INITIAL = 0x1000;
    private static final long NAME = 0x1400;
    private static final long OUT = 0x1500;
    private static final long HEAP = 0x4000;
    private static final int ALLOCATE = 0x100;
    private static final int FREE = 0x101;
    private static final int ALLOCATE_TEXTURE = 0x102;
    private static final int FREE_TEXTURE = 0x103;
    private static final int OPEN = 0x104;
    private static final int CLOSE = 0x105;
    private static final int READ = 0x106;
    private static final int SIZE = 0x107;
    private static final int EVENT = 0x108;

    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x80000);
    private final List<Long> events = new ArrayList<>();
    private long used = HEAP;
    private int given;
    private long fileBytes = 10;
    private long mostRead = 10;
    private int closed;
    private Runnable atEachCall = () -> { };
    private MediaFile film = new StepFilm();
    private final AvPlayerExports exports = new AvPlayerExports(memory, threads(), noFiles(), source -> {
        if (source.bytes() != 10) {
            throw new MediaRefused("no film");
        }
        return film;
    });

    private <T> GuestPtr<T> at(long address, Class<T> type) {
        return new GuestPtr<>(memory, address, type);
    }

    private static GuestFiles noFiles() {
        return (GuestFiles) Proxy.newProxyInstance(AvPlayerExportsTest.class.getClassLoader(), new Class<?>[] {GuestFiles.class},
                (proxy, method, arguments) -> {
                    throw new AssertionError("the title reads its files by itself");
                });
    }

    private GuestThreads threads() {
        ClassLoader loader = AvPlayerExportsTest.class.getClassLoader();
        GuestThread thread = (GuestThread) Proxy.newProxyInstance(loader, new Class<?>[] {GuestThread.class},
                (proxy, method, arguments) -> call((int) (long) arguments[0], (long[]) arguments[1]));
        return (GuestThreads) Proxy.newProxyInstance(loader, new Class<?>[] {GuestThreads.class}, (proxy, method, arguments) -> thread);
    }

    /** The title's functions: memory one piece after another, and a file of ten bytes. */
    private long call(int function, long[] arguments) {
        atEachCall.run();
        switch (function) {
            case ALLOCATE, ALLOCATE_TEXTURE -> {
                long place = used;
                used += arguments[2] + 0xFF & ~0xFF;
                given++;
                return place;
            }
            case FREE, FREE_TEXTURE -> given--;
            case OPEN -> assertEquals(NAME, arguments[1]);
            case CLOSE -> closed++;
            case SIZE -> {
                return fileBytes;
            }
            case READ -> {
                return mostRead;
            }
            case EVENT -> events.add(arguments[1]);
            default -> { }
        }
        return 0;
    }

    private long player(boolean startsItself) {
        return player(startsItself, READ);
    }

    private long player(boolean startsItself, int read) {
        at(INITIAL, Functions.class).set(new Functions(1, ALLOCATE, FREE, ALLOCATE_TEXTURE, FREE_TEXTURE, 2, OPEN, CLOSE, read, SIZE, 3, EVENT));
        memory.putByte(INITIAL + 0x6C, (byte) (startsItself ? 1 : 0));
        return exports.create(at(INITIAL, AvPlayerExports.Initial.class));
    }

    private int add(long player) {
        memory.putBytes(NAME, "/app0/film.mp4\0".getBytes(StandardCharsets.US_ASCII));
        return exports.addSource(player, new GuestString(memory, NAME)).code();
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + WAIT_NS;
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "it did not come within a minute");
            Thread.onSpinWait();
        }
    }

    @AfterEach
    void end() {
        exports.titleStopped(null);
    }

    @Test
    void playersNeedTheTitlesMemory() {
        assertEquals(0, exports.create(at(0, AvPlayerExports.Initial.class)));
        assertEquals(0, exports.create(at(INITIAL, AvPlayerExports.Initial.class)));
        assertEquals(0x806A0001, exports.createLong(at(INITIAL, AvPlayerExports.LongInitial.class), at(OUT, Long.class)).code());
        assertNotEquals(0, player(false));
        assertEquals(0x806A0001, exports.close(0x999).code());
    }

    @Test
    void opensAFilmThroughTheTitlesFunctions() {
        long player = player(false);
        GuestPtr<AvPlayerExports.StreamFacts> facts = at(OUT, AvPlayerExports.StreamFacts.class);
        assertEquals(0, exports.streams(player).raw());
        assertTrue(exports.isActive(player));

        assertEquals(0, add(player));

        assertEquals(List.of(2L), events);
        assertEquals(0x806A0002, add(player));
        assertEquals(3, exports.streams(player).raw());
        assertEquals(0, exports.facts(player, 0, facts).code());
        assertEquals(new AvPlayerExports.StreamFacts(1, 32, 16, Float.floatToIntBits(1), 0x646E75, 400), facts.get());
        assertEquals(0, exports.facts(player, 1, facts).code());
        assertEquals(new AvPlayerExports.StreamFacts(2, 2, 48_000, 0, 0x646E75, 400), facts.get());
        assertEquals(0x806A0002, exports.facts(player, 3, facts).code());
    }

    @Test
    void tellsWhatIsNoFilm() {
        fileBytes = 11;
        mostRead = 11;

        assertEquals(0x806A0004, add(player(false)));
    }

    @ParameterizedTest
    @CsvSource({"-1,10", "0,10", "10,0", "10,-1", "10,11", "4611686018427387904,0"})
    void aFileOfWhichNotAllComesIsNotOpened(long size, long read) {
        fileBytes = size;
        mostRead = read;

        assertEquals(0x806A0002, add(player(false)));

        assertEquals(1, closed);
        assertEquals(0, given);
    }

    @Test
    void aFileThatCannotBeReadIsNotOpened() {
        assertEquals(0x806A0002, add(player(false, 0)));
        assertEquals(0, closed);
    }

    @Test
    void namesEndWithTheirZero() {
        long player = player(false);
        memory.putBytes(NAME, "film\0\n".getBytes(StandardCharsets.US_ASCII));
        GuestPtr<AvPlayerExports.Source> source = at(OUT, AvPlayerExports.Source.class);
        for (int length : new int[] {0, -1, 1025}) {
            source.set(new AvPlayerExports.Source(NAME, length));
            assertEquals(0x806A0001, exports.addSourceLong(player, 0, source).code());
        }
        source.set(new AvPlayerExports.Source(NAME, 6));

        assertEquals(0, exports.addSourceLong(player, 0, source).code());
    }

    /** Of 2^31 bytes and more, and of none (ITU-T H.264, table A-1). */
    @ParameterizedTest
    @CsvSource({"65536,65536", "16896,8", "16880,8448", "0,16", "16,-16"})
    void filmsWhosePicturesNoStreamCanHaveAreNotPlayed(int width, int height) {
        film = new StepFilm(width, height);

        assertEquals(0x806A0004, add(player(true)));
        assertEquals(0, given);
    }

    @Test
    void theTitlesFunctionsMayWaitForThreadsThatUseThePlayer() {
        long player = player(true);
        atEachCall = () -> {
            try {
                CompletableFuture.supplyAsync(() -> exports.isActive(player)).get(60, TimeUnit.SECONDS);
            } catch (InterruptedException | ExecutionException | TimeoutException e) {
                throw new AssertionError("the player is locked while a function of the title runs", e);
            }
        };
        assertEquals(0, add(player));
        assertEquals(0, exports.pause(player).code());
        assertEquals(0, exports.resume(player).code());
        assertEquals(0, exports.stop(player).code());
        assertEquals(0, exports.close(player).code());
    }

    @Test
    void aPlayerMayBeClosedWhileItStarts() {
        long player = player(true);
        atEachCall = () -> {
            if (events.size() == 1) {
                events.add(0L);
                exports.close(player);
            }
        };

        assertEquals(0x806A0002, add(player));

        assertEquals(0, given);
        assertEquals(0x806A0001, exports.close(player).code());
    }

    @Test
    void givesPicturesAndSoundInTheTitlesMemory() {
        long player = player(true);
        GuestPtr<AvPlayerExports.LongFrame> picture = at(OUT, AvPlayerExports.LongFrame.class);
        GuestPtr<AvPlayerExports.Frame> sound = at(OUT + 0x100, AvPlayerExports.Frame.class);
        add(player);
        assertEquals(List.of(2L, 3L), events);

        await(() -> exports.pictureLong(player, picture));
        await(() -> exports.sound(player, sound));

        AvPlayerExports.LongFrame frame = picture.get();
        assertEquals(new AvPlayerExports.LongFrame(frame.data(), 0, 32, 16, Float.floatToIntBits(1), 0x646E75, 12, 6, 128, (byte) 8, (byte) 8, 10), frame);
        assertEquals(0, memory.getByte(frame.data() + 127));
        assertEquals(100, memory.getByte(frame.data() + 128 * 16));
        assertEquals((byte) 200, memory.getByte(frame.data() + 128 * 24 - 1));
        assertEquals(new AvPlayerExports.Frame(sound.get().data(), 0, 2, 48_000, 4, 0x646E75), sound.get());
        assertEquals(16384, memory.getShort(sound.get().data()));
        assertEquals(-16384, memory.getShort(sound.get().data() + 2));
    }

    @Test
    void givesTheMemoryBack() {
        long player = player(true);
        add(player);
        assertEquals(2 + 8, given);

        assertEquals(0, exports.close(player).code());

        assertEquals(0, given);
        assertFalse(exports.isActive(player));
    }

    @Test
    void pausesStopsAndTellsOfIt() {
        long player = player(false);
        add(player);
        assertEquals(0x806A0002, exports.pause(player).code());
        assertEquals(0x806A0002, exports.jump(player, 0).code());
        assertEquals(0, exports.start(player).code());
        assertEquals(0, exports.pause(player).code());
        assertEquals(0, exports.resume(player).code());
        assertEquals(0, exports.jump(player, 200).code());
        assertEquals(0x806A0001, exports.jump(player, -1).code());
        assertEquals(0, exports.jump(player, Long.MAX_VALUE).code());
        assertTrue(exports.position(player) >= 400);
        assertEquals(0, exports.stop(player).code());
        assertEquals(List.of(2L, 3L, 4L, 3L, 1L), events);
        assertEquals(0x806A0004, exports.synchronize(player, 2).code());
        assertEquals(0x806A0004, exports.setSpeed(player, 400).code());
        assertEquals(0, exports.position(player));
    }
}
