package org.lierne.lib.font;

import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.InOut;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.host.font.FontLine;
import org.lierne.host.font.FontRefused;
import org.lierne.host.font.GlyphImage;
import org.lierne.host.font.GlyphMetrics;
import org.lierne.host.font.GlyphStyle;
import org.lierne.kernel.memory.GuestMemory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Sizes and effects of fonts, measures of lines and glyphs, and glyphs drawn. Assumed: lib.font. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.font", library = "libSceFont")
public final class FontGlyphExports implements HleModule {
    /** Measures of a glyph, in the order of {@link GlyphMetrics}. */
    @GuestStruct(size = 0x20)
    public record Metrics(@At(0x00) float width, @At(0x04) float height, @At(0x08) float horizontalX, @At(0x0C) float horizontalY,
            @At(0x10) float horizontalAdvance, @At(0x14) float verticalX, @At(0x18) float verticalY, @At(0x1C) float verticalAdvance) {
        static Metrics of(GlyphMetrics m) {
            return new Metrics(m.width(), m.height(), m.horizontalX(), m.horizontalY(), m.horizontalAdvance(), m.verticalX(), m.verticalY(),
                    m.verticalAdvance());
        }
    }

    /** Measures of a line: where its base line lies, how far the next one is, and how far effects reach. */
    @GuestStruct(size = 0x0C)
    public record Layout(@At(0x00) float base, @At(0x04) float advance, @At(0x08) float effects) {}

    /** What a pair of letters is moved by. */
    @GuestStruct(size = 0x10)
    public record Kerning(@At(0x00) float x, @At(0x04) float y, @At(0x08) float atX, @At(0x0C) float atY) {}

    /** What was drawn: the surface, its part, and the picture's measures. The picture itself is not kept, so its place is null. */
    @GuestStruct(size = 0x40)
    public record Drawn(@At(0x00) long picture, @At(0x08) long buffer, @At(0x10) int pitch, @At(0x14) byte pixelBytes, @At(0x18) int x,
            @At(0x1C) int y, @At(0x20) int width, @At(0x24) int height, @At(0x28) float bearingX, @At(0x2C) float bearingY,
            @At(0x30) float advance, @At(0x34) float stride, @At(0x38) int pictureWidth, @At(0x3C) int pictureHeight) {}

    /** Further away no surface has pixels; a float still tells halves of them there. */
    private static final float FURTHEST_PEN = 1 << 22;

    private final GuestMemory memory;
    private final Fonts fonts;

    @Activate
    public FontGlyphExports(@Reference GuestMemory memory, @Reference Fonts fonts) {
        this.memory = memory;
        this.fonts = fonts;
    }

    private @Nullable Font font(long handle) {
        return fonts.find(handle, Font.class).orElse(null);
    }

    private GuestStatus with(long handle, Function<Font, GuestStatus> what) {
        Font font = font(handle);
        return font == null ? FontError.HANDLE : what.apply(font);
    }

    private GuestStatus withBound(long handle, Function<Font, GuestStatus> what) {
        return with(handle, font -> font.renderer() == 0 ? FontError.NOT_BOUND : what.apply(font));
    }

    private GuestStatus change(long handle, boolean isSound, Consumer<Font> change) {
        return with(handle, font -> changed(font, isSound, change));
    }

    private GuestStatus changeDrawing(long handle, boolean isSound, Consumer<Font> change) {
        return withBound(handle, font -> changed(font, isSound, change));
    }

    private static GuestStatus changed(Font font, boolean isSound, Consumer<Font> change) {
        if (!isSound) {
            return FontError.PARAMETER;
        }
        change.accept(font);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceFontBindRenderer", nid = "3OdRkSjOcog")
    public GuestStatus bind(long handle, long renderer) {
        Font font = font(handle);
        if (font == null) {
            return FontError.HANDLE;
        }
        if (fonts.find(renderer, Fonts.Renderer.class).isEmpty()) {
            return FontError.RENDERER;
        }
        if (font.renderer() != 0) {
            return FontError.ALREADY_BOUND;
        }
        font.bind(renderer);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceFontUnbindRenderer", nid = "1QjhKxrsOB8")
    public GuestStatus unbind(long handle) {
        return changeDrawing(handle, true, font -> font.bind(0));
    }

    @HleExport(name = "sceFontRebindRenderer", nid = "Z2cdsqJH+5k")
    public GuestStatus bindAgain(long handle) {
        return changeDrawing(handle, true, font -> font.bind(font.renderer()));
    }

    @HleExport(name = "sceFontSetScalePixel", nid = "N1EBMeGhf7E")
    public GuestStatus setScale(long handle, float width, float height) {
        Font.Scale pixels = new Font.Scale(width, height);
        return change(handle, pixels.isUsable(), font -> font.setScale(pixels));
    }

    @HleExport(name = "sceFontSetScalePoint", nid = "sw65+7wXCKE")
    public GuestStatus setScalePoints(long handle, float width, float height) {
        return with(handle, font -> {
            Font.Scale pixels = font.ofPoints(width, height);
            return changed(font, pixels.isUsable(), f -> f.setScale(pixels));
        });
    }

    @HleExport(name = "sceFontSetResolutionDpi", nid = "I1acwR7Qp8E")
    public GuestStatus setResolution(long handle, int across, int down) {
        return change(handle, across >= 0 && down >= 0, font -> font.setResolution(across, down));
    }

    @HleExport(name = "sceFontGetScalePixel", nid = "CkVmLoCNN-8")
    public GuestStatus scale(long handle, @OrNull @Out GuestPtr<Float> width, @OrNull @Out GuestPtr<Float> height) {
        return change(handle, true, font -> {
            if (!width.isNull()) {
                width.set(font.scale().width());
            }
            if (!height.isNull()) {
                height.set(font.scale().height());
            }
        });
    }

    @HleExport(name = "sceFontSetEffectSlant", nid = "TMtqoFQjjbA")
    public GuestStatus setSlant(long handle, float ratio) {
        return change(handle, Font.isEffect(ratio), font -> font.setSlant(ratio));
    }

    @HleExport(name = "sceFontSetEffectWeight", nid = "v0phZwa4R5o")
    public GuestStatus setWeight(long handle, float x, float y, int mode) {
        needsKnownMode(mode);
        Font.Weight strokes = new Font.Weight(x, y);
        return change(handle, strokes.isUsable(), font -> font.setWeight(strokes));
    }

    private static void needsKnownMode(int mode) {
        if (mode != 0) {
            throw new HleRefusal("weight of a font in mode " + mode + ", which is not known");
        }
    }

    @HleExport(name = "sceFontSetupRenderScalePixel", nid = "6vGCkkQJOcI")
    public GuestStatus setDrawnScale(long handle, float width, float height) {
        Font.Scale pixels = new Font.Scale(width, height);
        return changeDrawing(handle, pixels.isUsable(), font -> font.setDrawnScale(pixels));
    }

    @HleExport(name = "sceFontSetupRenderEffectSlant", nid = "lz9y9UFO2UU")
    public GuestStatus setDrawnSlant(long handle, float ratio) {
        return changeDrawing(handle, Font.isEffect(ratio), font -> font.setDrawnSlant(ratio));
    }

    @HleExport(name = "sceFontSetupRenderEffectWeight", nid = "XIGorvLusDQ")
    public GuestStatus setDrawnWeight(long handle, float x, float y, int mode) {
        needsKnownMode(mode);
        Font.Weight strokes = new Font.Weight(x, y);
        return changeDrawing(handle, strokes.isUsable(), font -> font.setDrawnWeight(strokes));
    }

    @HleExport(name = "sceFontGetHorizontalLayout", nid = "imxVx8lm+KM")
    public GuestStatus horizontalLayout(long handle, @Out GuestPtr<Layout> layout) {
        Font font = font(handle);
        if (font == null || layout.isNull()) {
            return font == null ? FontError.HANDLE : FontError.PARAMETER;
        }
        FontLine line = font.face().line();
        float em = font.scale().height();
        layout.set(new Layout(line.ascent() * em, line.height() * em, line.height() * em));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceFontGetVerticalLayout", nid = "3BrWWFU+4ts")
    public GuestStatus verticalLayout(long handle, @Out GuestPtr<Layout> layout) {
        Font font = font(handle);
        if (font == null || layout.isNull()) {
            return font == null ? FontError.HANDLE : FontError.PARAMETER;
        }
        float width = font.face().line().widestGlyph() * font.scale().width();
        layout.set(new Layout(width / 2, width, width));
        return GuestStatus.OK;
    }

    private static GuestStatus checkGlyph(Font font, int code, boolean hasPlace) {
        if (!hasPlace) {
            return FontError.PARAMETER;
        }
        if (!Character.isValidCodePoint(code) || code == 0) {
            return FontError.NO_CODE;
        }
        return font.face().has(code) ? GuestStatus.OK : FontError.NO_GLYPH;
    }

    @HleExport(name = "sceFontGetCharGlyphMetrics", nid = "L97d+3OgMlE")
    public GuestStatus metrics(long handle, int code, @Out GuestPtr<Metrics> metrics) {
        return with(handle, font -> metrics(font, code, font.style(), metrics));
    }

    private static GuestStatus metrics(Font font, int code, GlyphStyle style, GuestPtr<Metrics> metrics) {
        GuestStatus checked = checkGlyph(font, code, !metrics.isNull());
        if (checked.code() != 0) {
            return checked;
        }
        try {
            metrics.set(Metrics.of(font.face().metrics(code, style)));
            return GuestStatus.OK;
        } catch (FontRefused e) {
            return FontError.NO_GLYPH;
        }
    }

    @HleExport(name = "sceFontGetRenderCharGlyphMetrics", nid = "IQtleGLL5pQ")
    public GuestStatus drawnMetrics(long handle, int code, @Out GuestPtr<Metrics> metrics) {
        return withBound(handle, font -> metrics(font, code, font.drawnStyle(), metrics));
    }

    @HleExport(name = "sceFontGetRenderScaledKerning", nid = "ryPlnDDI3rU")
    public GuestStatus kerning(long handle, int before, int code, @Out GuestPtr<Kerning> kerning) {
        return kerning.isNull() ? with(handle, font -> FontError.PARAMETER) : withBound(handle, font -> {
            try {
                kerning.set(new Kerning(font.face().kerning(before, code, font.drawnStyle()), 0, 0, 0));
                return GuestStatus.OK;
            } catch (FontRefused e) {
                return FontError.NO_GLYPH;
            }
        });
    }

    @HleExport(name = "sceFontGenerateCharGlyph", nid = "C-4Qw5Srlyw")
    public GuestStatus glyph(long handle, int code, long detail, @Out GuestPtr<Long> glyph) {
        return with(handle, font -> {
            GuestStatus checked = checkGlyph(font, code, !glyph.isNull());
            if (checked.code() == 0) {
                glyph.set(fonts.add(new Fonts.Glyph()));
            }
            return checked;
        });
    }

    @HleExport(name = "sceFontDeleteGlyph", nid = "LHDoRWVFGqk")
    public GuestStatus deleteGlyph(long from, @InOut GuestPtr<Long> glyph) {
        if (glyph.isNull() || !fonts.remove(glyph.get(), Fonts.Glyph.class)) {
            return FontError.GLYPH;
        }
        glyph.set(0L);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceFontRenderSurfaceInit", nid = "gdUCnU0gHdI")
    public void initializeSurface(@OrNull @Out GuestPtr<Surface> surface, long buffer, int pitch, int pixelBytes, int width, int height) {
        if (!surface.isNull()) {
            surface.set(new Surface(buffer, pitch, (byte) pixelBytes, width, height, 0, 0, width, height));
        }
    }

    @HleExport(name = "sceFontRenderSurfaceSetScissor", nid = "vRxf4d0ulPs")
    public void clipSurface(@OrNull @InOut GuestPtr<Surface> surface, int left, int top, int right, int bottom) {
        if (!surface.isNull()) {
            Surface s = surface.get();
            surface.set(new Surface(s.buffer(), s.pitch(), s.pixelBytes(), s.width(), s.height(), left, top, right, bottom));
        }
    }

    /** Lines are horizontal unless the title says otherwise. */
    @HleExport(name = "sceFontRenderCharGlyphImage", nid = "3G4zhgKuxE8")
    @HleExport(name = "sceFontRenderCharGlyphImageHorizontal", nid = "kAenWy1Zw5o")
    public GuestStatus draw(long handle, int code, GuestPtr<Surface> surface, float x, float y, @OrNull @Out GuestPtr<Metrics> metrics,
            @OrNull @Out GuestPtr<Drawn> drawn) {
        return draw(handle, code, surface, x, y, false, metrics, drawn);
    }

    @HleExport(name = "sceFontRenderCharGlyphImageVertical", nid = "i6UNdSig1uE")
    public GuestStatus drawVertical(long handle, int code, GuestPtr<Surface> surface, float x, float y, @OrNull @Out GuestPtr<Metrics> metrics,
            @OrNull @Out GuestPtr<Drawn> drawn) {
        return draw(handle, code, surface, x, y, true, metrics, drawn);
    }

    private GuestStatus draw(long handle, int code, GuestPtr<Surface> surface, float x, float y, boolean isVertical, GuestPtr<Metrics> told,
            GuestPtr<Drawn> drawn) {
        return with(handle, font -> {
            GuestStatus checked = checkDrawing(font, code, surface, x, y);
            if (checked.code() != 0) {
                return checked;
            }
            Surface target = surface.get();
            if (!target.isDrawable()) {
                return FontError.SURFACE;
            }
            try {
                draw(font, code, target, x, y, isVertical, told, drawn);
                return GuestStatus.OK;
            } catch (FontRefused e) {
                return FontError.NO_GLYPH;
            }
        });
    }

    private static GuestStatus checkDrawing(Font font, int code, GuestPtr<Surface> surface, float x, float y) {
        GuestStatus checked = checkGlyph(font, code, !surface.isNull());
        if (checked.code() != 0) {
            return checked;
        }
        if (font.renderer() == 0) {
            return FontError.NOT_BOUND;
        }
        return Math.abs(x) <= FURTHEST_PEN && Math.abs(y) <= FURTHEST_PEN ? GuestStatus.OK : FontError.PARAMETER;
    }

    private void draw(Font font, int code, Surface target, float x, float y, boolean isVertical, GuestPtr<Metrics> told, GuestPtr<Drawn> drawn)
            throws FontRefused {
        GlyphStyle style = font.drawnStyle();
        GlyphMetrics metrics = font.face().metrics(code, style);
        // From the pen of vertical lines to that of horizontal ones.
        float penX = isVertical ? x + metrics.verticalX() - metrics.horizontalX() : x;
        float penY = isVertical ? y + metrics.verticalY() + metrics.horizontalY() : y;
        int wholeX = (int) Math.floor(penX);
        int wholeY = (int) Math.ceil(penY);
        GlyphImage image = font.face().image(code, style, penX - wholeX, wholeY - penY);
        Surface.Part part = target.draw(memory, image, wholeX + image.left(), wholeY - image.top());
        if (!told.isNull()) {
            told.set(Metrics.of(metrics));
        }
        if (!drawn.isNull()) {
            drawn.set(new Drawn(0, target.buffer(), target.pitch(), target.pixelBytes(), part.x(), part.y(), part.width(), part.height(),
                    isVertical ? metrics.verticalX() : metrics.horizontalX(), isVertical ? metrics.verticalY() : metrics.horizontalY(),
                    isVertical ? metrics.verticalAdvance() : metrics.horizontalAdvance(),
                    isVertical ? metrics.verticalAdvance() : metrics.horizontalAdvance(), image.width(), image.height()));
        }
    }
}
