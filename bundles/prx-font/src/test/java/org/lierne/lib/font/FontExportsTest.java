package org.lierne.lib.font;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.thread.GuestThread;
import org.lierne.kernel.thread.GuestThreads;
import org.lierne.testing.ArrayGuestMemory;

/** Expected values follow from {@link BoxFont} (derived); codes and records are those of the ledger's lib.font. */
class FontExportsTest {
    private static final long RECORD = 0x1000;
    private static final long HANDLE = 0x1100;
    private static final long SURFACE = 0x1200;
    private static final long OUT = 0x1300;
    private static final long FILE = 0x1400;
    private static final long PIXELS = 0x2000;
    private static final int PITCH = 64;

    @TempDir
    private Path folder;

    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x4000);
    private final BoxFont box = new BoxFont();
    private final Fonts fonts = new Fonts(box);
    private final List<List<Long>> calls = new ArrayList<>();
    private final FontGlyphExports glyphs = new FontGlyphExports(memory, fonts);
    private final GuestPtr<FontLibraryExports.Memory> record = at(RECORD, FontLibraryExports.Memory.class);
    private final GuestPtr<Surface> surface = at(SURFACE, Surface.class);
    private FontLibraryExports library;
    private long made;
    private long renderer;

    private <T> GuestPtr<T> at(long address, Class<T> type) {
        return new GuestPtr<>(memory, address, type);
    }

    private GuestPtr<Long> handle() {
        return at(HANDLE, Long.class);
    }

    /** A thread that writes down what it is to call. */
    private GuestThreads threads() {
        ClassLoader loader = FontExportsTest.class.getClassLoader();
        GuestThread thread = (GuestThread) Proxy.newProxyInstance(loader, new Class<?>[] {GuestThread.class}, (proxy, method, arguments) -> {
            List<Long> call = new ArrayList<>(List.of((Long) arguments[0]));
            Arrays.stream((long[]) arguments[1]).forEach(call::add);
            calls.add(call);
            return 0L;
        });
        return (GuestThreads) Proxy.newProxyInstance(loader, new Class<?>[] {GuestThreads.class}, (proxy, method, arguments) -> thread);
    }

    @BeforeEach
    void start() {
        library = new FontLibraryExports(memory, threads(), fonts, new SystemFonts(List.of(folder)));
        library.initializeMemory(record, 0, 0, 0, 0x77, 0, 0);
        assertEquals(0, library.createLibrary(record, 0x10, 0, handle()).code());
        made = handle().get();
        assertEquals(0, library.createRenderer(record, 0x10, 0, handle()).code());
        renderer = handle().get();
        memory.putBytes(FILE, BoxFont.FILE);
    }

    private long openFont() {
        assertEquals(0, library.openFromMemory(made, FILE, BoxFont.FILE.length, at(0, FontLibraryExports.Opening.class), handle()).code());
        return handle().get();
    }

    private long drawable() {
        long font = openFont();
        assertEquals(0, glyphs.bind(font, renderer).code());
        assertEquals(0, glyphs.setScale(font, 8, 8).code());
        return font;
    }

    private int draw(long font, int code, float x, float y) {
        return glyphs.draw(font, code, surface, x, y, at(0, FontGlyphExports.Metrics.class), at(OUT, FontGlyphExports.Drawn.class)).code();
    }

    @Test
    void librariesAndRenderersComeAndGo() {
        assertEquals(0x80460003, library.createLibrary(at(0, FontLibraryExports.Memory.class), 0x10, 0, handle()).code());
        assertEquals(0, handle().get());
        handle().set(renderer);
        assertEquals(0x80460004, library.destroyLibrary(handle()).code());
        assertEquals(0, library.destroyRenderer(handle()).code());
        assertEquals(0, handle().get());
        assertEquals(0x80460007, library.destroyRenderer(handle()).code());
        assertEquals(0, library.supportSystemFonts(made).code());
        assertEquals(0x80460004, library.supportExternalFonts(made + 1, 8, 0).code());
    }

    @Test
    void memoryTellsItsOwnerThatItEnds() {
        library.initializeMemory(record, 0x5000, 0x100, 0x6000, 0x77, 0x8000, 0x99);

        assertEquals(0, library.endMemory(record).code());
        assertEquals(List.of(List.of(0x8000L, RECORD, 0x77L, 0x99L)), calls);
        assertEquals(0x80460003, library.endMemory(record).code());
    }

    @Test
    void fontsAreClosedByTheTitleOrWithIt() {
        long first = openFont();
        assertEquals(0, library.openAgain(first, 0, handle()).code());
        assertNotEquals(first, handle().get());
        assertEquals(2, box.open);
        assertEquals(0, library.close(first).code());
        assertEquals(0x80460005, library.close(first).code());
        assertEquals(1, box.open);

        fonts.titleStopped(null);

        assertEquals(0, box.open);
    }

    @Test
    void refusesFilesThatAreNoFonts() {
        GuestPtr<FontLibraryExports.Opening> none = at(0, FontLibraryExports.Opening.class);
        assertEquals(0x80460019, library.openFromMemory(made, FILE, 2, none, handle()).code());
        assertEquals(0x80460002, library.openFromMemory(made, 0, 2, none, handle()).code());
        assertEquals(0x80460002, library.openFromMemory(made, 0x4F00, 0x1000, none, handle()).code());
        assertEquals(0x80460004, library.openFromMemory(renderer, FILE, 3, none, handle()).code());
    }

    @Test
    void aFontOfTheHostStandsIn() throws IOException {
        GuestPtr<FontLibraryExports.Opening> none = at(0, FontLibraryExports.Opening.class);
        assertThrows(HleRefusal.class, () -> library.openFromSystem(made, 0x18070043, 1, none, handle()));

        Files.write(Files.createDirectories(folder.resolve("a")).resolve("Other.ttf"), new byte[5]);
        Files.write(folder.resolve("DejaVuSans.ttf"), BoxFont.FILE);

        assertEquals(0, library.openFromSystem(made, 0x18070043, 1, none, handle()).code());
        Files.write(folder.resolve("a/DejaVuSans.ttf"), new byte[5]);
        assertEquals(0, library.openFromSystem(made, 0x18070043, 1, none, handle()).code());
        Files.delete(folder.resolve("DejaVuSans.ttf"));
        assertEquals(0x80460019, library.openFromSystem(made, 0x18070043, 1, none, handle()).code());
    }

    @Test
    void measuresLinesAndGlyphs() {
        long font = openFont();
        GuestPtr<FontGlyphExports.Layout> layout = at(OUT, FontGlyphExports.Layout.class);
        GuestPtr<FontGlyphExports.Metrics> metrics = at(OUT, FontGlyphExports.Metrics.class);
        glyphs.setScale(font, 20, 40);

        assertEquals(0, glyphs.horizontalLayout(font, layout).code());
        assertEquals(new FontGlyphExports.Layout(30, 50, 50), layout.get());
        assertEquals(0, glyphs.verticalLayout(font, layout).code());
        assertEquals(new FontGlyphExports.Layout(5, 10, 10), layout.get());
        assertEquals(0, glyphs.metrics(font, 'A', metrics).code());
        assertEquals(new FontGlyphExports.Metrics(10, 20, 1, 19, 12, -5, 2, 40), metrics.get());
        glyphs.setWeight(font, 1.5f, 1, 0);
        glyphs.metrics(font, 'A', metrics);
        assertEquals(20, metrics.get().width());
        assertEquals(0x80460041, glyphs.metrics(font, 0, metrics).code());
        assertEquals(0x80460042, glyphs.metrics(font, 'B', metrics).code());
        assertEquals(0x80460002, glyphs.metrics(font, 'A', at(0, FontGlyphExports.Metrics.class)).code());
        assertEquals(0x80460005, glyphs.metrics(font + 1, 'A', metrics).code());
    }

    @Test
    void sizesAreGivenInPixelsOrInPoints() {
        long font = openFont();
        glyphs.setResolution(font, 144, 36);
        glyphs.setScalePoints(font, 10, 20);

        assertEquals(0, glyphs.scale(font, at(OUT, Float.class), at(OUT + 4, Float.class)).code());
        assertEquals(20, memory.getFloat(OUT));
        assertEquals(10, memory.getFloat(OUT + 4));
    }

    @Test
    void drawsWhereThePenStands() {
        long font = drawable();
        glyphs.initializeSurface(surface, PIXELS, PITCH, 1, 32, 16);

        assertEquals(0, draw(font, 'A', 10, 12));

        // four by four pixels, one right of the pen, the lowest row one below the base line
        for (int y = 0; y < 16; y++) {
            for (int x = 0; x < 32; x++) {
                assertEquals(x >= 11 && x < 15 && y >= 9 && y < 13 ? (byte) 0xFF : 0, memory.getByte(PIXELS + y * PITCH + x), x + ", " + y);
            }
        }
        FontGlyphExports.Drawn drawn = at(OUT, FontGlyphExports.Drawn.class).get();
        assertEquals(new FontGlyphExports.Drawn(0, PIXELS, PITCH, (byte) 1, 11, 9, 4, 4, 1, 3, 6, 6, 4, 4), drawn);
    }

    @Test
    void drawsBetweenPixelsAndInAllBytesOfAPixel() {
        long font = drawable();
        glyphs.initializeSurface(surface, PIXELS, PITCH, 4, 16, 16);

        assertEquals(0, draw(font, 'A', 1.5f, 8));

        assertEquals(0x80808080, memory.getInt(PIXELS + 5 * PITCH + 2 * 4));
        assertEquals(0, memory.getInt(PIXELS + 5 * PITCH + 4));
    }

    @Test
    void drawsNothingOutsideOfTheSurfaceAndItsClip() {
        long font = drawable();
        glyphs.initializeSurface(surface, PIXELS, PITCH, 1, 32, 16);
        glyphs.clipSurface(surface, 12, 10, 14, 40);

        draw(font, 'A', 10, 12);
        draw(font, 'A', -100, 4000);

        int drawn = 0;
        for (int i = 0; i < 16 * PITCH; i++) {
            drawn += memory.getByte(PIXELS + i) != 0 ? 1 : 0;
        }
        assertEquals(2 * 3, drawn);
    }

    @Test
    void drawsDownVerticalLines() {
        long font = drawable();
        glyphs.initializeSurface(surface, PIXELS, PITCH, 1, 32, 16);
        GuestPtr<FontGlyphExports.Metrics> none = at(0, FontGlyphExports.Metrics.class);

        assertEquals(0, glyphs.drawVertical(font, 'A', surface, 10, 4, none, at(OUT, FontGlyphExports.Drawn.class)).code());

        assertEquals(8, at(OUT, FontGlyphExports.Drawn.class).get().x());
        assertEquals(6, at(OUT, FontGlyphExports.Drawn.class).get().y());
        assertEquals(8, at(OUT, FontGlyphExports.Drawn.class).get().advance());
    }

    @Test
    void drawingNeedsARendererAndASurface() {
        long font = openFont();
        glyphs.initializeSurface(surface, PIXELS, PITCH, 1, 32, 16);
        assertEquals(0x80460061, draw(font, 'A', 0, 0));
        assertEquals(0x80460061, glyphs.setDrawnScale(font, 1, 1).code());
        assertEquals(0x80460007, glyphs.bind(font, made).code());
        assertEquals(0, glyphs.bind(font, renderer).code());
        assertEquals(0x80460060, glyphs.bind(font, renderer).code());
        glyphs.initializeSurface(surface, PIXELS, PITCH, 2, 32, 16);
        assertEquals(0x80460050, draw(font, 'A', 0, 0));
        assertEquals(0, glyphs.unbind(font).code());
        assertEquals(0x80460061, glyphs.unbind(font).code());
    }

    @Test
    void whatIsSetForDrawingGoesWhenItIsBoundAgain() {
        long font = drawable();
        GuestPtr<FontGlyphExports.Metrics> metrics = at(OUT, FontGlyphExports.Metrics.class);
        GuestPtr<FontGlyphExports.Kerning> kerning = at(OUT, FontGlyphExports.Kerning.class);
        glyphs.setDrawnScale(font, 16, 16);

        glyphs.drawnMetrics(font, 'A', metrics);
        assertEquals(8, metrics.get().width());
        glyphs.kerning(font, 'A', 'A', kerning);
        assertEquals(-2, kerning.get().x());
        glyphs.bindAgain(font);
        glyphs.drawnMetrics(font, 'A', metrics);
        assertEquals(4, metrics.get().width());
    }

    @Test
    void glyphsAreKeptUntilTheyAreDeleted() {
        long font = openFont();

        assertEquals(0, glyphs.glyph(font, 'A', 0, handle()).code());
        assertEquals(0, glyphs.deleteGlyph(RECORD, handle()).code());
        assertEquals(0x80460006, glyphs.deleteGlyph(RECORD, handle()).code());
        assertEquals(0x80460042, glyphs.glyph(font, 'B', 0, handle()).code());
    }

    @Test
    void thereIsOneDriver() {
        FontDriverExports drivers = new FontDriverExports();

        assertNotEquals(0, drivers.ofLibraries(0));
        assertNotEquals(0, drivers.ofRenderers(0));
        assertEquals(0, drivers.ofLibraries(1));
    }

    @ParameterizedTest
    @ValueSource(floats = {0, -1, 4097, Float.NaN, Float.POSITIVE_INFINITY, Float.MAX_VALUE})
    void sizesThatNoFontHasAreWrong(float size) {
        long font = drawable();
        assertEquals(0x80460002, glyphs.setScale(font, size, 8).code());
        assertEquals(0x80460002, glyphs.setScale(font, 8, size).code());
        assertEquals(0x80460002, glyphs.setScalePoints(font, size, 8).code());
        assertEquals(0x80460002, glyphs.setDrawnScale(font, 8, size).code());
        assertEquals(0, glyphs.scale(font, at(OUT, Float.class), at(OUT + 4, Float.class)).code());
        assertEquals(8, memory.getFloat(OUT));
        assertEquals(8, memory.getFloat(OUT + 4));
    }

    @ParameterizedTest
    @ValueSource(floats = {17, -17, Float.NaN, Float.NEGATIVE_INFINITY})
    void effectsThatNoFontHasAreWrong(float effect) {
        long font = drawable();
        assertEquals(0x80460002, glyphs.setSlant(font, effect).code());
        assertEquals(0x80460002, glyphs.setWeight(font, effect, 1, 0).code());
        assertEquals(0x80460002, glyphs.setDrawnSlant(font, effect).code());
        assertEquals(0x80460002, glyphs.setDrawnWeight(font, 1, effect, 0).code());
        assertEquals(0x80460002, glyphs.setResolution(font, -1, 72).code());
    }

    @ParameterizedTest
    @ValueSource(floats = {Float.NaN, 1e30f, Float.NEGATIVE_INFINITY})
    void aPenThatStandsNowhereIsWrong(float place) {
        long font = drawable();
        glyphs.initializeSurface(surface, PIXELS, PITCH, 1, 32, 16);

        assertEquals(0x80460002, draw(font, 'A', place, 0));
        assertEquals(0x80460002, draw(font, 'A', 0, place));
    }

    @Test
    void aRowOfMoreBytesThanItsPitchIsNoSurface() {
        long font = drawable();
        glyphs.initializeSurface(surface, PIXELS, PITCH, 4, 0x4000_0001, 16);

        assertEquals(0x80460050, draw(font, 'A', 0, 0));
    }

    @Test
    void aGlyphThatCannotBeHadIsMissing() {
        long font = drawable();
        glyphs.initializeSurface(surface, PIXELS, PITCH, 1, 32, 16);
        box.isBroken = true;

        assertEquals(0x80460042, glyphs.metrics(font, 'A', at(OUT, FontGlyphExports.Metrics.class)).code());
        assertEquals(0x80460042, glyphs.kerning(font, 'A', 'A', at(OUT, FontGlyphExports.Kerning.class)).code());
        assertEquals(0x80460042, draw(font, 'A', 0, 0));
    }

    @Test
    void aLibraryIsMadeOfADriver() {
        assertEquals(0x80460002, library.createLibrary(record, 0, 0, handle()).code());
        assertEquals(0, handle().get());
        assertEquals(0x80460002, library.createRenderer(record, 0x20, 0, handle()).code());
    }
}
