package org.lierne.agc.driver;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.lierne.agc.descriptor.GuestFormat;
import org.lierne.gpu.Aspect;
import org.lierne.gpu.Format;
import org.lierne.gpu.ImageKind;

/**
 * A surface as a frame finds it.
 *
 * @param mode         swizzle mode
 * @param elementBytes bytes of a texel or block
 * @param guestFormat  unified format number it was made for; 0 for depth
 * @param format       host format of its image
 * @param checksum     of the guest's bytes when they were last brought in
 * @param isDrawn      whether the GPU wrote it
 * @param isPlain      whether its order in guest memory is known, and nothing compresses it there
 * @param parts        its texels; none where guest memory has them, or where they cannot be read
 */
record SurfaceState(long address, int width, int height, int depth, int mips, int samples, int mode, int elementBytes,
        boolean isDepth, ImageKind kind, Format format, int layers, boolean isCube, int guestFormat, long checksum,
        boolean isDrawn, boolean isPlain, List<Part> parts) {
    private static final int MAX_SIZE = 1 << 14;
    private static final int MAX_LAYERS = 1 << 13;
    private static final int MAX_SAMPLES = 16;
    private static final int MAX_MIPS = 15;

    /** All layers of one level and aspect, tightly packed. */
    record Part(Aspect aspect, int mip, byte[] texels) {}

    void write(DataOutput out) throws IOException {
        out.writeLong(address);
        for (int value : new int[] {width, height, depth, mips, samples, mode, elementBytes}) {
            out.writeInt(value);
        }
        out.writeBoolean(isDepth);
        out.writeUTF(kind.name());
        out.writeUTF(format.name());
        out.writeInt(layers);
        out.writeBoolean(isCube);
        out.writeInt(guestFormat);
        out.writeLong(checksum);
        out.writeBoolean(isDrawn);
        out.writeBoolean(isPlain);
        out.writeInt(parts.size());
        for (Part part : parts) {
            out.writeUTF(part.aspect().name());
            out.writeInt(part.mip());
            out.writeInt(part.texels().length);
            out.write(part.texels());
        }
    }

    /** @throws IllegalArgumentException for values that no surface has */
    static SurfaceState read(DataInput in) throws IOException {
        long address = in.readLong();
        int width = in(in, "width", 1, MAX_SIZE);
        int height = in(in, "height", 1, MAX_SIZE);
        int depth = in(in, "depth", 1, MAX_LAYERS);
        int mips = in(in, "levels", 1, MAX_MIPS);
        int samples = in(in, "samples", 1, MAX_SAMPLES);
        int mode = in(in, "swizzle mode", 0, 31);
        int elementBytes = in(in, "texel size", 1, 16);
        boolean isDepth = in.readBoolean();
        ImageKind kind = ImageKind.valueOf(in.readUTF());
        Format format = Format.valueOf(in.readUTF());
        int layers = in(in, "layers", 1, MAX_LAYERS);
        boolean isCube = in.readBoolean();
        int guestFormat = in(in, "format", 0, 255);
        if (!isDepth && GuestFormat.of(guestFormat) == null) {
            throw new IllegalArgumentException("format " + guestFormat + " is not in the table");
        }
        long checksum = in.readLong();
        boolean isDrawn = in.readBoolean();
        boolean isPlain = in.readBoolean();
        SurfaceState empty = new SurfaceState(address, width, height, depth, mips, samples, mode, elementBytes, isDepth,
                kind, format, layers, isCube, guestFormat, checksum, isDrawn, isPlain, List.of());
        return empty.withParts(empty.parts(in));
    }

    private SurfaceState withParts(List<Part> texels) {
        return new SurfaceState(address, width, height, depth, mips, samples, mode, elementBytes, isDepth, kind, format,
                layers, isCube, guestFormat, checksum, isDrawn, isPlain, List.copyOf(texels));
    }

    private List<Part> parts(DataInput in) throws IOException {
        int count = in(in, "parts", 0, 2 * MAX_MIPS);
        List<Part> read = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Aspect aspect = Aspect.valueOf(in.readUTF());
            int mip = in(in, "level", 0, mips - 1);
            long expected = format.bytes(aspect, Math.max(1, width >> mip), Math.max(1, height >> mip),
                    Math.max(1, depth >> mip), layers);
            int bytes = in.readInt();
            if (bytes != expected) {
                throw new IllegalArgumentException("level %d has %d bytes, expected are %d".formatted(mip, bytes,
                        expected));
            }
            byte[] texels = new byte[bytes];
            in.readFully(texels);
            read.add(new Part(aspect, mip, texels));
        }
        return read;
    }

    private static int in(DataInput in, String what, int low, int high) throws IOException {
        int value = in.readInt();
        if (value < low || value > high) {
            throw new IllegalArgumentException("%s is %d, which is not in %d..%d".formatted(what, value, low, high));
        }
        return value;
    }
}
