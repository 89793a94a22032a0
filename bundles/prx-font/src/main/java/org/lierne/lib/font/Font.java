package org.lierne.lib.font;

import org.jspecify.annotations.Nullable;
import org.lierne.host.font.FontFace;
import org.lierne.host.font.GlyphStyle;

/** A font that a title has open: a face, its size and effects, and those that hold for drawing alone. Assumed: lib.font. */
final class Font {
    private static final float POINTS_AN_INCH = 72;

    private static final float MOST_PIXELS = 4096;
    private static final float MOST_EFFECT = 16;

    /** Pixels of the em. */
    record Scale(float width, float height) {
        private static boolean isLength(float pixels) {
            return pixels > 0 && pixels <= MOST_PIXELS;
        }

        boolean isUsable() {
            return isLength(width) && isLength(height);
        }
    }

    /** Whether a slant or a weight can be had; no number is none. */
    static boolean isEffect(float ratio) {
        return Math.abs(ratio) <= MOST_EFFECT;
    }

    /** Widths of strokes, 1 as the font has them; 0 stands for 1. */
    record Weight(float x, float y) {
        static final Weight PLAIN = new Weight(1, 1);

        boolean isUsable() {
            return isEffect(x) && isEffect(y);
        }

        private static float added(float weight, float pixels) {
            return weight == 0 ? 0 : (weight - 1) * pixels;
        }
    }

    private final FontFace face;
    private final byte[] file;
    private final int index;
    private Scale scale = new Scale(16, 16);
    private Weight weight = Weight.PLAIN;
    private float slant;
    private float dotsAcross = POINTS_AN_INCH;
    private float dotsDown = POINTS_AN_INCH;
    private @Nullable Scale drawnScale;
    private @Nullable Weight drawnWeight;
    private @Nullable Float drawnSlant;
    private long renderer;

    Font(FontFace face, byte[] file, int index) {
        this.face = face;
        this.file = file;
        this.index = index;
    }

    FontFace face() {
        return face;
    }

    byte[] file() {
        return file;
    }

    int index() {
        return index;
    }

    Scale scale() {
        return scale;
    }

    void setScale(Scale pixels) {
        scale = pixels;
    }

    /** So many pixels are so many points. */
    Scale ofPoints(float width, float height) {
        return new Scale(width * dotsAcross / POINTS_AN_INCH, height * dotsDown / POINTS_AN_INCH);
    }

    /** Dots an inch, for sizes in points; 0 is the usual 72. */
    void setResolution(int across, int down) {
        dotsAcross = across == 0 ? POINTS_AN_INCH : across;
        dotsDown = down == 0 ? POINTS_AN_INCH : down;
    }

    void setWeight(Weight strokes) {
        weight = strokes;
    }

    void setSlant(float ratio) {
        slant = ratio;
    }

    void setDrawnScale(Scale pixels) {
        drawnScale = pixels;
    }

    void setDrawnWeight(Weight strokes) {
        drawnWeight = strokes;
    }

    void setDrawnSlant(float ratio) {
        drawnSlant = ratio;
    }

    long renderer() {
        return renderer;
    }

    /** What was set for drawing alone goes. */
    void bind(long to) {
        renderer = to;
        drawnScale = null;
        drawnWeight = null;
        drawnSlant = null;
    }

    private static GlyphStyle style(Scale pixels, Weight strokes, float ratio) {
        return new GlyphStyle(pixels.width, pixels.height, ratio, Weight.added(strokes.x, pixels.width), Weight.added(strokes.y, pixels.height));
    }

    GlyphStyle style() {
        return style(scale, weight, slant);
    }

    GlyphStyle drawnStyle() {
        return style(drawnScale == null ? scale : drawnScale, drawnWeight == null ? weight : drawnWeight, drawnSlant == null ? slant : drawnSlant);
    }
}
