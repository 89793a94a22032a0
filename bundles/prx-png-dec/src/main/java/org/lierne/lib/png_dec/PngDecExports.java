package org.lierne.lib.png_dec;

import java.nio.ByteBuffer;
import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.GuestValue;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Decoders, which are a mark in the title's work memory, headers and pictures. Assumed: lib.png-dec. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.png-dec", library = "libScePngDec")
public final class PngDecExports implements HleModule {
    private static final int WORK_BYTES = 0x20;
    private static final int MOST_WIDTH = 1_000_000;
    /** Attribute of a decoder that also takes samples of 16 bits. */
    private static final int WIDE = 1;
    private static final int MARK = 0x504E4700;
    private static final int INTERLACED = 1;
    private static final int TRANSPARENT = 2;
    private static final int FORMAT_BGRA = 1;
    /** A longer side does not fit into the result. */
    private static final int MOST_TOLD = 0x7FFF;
    private static final int MOST_FILE_BYTES = 1 << 30;

    /** What a decoder is for. */
    @GuestStruct(size = 0x0C)
    public record Create(@At(0x00) int bytes, @At(0x04) int attribute, @At(0x08) int mostWidth) {}

    /** A file whose header is asked for. */
    @GuestStruct(size = 0x10)
    public record Parse(@At(0x00) long file, @At(0x08) int fileBytes) {}

    /** A picture to be decoded: where from and to; pitch in bytes. */
    @GuestStruct(size = 0x20)
    public record Decode(@At(0x00) long file, @At(0x08) long image, @At(0x10) int fileBytes, @At(0x14) int imageBytes, @At(0x18) short format,
            @At(0x1A) short alpha, @At(0x1C) int pitch) {}

    /** Facts of a picture. */
    @GuestStruct(size = 0x10)
    public record Facts(@At(0x00) int width, @At(0x04) int height, @At(0x08) short space, @At(0x0A) short depth, @At(0x0C) int flags) {
        static Facts of(PngPicture picture) {
            PngHeader h = picture.header();
            return new Facts(h.width(), h.height(), (short) h.color().space, (short) h.depth(),
                    (h.isInterlaced() ? INTERLACED : 0) | (picture.hasTransparency() ? TRANSPARENT : 0));
        }
    }

    private final GuestMemory memory;

    @Activate
    public PngDecExports(@Reference GuestMemory memory) {
        this.memory = memory;
    }

    private static GuestStatus check(GuestPtr<Create> create) {
        if (create.isNull() || (create.get().attribute() & ~WIDE) != 0) {
            return PngDecError.PARAMETER;
        }
        int width = create.get().mostWidth();
        return width < 1 || width > MOST_WIDTH ? PngDecError.SIZE : GuestStatus.OK;
    }

    @HleExport(name = "scePngDecQueryMemorySize", nid = "-6srIGbLTIU")
    public GuestValue workBytes(@OrNull GuestPtr<Create> create) {
        GuestStatus checked = check(create);
        return checked.code() != 0 ? GuestValue.error(checked) : GuestValue.of(WORK_BYTES);
    }

    @HleExport(name = "scePngDecCreate", nid = "m0uW+8pFyaw")
    public GuestStatus create(@OrNull GuestPtr<Create> create, long work, int workBytes, @OrNull @Out GuestPtr<Long> handle) {
        GuestStatus checked = check(create);
        if (checked.code() != 0) {
            return checked;
        }
        if (work == 0 || handle.isNull()) {
            return PngDecError.ADDRESS;
        }
        if (Integer.compareUnsigned(workBytes, WORK_BYTES) < 0 || work % 8 != 0) {
            return PngDecError.WORK_MEMORY;
        }
        memory.putInt(work, MARK | create.get().attribute());
        memory.putInt(work + 4, create.get().mostWidth());
        handle.set(work);
        return GuestStatus.OK;
    }

    private boolean isDecoder(long handle) {
        return handle != 0 && handle % 8 == 0 && memory.isMapped(handle, WORK_BYTES, Access.WRITE) && (memory.getInt(handle) & ~WIDE) == MARK;
    }

    @HleExport(name = "scePngDecDelete", nid = "QbD+eENEwo8")
    public GuestStatus delete(long handle) {
        if (!isDecoder(handle)) {
            return PngDecError.HANDLE;
        }
        memory.putInt(handle, 0);
        return GuestStatus.OK;
    }

    private static boolean isSize(int bytes) {
        return bytes > 0 && bytes <= MOST_FILE_BYTES;
    }

    @HleExport(name = "scePngDecParseHeader", nid = "U6h4e5JRPaQ")
    public GuestStatus facts(@OrNull GuestPtr<Parse> parse, @OrNull @Out GuestPtr<Facts> facts) {
        if (parse.isNull()) {
            return PngDecError.PARAMETER;
        }
        if (parse.get().file() == 0 || facts.isNull()) {
            return PngDecError.ADDRESS;
        }
        if (!isSize(parse.get().fileBytes())) {
            return PngDecError.SIZE;
        }
        try {
            facts.set(Facts.of(PngPicture.headOf(memory.getBytes(parse.get().file(), parse.get().fileBytes()))));
            return GuestStatus.OK;
        } catch (PngRefused e) {
            return PngDecError.DATA;
        }
    }

    /** Gives width and height in the halves of the result, or 0 if one does not fit. */
    @HleExport(name = "scePngDecDecode", nid = "WC216DD3El4")
    public GuestValue decode(long handle, @OrNull GuestPtr<Decode> decode, @OrNull @Out GuestPtr<Facts> facts) {
        if (!isDecoder(handle)) {
            return GuestValue.error(PngDecError.HANDLE);
        }
        if (decode.isNull() || (decode.get().format() & ~FORMAT_BGRA) != 0) {
            return GuestValue.error(PngDecError.PARAMETER);
        }
        Decode d = decode.get();
        if (d.file() == 0 || d.image() == 0) {
            return GuestValue.error(PngDecError.ADDRESS);
        }
        if (!isSize(d.fileBytes())) {
            return GuestValue.error(PngDecError.SIZE);
        }
        try {
            PngPicture picture = PngPicture.of(memory.getBytes(d.file(), d.fileBytes()));
            PngHeader h = picture.header();
            if (h.depth() == 16 && (memory.getInt(handle) & WIDE) == 0) {
                return GuestValue.error(PngDecError.UNSUPPORTED);
            }
            long pitch = d.pitch() == 0 ? 4L * h.width() : Integer.toUnsignedLong(d.pitch());
            boolean hasRoom = pitch >= 4L * h.width() && 4L * h.width() * h.height() <= Integer.MAX_VALUE
                    && Integer.toUnsignedLong(d.imageBytes()) / h.height() >= pitch;
            if (h.width() > memory.getInt(handle + 4) || !hasRoom) {
                return GuestValue.error(PngDecError.SIZE);
            }
            if (!memory.isMapped(d.image(), pitch * (h.height() - 1) + 4L * h.width(), Access.WRITE)) {
                return GuestValue.error(PngDecError.ADDRESS);
            }
            write(picture, d, pitch);
            if (!facts.isNull()) {
                facts.set(Facts.of(picture));
            }
            return GuestValue.of(h.width() > MOST_TOLD || h.height() > MOST_TOLD ? 0 : h.width() << 16 | h.height());
        } catch (PngRefused e) {
            return GuestValue.error(PngDecError.DECODE);
        }
    }

    private void write(PngPicture picture, Decode d, long pitch) throws PngRefused {
        byte[] pixels = picture.pixels(d.alpha());
        if (d.format() == FORMAT_BGRA) {
            for (int i = 0; i < pixels.length; i += 4) {
                byte red = pixels[i];
                pixels[i] = pixels[i + 2];
                pixels[i + 2] = red;
            }
        }
        ByteBuffer rows = ByteBuffer.wrap(pixels);
        byte[] row = new byte[4 * picture.header().width()];
        for (int y = 0; y < picture.header().height(); y++) {
            rows.get(row);
            memory.putBytes(d.image() + y * pitch, row);
        }
    }
}
