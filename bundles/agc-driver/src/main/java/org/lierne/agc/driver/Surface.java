package org.lierne.agc.driver;

import org.jspecify.annotations.Nullable;
import org.lierne.agc.descriptor.GuestFormat;
import org.lierne.agc.driver.tiling.SurfaceLayout;
import org.lierne.gpu.Aspect;
import org.lierne.gpu.GpuImage;
import org.lierne.gpu.ImagePart;
import org.lierne.gpu.ImageSpec;

/** A guest surface and its host image. Guarded by the engine's lock. */
final class Surface {
    /**
     * What makes a surface the same one.
     *
     * @param elementBytes bytes of a texel or block
     */
    record Key(long address, int width, int height, int depth, int mips, int samples, int mode, int elementBytes,
            boolean isDepth) {}

    final Key key;
    final GpuImage image;
    /** Null where the order in memory is not known. */
    final @Nullable SurfaceLayout layout;
    final int layers;
    private final long bytes;
    final SurfaceContent content;
    /** Null for depth. */
    final @Nullable GuestFormat guest;
    /** Of the guest's bytes when they were last brought in or written; 0 if they never were. */
    long checksum;
    long checkedAt = -1;
    long usedAt;
    boolean isFilled;
    boolean isDrawn;
    /** Whether the image has what guest memory does not have. */
    boolean isDirty;
    boolean isShown;
    /** Whether guest memory has the colour of each block of compression once. */
    boolean isColorOnce;
    /** The same texels in four channels, for modules that sample those (rule A-061); null until one does. */
    @Nullable GpuImage copy;
    /** Where the stencil values beside its depth lie in guest memory; null where there are none, or their order is not known. */
    @Nullable Surface stencil;
    /** The part of the image that it stands for; null for the main one. */
    final @Nullable Aspect aspect;
    /** Of what content the copy is. */
    long copiedAt;
    /** Whether another surface lies over it, and the order of both in memory is known. */
    boolean hasAlias;
    /** When it was last drawn to, and up to when surfaces over it were looked at, as {@link SurfaceCoherence} counts. */
    long drawnAt;
    long comparedAt;

    Surface(Key key, GpuImage image, @Nullable SurfaceLayout layout, int layers, @Nullable GuestFormat guest) {
        this(key, image, layout, layers, guest, null);
    }

    /** The stencil values of a depth surface's image, which it does not own. */
    static Surface ofStencil(Key key, Surface depth, SurfaceLayout layout) {
        return new Surface(key, depth.image, layout, depth.layers, null, Aspect.STENCIL);
    }

    private Surface(Key key, GpuImage image, @Nullable SurfaceLayout layout, int layers, @Nullable GuestFormat guest, @Nullable Aspect aspect) {
        this.aspect = aspect;
        this.key = key;
        this.guest = guest;
        this.image = image;
        this.layout = layout;
        this.layers = layers;
        this.bytes = size();
        this.content = new SurfaceContent(key.address(), bytes);
    }

    void close() {
        image.close();
        if (copy != null) {
            copy.close();
        }
    }

    /** The texels of a level in the image. */
    ImagePart part(int mip) {
        ImagePart main = ImagePart.level(image.spec(), mip);
        return aspect == null ? main : main.withAspect(aspect);
    }

    /** Whether guest memory can fill it again; depth is never filled. */
    boolean isReplaceable() {
        return !isDirty && !isShown && layout != null && !key.isDepth();
    }

    /** About what its image takes on the device. */
    long hostBytes() {
        return hostBytes(image.spec());
    }

    static long hostBytes(ImageSpec spec) {
        long bytes = 0;
        for (int mip = 0; mip < spec.mips(); mip++) {
            bytes += (long) spec.widthOf(mip) * spec.heightOf(mip) * spec.depthOf(mip);
        }
        int side = spec.format().isCompressed() ? 4 : 1;
        return bytes * spec.layers() * spec.samples() * spec.format().blockBytes() / (side * side);
    }

    int slices() {
        return layers * key.depth();
    }

    /** Bytes that it covers at least; all of them where its order in memory is known. */
    long bytes() {
        return bytes;
    }

    private long size() {
        return layout != null ? layout.bytes()
                : (long) key.width() * key.height() * key.elementBytes() * key.samples() * slices()
                / (guest == null ? 1 : guest.blockSize() * guest.blockSize());
    }

    /** Whether its order in memory is known, and the title's own code may be expected to read or write it. */
    boolean isOpen() {
        return layout != null && !layout.isRenderOrder();
    }

    boolean overlaps(long address, long bytes) {
        return address < key.address() + this.bytes && key.address() < address + bytes;
    }

    boolean overlaps(Surface other) {
        return overlaps(other.key.address(), other.bytes());
    }
}
