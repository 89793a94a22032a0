package org.lierne.host.fonts;

import static org.lwjgl.util.freetype.FreeType.FT_Done_Face;
import static org.lwjgl.util.freetype.FreeType.FT_Err_Ok;
import static org.lwjgl.util.freetype.FreeType.FT_Get_Char_Index;
import static org.lwjgl.util.freetype.FreeType.FT_Get_Kerning;
import static org.lwjgl.util.freetype.FreeType.FT_KERNING_UNFITTED;
import static org.lwjgl.util.freetype.FreeType.FT_LOAD_NO_BITMAP;
import static org.lwjgl.util.freetype.FreeType.FT_LOAD_NO_HINTING;
import static org.lwjgl.util.freetype.FreeType.FT_Load_Glyph;
import static org.lwjgl.util.freetype.FreeType.FT_Outline_EmboldenXY;
import static org.lwjgl.util.freetype.FreeType.FT_Outline_Get_CBox;
import static org.lwjgl.util.freetype.FreeType.FT_Outline_Transform;
import static org.lwjgl.util.freetype.FreeType.FT_Outline_Translate;
import static org.lwjgl.util.freetype.FreeType.FT_RENDER_MODE_NORMAL;
import static org.lwjgl.util.freetype.FreeType.FT_Render_Glyph;
import static org.lwjgl.util.freetype.FreeType.FT_Set_Char_Size;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.lierne.host.font.FontFace;
import org.lierne.host.font.FontLine;
import org.lierne.host.font.FontRefused;
import org.lierne.host.font.GlyphImage;
import org.lierne.host.font.GlyphMetrics;
import org.lierne.host.font.GlyphStyle;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.util.freetype.FT_BBox;
import org.lwjgl.util.freetype.FT_Bitmap;
import org.lwjgl.util.freetype.FT_Face;
import org.lwjgl.util.freetype.FT_GlyphSlot;
import org.lwjgl.util.freetype.FT_Glyph_Metrics;
import org.lwjgl.util.freetype.FT_Matrix;
import org.lwjgl.util.freetype.FT_Vector;

/** A face of FreeType. Documented: FreeType's reference; lengths are in 64ths of a pixel, matrices in 65536ths. */
final class OutlineFace implements FontFace {
    private static final float PIXEL = 64;
    private static final int ONE = 0x10000;
    private static final int MOST_PIXELS = 8192;
    /** At so many dots an inch a point is a pixel. */
    private static final int POINTS = 72;
    private static final int LOAD = FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP;

    private final OutlineFonts reader;
    private final FT_Face face;
    private final ByteBuffer file;
    private final FontLine line;
    private boolean isClosed;

    OutlineFace(OutlineFonts reader, FT_Face face, ByteBuffer file) {
        this.reader = reader;
        this.face = face;
        this.file = file;
        float em = face.units_per_EM();
        this.line = new FontLine(face.ascender() / em, face.descender() / em, face.height() / em, face.max_advance_width() / em);
    }

    private static long fixed(float pixels) {
        return Math.round(pixels * (double) PIXEL);
    }

    private static void check(int result, String what) throws FontRefused {
        if (result != FT_Err_Ok) {
            throw new FontRefused(what + ": FreeType's error " + result);
        }
    }

    @Override
    public FontLine line() {
        return line;
    }

    private boolean isAlive() {
        return !isClosed && !reader.isStopped();
    }

    private void needsLife() throws FontRefused {
        if (!isAlive()) {
            throw new FontRefused("a font is used after its end");
        }
    }

    @Override
    public boolean has(int codePoint) {
        synchronized (reader) {
            return isAlive() && FT_Get_Char_Index(face, codePoint) != 0;
        }
    }

    /** The glyph in its style, as an outline. */
    private FT_GlyphSlot load(int codePoint, GlyphStyle style) throws FontRefused {
        needsLife();
        size(style);
        check(FT_Load_Glyph(face, FT_Get_Char_Index(face, codePoint), LOAD), "glyph of U+%04X".formatted(codePoint));
        FT_GlyphSlot slot = Objects.requireNonNull(face.glyph());
        if (style.weightX() != 0 || style.weightY() != 0) {
            check(FT_Outline_EmboldenXY(slot.outline(), fixed(style.weightX()), fixed(style.weightY())), "weight of a glyph");
        }
        if (style.slant() != 0) {
            try (MemoryStack stack = MemoryStack.stackPush()) {
                FT_Matrix matrix = FT_Matrix.malloc(stack);
                matrix.xx(ONE);
                matrix.xy(Math.round(style.slant() * (double) ONE));
                matrix.yx(0);
                matrix.yy(ONE);
                FT_Outline_Transform(slot.outline(), matrix);
            }
        }
        return slot;
    }

    private void size(GlyphStyle style) throws FontRefused {
        check(FT_Set_Char_Size(face, fixed(style.width()), fixed(style.height()), POINTS, POINTS), "size of a font");
    }

    @Override
    public GlyphMetrics metrics(int codePoint, GlyphStyle style) throws FontRefused {
        synchronized (reader) {
            FT_GlyphSlot slot = load(codePoint, style);
            FT_Glyph_Metrics metrics = slot.metrics();
            try (MemoryStack stack = MemoryStack.stackPush()) {
                FT_BBox box = box(slot, stack);
                return new GlyphMetrics((box.xMax() - box.xMin()) / PIXEL, (box.yMax() - box.yMin()) / PIXEL, box.xMin() / PIXEL, box.yMax() / PIXEL,
                        metrics.horiAdvance() / PIXEL + style.weightX(), metrics.vertBearingX() / PIXEL, metrics.vertBearingY() / PIXEL,
                        metrics.vertAdvance() / PIXEL + style.weightY());
            }
        }
    }

    private static FT_BBox box(FT_GlyphSlot slot, MemoryStack stack) {
        FT_BBox box = FT_BBox.malloc(stack);
        FT_Outline_Get_CBox(slot.outline(), box);
        return box;
    }

    private static void needsRoom(FT_GlyphSlot slot) throws FontRefused {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            FT_BBox box = box(slot, stack);
            if (box.xMax() - box.xMin() > MOST_PIXELS * PIXEL || box.yMax() - box.yMin() > MOST_PIXELS * PIXEL) {
                throw new FontRefused("a glyph of more than " + MOST_PIXELS + " pixels");
            }
        }
    }

    @Override
    public GlyphImage image(int codePoint, GlyphStyle style, float fractionX, float fractionY) throws FontRefused {
        synchronized (reader) {
            FT_GlyphSlot slot = load(codePoint, style);
            FT_Outline_Translate(slot.outline(), fixed(fractionX), fixed(fractionY));
            needsRoom(slot);
            check(FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL), "picture of U+%04X".formatted(codePoint));
            FT_Bitmap bitmap = slot.bitmap();
            int width = bitmap.width();
            int height = bitmap.rows();
            byte[] coverage = new byte[width * height];
            if (coverage.length > 0) {
                ByteBuffer rows = Objects.requireNonNull(bitmap.buffer(bitmap.pitch() * height));
                for (int y = 0; y < height; y++) {
                    rows.get(y * bitmap.pitch(), coverage, y * width, width);
                }
            }
            return new GlyphImage(slot.bitmap_left(), slot.bitmap_top(), width, height, coverage);
        }
    }

    @Override
    public float kerning(int before, int after, GlyphStyle style) throws FontRefused {
        synchronized (reader) {
            needsLife();
            size(style);
            try (MemoryStack stack = MemoryStack.stackPush()) {
                FT_Vector kerning = FT_Vector.calloc(stack);
                check(FT_Get_Kerning(face, FT_Get_Char_Index(face, before), FT_Get_Char_Index(face, after), FT_KERNING_UNFITTED, kerning), "kerning");
                return kerning.x() / PIXEL;
            }
        }
    }

    @Override
    public void close() {
        synchronized (reader) {
            if (isClosed) {
                return;
            }
            isClosed = true;
            if (!reader.isStopped()) {
                FT_Done_Face(face);
            }
            MemoryUtil.memFree(file);
        }
    }
}
