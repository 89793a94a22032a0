package org.lierne.host.fonts;

import static org.lwjgl.util.freetype.FreeType.FT_Done_Face;
import static org.lwjgl.util.freetype.FreeType.FT_Done_FreeType;
import static org.lwjgl.util.freetype.FreeType.FT_Err_Ok;
import static org.lwjgl.util.freetype.FreeType.FT_FACE_FLAG_SCALABLE;
import static org.lwjgl.util.freetype.FreeType.FT_Init_FreeType;
import static org.lwjgl.util.freetype.FreeType.FT_New_Memory_Face;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;
import org.lierne.host.font.FontFace;
import org.lierne.host.font.FontReader;
import org.lierne.host.font.FontRefused;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.util.freetype.FT_Bitmap;
import org.lwjgl.util.freetype.FT_Face;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

/** Opens fonts by FreeType, which is loaded with the first of them. Faces of one reader are asked one after another. */
@Component(service = FontReader.class)
public final class OutlineFonts implements FontReader {
    private static final String LIBRARY_IN_BUNDLE = "/native/linux/x64/org/lwjgl/freetype/libfreetype.so";

    /** FreeType takes the bits above for instances of a variable font. */
    private static final int MOST_FACE = 0xFFFF;

    private final @Nullable BundleContext context;
    private long library;

    @Activate
    public OutlineFonts(BundleContext context) {
        this.context = context;
    }

    private OutlineFonts() {
        this.context = null;
    }

    /** For a program without a framework: LWJGL finds the library on the class path. */
    static OutlineFonts standalone() {
        return new OutlineFonts();
    }

    private void start() {
        // LWJGL opens this library by its path and cannot see into a bundle.
        URL inside = FT_Bitmap.class.getResource(LIBRARY_IN_BUNDLE);
        if (inside != null && context != null) {
            Path outside = context.getDataFile("libfreetype.so").toPath();
            try (InputStream in = inside.openStream()) {
                Files.copy(in, outside, StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException e) {
                throw new UncheckedIOException("libfreetype.so cannot be unpacked to " + outside, e);
            }
            Configuration.FREETYPE_LIBRARY_NAME.set(outside.toAbsolutePath().toString());
        }
        try (MemoryStack stack = MemoryStack.stackPush()) {
            PointerBuffer made = stack.mallocPointer(1);
            int result = FT_Init_FreeType(made);
            if (result != FT_Err_Ok) {
                throw new IllegalStateException("FreeType does not start: error " + result);
            }
            library = made.get(0);
        }
    }

    @Override
    public synchronized FontFace open(byte[] file, int index) throws FontRefused {
        if (library == 0) {
            start();
        }
        if (index < 0 || index > MOST_FACE) {
            throw new FontRefused("no file has a face " + index);
        }
        ByteBuffer kept = MemoryUtil.memAlloc(Math.max(file.length, 1)).put(file).flip();
        try (MemoryStack stack = MemoryStack.stackPush()) {
            PointerBuffer made = stack.mallocPointer(1);
            int result = FT_New_Memory_Face(library, kept, index, made);
            if (result != FT_Err_Ok) {
                MemoryUtil.memFree(kept);
                throw new FontRefused("no font with a face " + index + ": FreeType's error " + result);
            }
            FT_Face face = FT_Face.create(made.get(0));
            if ((face.face_flags() & FT_FACE_FLAG_SCALABLE) == 0 || face.units_per_EM() == 0) {
                FT_Done_Face(face);
                MemoryUtil.memFree(kept);
                throw new FontRefused("a font without outlines");
            }
            return new OutlineFace(this, face, kept);
        }
    }

    /** Faces that are still open end with the library. */
    @Deactivate
    synchronized void stop() {
        if (library != 0) {
            FT_Done_FreeType(library);
            library = 0;
        }
    }

    synchronized boolean isStopped() {
        return library == 0;
    }
}
