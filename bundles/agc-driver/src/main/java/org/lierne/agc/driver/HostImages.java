package org.lierne.agc.driver;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.descriptor.GuestFormat;
import org.lierne.agc.descriptor.ImageDescriptor;
import org.lierne.agc.descriptor.ImageType;
import org.lierne.agc.driver.tiling.GpuTiling;
import org.lierne.agc.driver.tiling.SurfaceLayout;
import org.lierne.agc.driver.tiling.SwizzleMode;
import org.lierne.gpu.Aspect;
import org.lierne.gpu.BufferMemory;
import org.lierne.gpu.BufferRows;
import org.lierne.gpu.ClearColor;
import org.lierne.gpu.Filter;
import org.lierne.gpu.Format;
import org.lierne.gpu.FormatUse;
import org.lierne.gpu.GpuBuffer;
import org.lierne.gpu.GpuCommands;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuFacts;
import org.lierne.gpu.GpuFeature;
import org.lierne.gpu.GpuImage;
import org.lierne.gpu.GpuImageView;
import org.lierne.gpu.ImageKind;
import org.lierne.gpu.ImagePart;
import org.lierne.gpu.ImageSpec;
import org.lierne.gpu.ImageUse;
import org.lierne.gpu.Swizzle;
import org.lierne.gpu.ViewKind;
import org.lierne.gpu.ViewSpec;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.recompiler.program.ImageBits;
import org.lierne.recompiler.program.ViewShape;

/**
 * The guest's surfaces as host images, one for each address and shape; descriptors, colour and depth targets and
 * display buffers that name the same surface share it.
 *
 * <p>A surface of one sample whose order is known ({@link SurfaceLayout}) is filled from guest memory when it is first used, and again when
 * the bytes there have changed since ({@link SurfaceContent}), which is asked once for each submission that uses the surface.
 * What the guest writes wins over what the GPU drew. What the GPU draws is written back when a packet or a buffer reads
 * it, when a surface of another shape is used at the same memory, and before an end-of-pipe label is written.
 *
 * <p>A surface in another order, or of several samples, starts as zeros and lives in the host image alone; what that means is told in
 * docs/debt/host.private-surfaces.md.
 */
final class HostImages implements AutoCloseable {
    private static final int SWEEP_EPOCHS = 256;
    private static final int KEPT_EPOCHS = 1024;
    /** Layers, and slices of volumes. Documented: Vulkan, required limits. */
    private static final int MOST_SLICES = 2048;
    private static final long MOST_TEXELS = 1L << 28;

    private final GpuDevice device;
    private final GuestMemory memory;
    private final Map<Surface.Key, Surface> surfaces = new HashMap<>();
    private final Map<Long, List<Surface>> byAddress = new HashMap<>();
    private final Map<GpuImage, Surface> byImage = new IdentityHashMap<>();
    private final Set<GpuImage> written = new HashSet<>();
    private final Modes modes;
    private final SurfaceCoherence coherence;
    private final Runnable beforeUpload;
    private final SurfaceBudget budget;
    private final HostMemory ranges;
    private final GpuTiling tiling;
    private long epoch;
    private long generation;

    /** @param beforeUpload is called before texels are moved into an image in the middle of a recording */
    HostImages(GpuDevice device, GuestMemory memory, HostMemory ranges, Modes modes, Runnable beforeUpload) {
        this.ranges = ranges;
        this.tiling = new GpuTiling(device);
        this.device = device;
        this.memory = memory;
        this.modes = modes;
        this.beforeUpload = beforeUpload;
        this.coherence = new SurfaceCoherence(device, memory, modes, () -> generation++);
        this.budget = new SurfaceBudget(device.facts().memoryBytes() / 8 * 7);
    }

    SurfaceCoherence coherence() {
        return coherence;
    }

    /** A submission begins: guest memory may have changed. */
    void nextEpoch() {
        epoch++;
        if (epoch % SWEEP_EPOCHS == 0) {
            sweep();
        }
    }

    /** Lets surfaces go that were not used for long and that guest memory can fill again. */
    private void sweep() {
        for (Surface surface : List.copyOf(surfaces.values())) {
            if (surface.isReplaceable() && epoch - surface.usedAt > KEPT_EPOCHS) {
                letGo(surface);
            }
        }
    }

    private void letGo(Surface surface) {
        generation++;
        surfaces.remove(surface.key, surface);
        List<Surface> same = byAddress.getOrDefault(surface.key.address(), new ArrayList<>());
        same.remove(surface);
        if (same.isEmpty()) {
            byAddress.remove(surface.key.address());
        }
        forget(surface);
    }

    private void forget(Surface surface) {
        byImage.remove(surface.image);
        coherence.remove(surface);
        budget.remove(surface.hostBytes());
        surface.close();
    }

    /**
     * Makes room on the device for another image: of those that guest memory can fill again and that this submission does not use, those
     * go that were used longest ago.
     */
    private void makeRoom(ImageSpec spec) {
        long excess = budget.excess(Surface.hostBytes(spec));
        if (excess > 0) {
            List<Surface> idle = surfaces.values().stream().filter(s -> s.usedAt < epoch && s.isReplaceable()).toList();
            SurfaceBudget.oldest(idle, s -> s.usedAt, Surface::hostBytes, excess).forEach(this::letGo);
        }
    }

    /** A barrier was recorded: what was drawn before is visible. */
    void settled() {
        written.clear();
    }

    /** True if the image was written since the last barrier. */
    boolean needsBarrier(GpuImageView view) {
        return written.contains(view.image());
    }

    void markWritten(GpuImageView view) {
        written.add(view.image());
        Surface surface = byImage.get(view.image());
        if (surface != null) {
            coherence.drawn(surface);
        }
    }

    /**
     * The view of a T# for a binding.
     *
     * @param metadata  where it is said how the surface is compressed
     * @param shape     the view that the module was built for
     * @param isStorage one level
     * @return null for descriptors that read zero: all zeros, a type that is no image, unmapped memory
     */
    @Nullable GpuImageView view(GpuCommands commands, ImageDescriptor descriptor, long metadata, ViewShape shape, boolean isStorage) {
        ImageDescriptor d = seen(descriptor, shape);
        ImageType type = d.type();
        if (type == null || d.base() == 0) {
            return null;
        }
        String where = "image at 0x%x".formatted(d.base());
        GuestFormat guest = GuestFormat.of(d.format());
        String problem = problem(d);
        if (problem != null) {
            throw new WorkRefused("refused at draw: %s: %s".formatted(where, problem));
        }
        Surface known = find(d);
        if (known == null && !memory.isMapped(d.base(), leastBytes(d), Access.READ)) {
            return null;
        }
        if (known != null && known.key.isDepth()) {
            known.usedAt = epoch;
            return depthView(known, d, shape);
        }
        Format format = format(d, shape, where);
        if (guest == null) {
            return null;
        }
        Surface surface = known;
        if (surface == null) {
            boolean is3d = type == ImageType.D3;
            ImageKind kind = is3d ? ImageKind.D3 : type == ImageType.D1 || type == ImageType.D1_ARRAY ? ImageKind.D1
                    : ImageKind.D2;
            Surface.Key key = new Surface.Key(d.base(), d.width(), kind == ImageKind.D1 ? 1 : d.height(),
                    is3d ? d.depth() : 1, d.levels(), d.samples(), d.mode(), guest.elementBytes(), false);
            Format own = HostFormats.find(d.format());
            SurfaceMetadata compression = d.isCompressed() ? compression(d, metadata, kind, guest, where) : SurfaceMetadata.PLAIN;
            surface = create(key, kind, own == null ? format : own, is3d ? 1 : d.slices(), guest, type == ImageType.CUBE
                    || d.slices() % 6 == 0 && d.width() == d.height(), compression.clear() == null);
            surface.isColorOnce = compression.isColorOnce();
            if (compression.clear() != null) {
                clear(commands, surface, compression.clear());
                surface.isFilled = true;
            }
        }
        coherence.compare(surface, where, true);
        fill(commands, surface, guest, where, isStorage);
        ViewSpec spec = viewSpec(surface, d, shape, format, isStorage, where);
        return (format.blockBytes() > guest.elementBytes() ? copy(commands, surface, where) : surface.image).view(spec);
    }

    /** Bytes that the first level of an image takes at least. */
    static long leastBytes(ImageDescriptor d) {
        GuestFormat guest = GuestFormat.of(d.format());
        long texels = (long) d.width() * d.height() * (d.type() == ImageType.D3 ? d.depth() : d.slices());
        return guest == null ? 1 : Math.max(1, texels * guest.elementBytes() * d.samples() / ((long) guest.blockSize() * guest.blockSize()));
    }

    /** What compresses a surface that was not drawn here. */
    private SurfaceMetadata compression(ImageDescriptor d, long metadata, ImageKind kind, GuestFormat guest, String where) {
        SwizzleMode mode = SwizzleMode.of(d.mode());
        boolean isDepth = !mode.isLinear() && mode.order() == SwizzleMode.Order.Z;
        SurfaceLayout layout = d.samples() > 1 ? null : SurfaceLayout.of(new SurfaceLayout.Shape(mode, kind, guest.elementBytes(), d.width(),
                d.height(), (d.type() == ImageType.D3 ? d.depth() : d.slices()), guest.blockSize(), d.levels(), 1));
        long tiles = (long) (d.width() + SurfaceMetadata.DEPTH_TILE - 1 >> 3) * (d.height() + SurfaceMetadata.DEPTH_TILE - 1 >> 3) * d.slices();
        long bytes = isDepth ? tiles * Integer.BYTES : layout == null ? 0 : Math.max(1, layout.bytes() / SurfaceMetadata.KEY_BYTES);
        if (layout == null || metadata == 0 || !memory.isMapped(metadata, bytes, Access.READ)) {
            throw new WorkRefused(("refused at draw: %s: compression by metadata at 0x%x of a surface that was not drawn here: %s, %d levels, "
                    + "%d samples").formatted(where, metadata, mode, d.levels(), d.samples()));
        }
        MemorySegment keys = memory.view(metadata, bytes, Access.READ);
        return isDepth ? SurfaceMetadata.ofDepth(keys, where) : SurfaceMetadata.ofColors(keys, guest, where);
    }

    /** Why no host image can be what a descriptor says, null where one can: hosts have these sizes at least. */
    static @Nullable String problem(ImageDescriptor d) {
        ImageType type = Objects.requireNonNull(d.type());
        boolean isDeep = type == ImageType.D3;
        int longest = Math.max(Math.max(d.width(), type == ImageType.D1 || type == ImageType.D1_ARRAY ? 1 : d.height()), isDeep ? d.depth() : 1);
        long texels = (long) d.width() * d.height() * (isDeep ? d.depth() : d.slices());
        return d.levels() > Integer.SIZE - Integer.numberOfLeadingZeros(longest) ? "%d levels of a surface that is %d texels long".formatted(
                        d.levels(), longest)
                : !d.isMultisampled() && d.baseLevel() > d.lastLevel() ? "the first level, %d, lies behind the last, %d".formatted(
                        d.baseLevel(), d.lastLevel())
                : d.slices() > MOST_SLICES || isDeep && d.depth() > MOST_SLICES ? "%d slices".formatted(isDeep ? d.depth() : d.slices())
                : type == ImageType.CUBE && d.width() != d.height() ? "a cube of %d by %d texels".formatted(d.width(), d.height())
                : isArray(type) && d.firstSlice() >= d.depth() ? "the first slice, %d, lies behind the last, %d".formatted(d.firstSlice(),
                        d.depth() - 1)
                : texels * d.samples() > MOST_TEXELS ? "%d texels in all".formatted(texels * d.samples()) : null;
    }

    private static boolean isArray(ImageType type) {
        return type == ImageType.D1_ARRAY || type == ImageType.D2_ARRAY || type == ImageType.D2_MSAA_ARRAY;
    }

    /** A sample mask that the module reads as dwords is a surface of dwords in depth order (rule A-032). */
    private static ImageDescriptor seen(ImageDescriptor d, ViewShape shape) {
        return ImageBits.isSampleMask(d.format()) && shape.unifiedFormat() != 0 ? d.inFormat(shape.unifiedFormat()) : d;
    }

    /** The host format that the module sees the texels in. */
    private static Format format(ImageDescriptor d, ViewShape shape, String where) {
        int number = shape.unifiedFormat();
        return number == ViewShape.FORMAT_64_UINT ? Format.R64_UINT : HostFormats.of(number == 0 ? d.format() : number, where);
    }

    /** Texels of one or two channels of eight bits as four, which the module sees as sRGB; made anew when they changed (rule A-061). */
    private GpuImage copy(GpuCommands commands, Surface surface, String where) {
        if (!modes.acts(GraphicsCompat.SRGB8_COPY, where)) {
            throw new WorkRefused("refused at draw: %s: the module samples a copy in four channels (%s is off)".formatted(where,
                    GraphicsCompat.SRGB8_COPY.id()));
        }
        ImageSpec own = surface.image.spec();
        GpuImage copy = surface.copy;
        if (copy == null) {
            copy = device.image(new ImageSpec(own.kind(), Format.R8G8B8A8_UNORM, own.width(), own.height(), own.depth(), own.mips(),
                    own.layers(), 1, EnumSet.of(ImageUse.SAMPLED), true, own.isCube()), "copy of 0x" + Long.toHexString(surface.key.address()));
            surface.copy = copy;
            surface.copiedAt = -1;
        }
        long content = surface.checksum ^ surface.drawnAt << 40;
        if (surface.copiedAt != content) {
            beforeUpload.run();
            for (int mip = 0; mip < own.mips(); mip++) {
                commands.blit(surface.image, ImagePart.level(own, mip), copy, ImagePart.level(copy.spec(), mip), Filter.NEAREST);
            }
            surface.copiedAt = content;
        }
        return copy;
    }

    private ViewSpec viewSpec(Surface surface, ImageDescriptor d, ViewShape shape, Format format, boolean isStorage,
            String where) {
        ViewKind kind = kind(shape);
        int first = Math.min(d.firstSlice(), surface.layers - 1);
        int layers;
        if (kind == ViewKind.CUBE || kind == ViewKind.CUBE_ARRAY) {
            int count = Math.max(6, (d.depth() - d.firstSlice()) / 6 * 6);
            layers = kind == ViewKind.CUBE ? 6 : count;
            if (first + layers > surface.layers) {
                throw new WorkRefused(
                        "refused at draw: %s: the cube at slice %d ends past the last of %d slices".formatted(where,
                        first, surface.layers));
            }
        } else if (shape.arrayed()) {
            layers = Math.max(1, (d.type() == ImageType.CUBE ? surface.layers
                    : Math.min(d.depth(), surface.layers)) - first);
        } else {
            layers = 1;
        }
        if (surface.image.spec().kind() == ImageKind.D3) {
            first = 0;
            layers = 1;
        }
        int baseLevel = surface.key.samples() > 1 ? 0 : Math.min(d.baseLevel() + shape.level(), surface.key.mips() - 1);
        int levels = isStorage ? 1 : surface.key.samples() > 1 ? 1 : Math.max(1,
                Math.min(d.lastLevel(), surface.key.mips() - 1) - baseLevel + 1);
        boolean isClamped = !d.isMultisampled() && d.minLod() / 256f > baseLevel;
        boolean isOffered = isClamped && device.facts().has(GpuFeature.IMAGE_VIEW_MIN_LOD)
                && modes.acts(GraphicsCompat.MIN_LOD, where);
        float minLod = isClamped ? minLod(d.minLod(), baseLevel, levels, isStorage, isOffered, where) : 0;
        Format used = isStorage ? HostFormats.storageOf(format) : format;
        return new ViewSpec(kind, used, Swizzle.IDENTITY, Aspect.COLOR,
                baseLevel, levels, first, layers, minLod);
    }

    /**
     * The smallest level that a view may read, in levels of the whole surface; 0 for none (rule C-061).
     *
     * @param field     MIN_LOD, unsigned 4.8
     * @param isOffered whether the device has views with a smallest level
     */
    static float minLod(int field, int baseLevel, int levels, boolean isStorage, boolean isOffered, String where) {
        float value = field / 256f;
        if (value <= baseLevel) {
            return 0;
        }
        if (isStorage) {
            throw new WorkRefused("refused at draw: %s: MIN_LOD %s lies above level %d that is stored to".formatted(
                    where, value, baseLevel));
        }
        if (!isOffered) {
            throw new WorkRefused(
                    "refused at draw: %s: MIN_LOD %s, and no view with a smallest level is to be had (%s)".formatted(
                    where, value, GraphicsCompat.MIN_LOD.id()));
        }
        return Math.min(value, baseLevel + levels - 1);
    }

    private static ViewKind kind(ViewShape shape) {
        return switch (shape.dimension()) {
            case D1 -> shape.arrayed() ? ViewKind.D1_ARRAY : ViewKind.D1;
            case D2 -> shape.arrayed() ? ViewKind.D2_ARRAY : ViewKind.D2;
            case D3 -> ViewKind.D3;
            case CUBE -> shape.arrayed() ? ViewKind.CUBE_ARRAY : ViewKind.CUBE;
        };
    }

    private GpuImageView depthView(Surface surface, ImageDescriptor d, ViewShape shape) {
        int layers = shape.arrayed() ? Math.max(1, surface.layers - d.firstSlice()) : 1;
        return surface.image.view(new ViewSpec(kind(shape), surface.image.spec().format(), Swizzle.IDENTITY,
                Aspect.DEPTH, 0, 1, Math.min(d.firstSlice(), surface.layers - 1), layers, 0));
    }

    private @Nullable Surface find(ImageDescriptor d) {
        GuestFormat guest = GuestFormat.of(d.format());
        for (Surface s : byAddress.getOrDefault(d.base(), List.of())) {
            boolean isSameShape = s.key.width() == d.width() && (s.key.height() == d.height() || s.image.spec()
                    .kind() == ImageKind.D1) && s.key.samples() == d.samples() && s.key.mips() >= d.levels();
            boolean isDeep = d.type() == ImageType.D3;
            boolean hasLayers = isDeep ? s.key.depth() == d.depth() : s.key.depth() == 1 && s.layers >= d.slices();
            boolean isSameTexel = s.key.isDepth() || guest != null && s.key.elementBytes() == guest.elementBytes();
            if (isSameShape && hasLayers && isSameTexel) {
                return s;
            }
        }
        return null;
    }

    /** The attachment of a colour target. */
    GpuImageView target(GpuCommands commands, TargetState.Color color) {
        Surface.Key key = new Surface.Key(color.address(), color.width(), color.height(), color.depth(),
                color.mips(), color.samples(), color.mode(), color.guest().elementBytes(), false);
        boolean isDeep = color.depth() > 1;
        int layers = isDeep ? 1 : color.firstSlice() + color.slices();
        Surface surface = null;
        for (Surface s : byAddress.getOrDefault(color.address(), List.of())) {
            if (!s.key.isDepth() && s.key.width() == color.width() && s.key.height() == color.height()
                    && s.key.samples() == color.samples() && s.key.mips() > color.mip()
                    && s.key.elementBytes() == key.elementBytes() && s.key.depth() == key.depth()
                    && s.layers >= layers) {
                surface = s;
            }
        }
        if (surface == null) {
            surface = create(key, isDeep ? ImageKind.D3 : ImageKind.D2, color.format(), layers, color.guest(), false,
                    !color.isCompressed());
        }
        String where = "colour target at 0x%x".formatted(color.address());
        if (isDeep && color.firstSlice() + color.slices() > Math.max(1, color.depth() >> color.mip())) {
            throw new WorkRefused("refused at draw: %s: slices %d+%d of a surface that is %d deep".formatted(where,
                    color.firstSlice(), color.slices(), color.depth()));
        }
        coherence.compare(surface, where, false);
        fill(commands, surface, color.guest(), where, true);
        TargetState.FastClear fast = color.fastClear();
        if (fast != null && color.samples() == 1) {
            if (fast.isByKeys()) {
                clearByKeys(commands, surface, color.guest(), fast, where);
            } else {
                clearByMask(commands, surface, color, fast, where);
            }
        }
        return surface.image.view(new ViewSpec(color.slices() > 1 ? ViewKind.D2_ARRAY : ViewKind.D2, color.format(),
                Swizzle.IDENTITY, Aspect.COLOR, color.mip(), 1, color.firstSlice(), color.slices(), 0));
    }

    /** Slices whose mask of tiles says that they were cleared are, and the mask then says that their memory counts. */
    private void clearByMask(GpuCommands commands, Surface surface, TargetState.Color color, TargetState.FastClear fast, String where) {
        long bytes = SurfaceMetadata.maskBytes(color.width(), color.height());
        for (int slice = color.firstSlice(); slice < color.firstSlice() + color.slices() && color.depth() == 1; slice++) {
            long mask = fast.metadata() + slice * bytes;
            if (!memory.isMapped(mask, bytes, Access.WRITE)) {
                return;
            }
            coherence.awaitStores(mask, bytes);
            if (SurfaceMetadata.isCleared(memory.view(mask, bytes, Access.READ), where)) {
                requireFastClears("its mask of tiles (CMASK)", where);
                fill(commands, surface, ImagePart.of(surface.image.spec(), color.mip(), slice, 1), color.guest(), fast, where);
                memory.view(mask, bytes, Access.WRITE).fill((byte) 0xff);
                coherence.drawn(surface);
            }
        }
    }

    private void requireFastClears(String metadata, String where) {
        if (!modes.acts(GraphicsCompat.FAST_CLEARS, where)) {
            throw new WorkRefused("refused at draw: %s: it was cleared by %s, and %s is off".formatted(where, metadata,
                    GraphicsCompat.FAST_CLEARS.id()));
        }
    }

    /** A surface whose keys all say that it was cleared is, and the keys then say that memory counts. */
    private void clearByKeys(GpuCommands commands, Surface surface, GuestFormat guest, TargetState.FastClear fast, String where) {
        ImageSpec spec = surface.image.spec();
        SurfaceLayout layout = layout(surface.key, spec.kind(), surface.layers, guest.blockSize());
        long bytes = layout == null ? 0 : Math.max(1, layout.bytes() / SurfaceMetadata.KEY_BYTES);
        if (layout == null || !memory.isMapped(fast.metadata(), bytes, Access.WRITE)) {
            return;
        }
        coherence.awaitStores(fast.metadata(), bytes);
        MemorySegment keys = memory.view(fast.metadata(), bytes, Access.READ);
        if (!SurfaceMetadata.isClearedByKeys(keys, where)) {
            return;
        }
        requireFastClears("the keys of its compression (DCC)", where);
        if (SurfaceMetadata.isClearedToRegister(keys)) {
            for (int mip = 0; mip < spec.mips(); mip++) {
                fill(commands, surface, ImagePart.level(spec, mip), guest, fast, where);
            }
        } else {
            SurfaceMetadata content = SurfaceMetadata.ofColors(keys, guest, where);
            if (content.clear() != null) {
                clear(commands, surface, content.clear());
            } else if (!spread(commands, surface, guest, layout)) {
                return;
            }
        }
        memory.view(fast.metadata(), bytes, Access.WRITE).fill((byte) 0xff);
        coherence.drawn(surface);
    }

    /** Records that all texels of a block of compression become its first one in memory. @return false for memory that is not mapped */
    private boolean spread(GpuCommands commands, Surface surface, GuestFormat guest, SurfaceLayout layout) {
        if (!memory.isMapped(surface.key.address(), layout.bytes(), Access.READ)) {
            return false;
        }
        coherence.awaitStores(surface.key.address(), layout.bytes());
        MemorySegment texels = SurfaceMetadata.spread(memory.view(surface.key.address(), layout.bytes(), Access.READ), guest.elementBytes());
        beforeUpload.run();
        for (int mip = 0; mip < layout.levels().size(); mip++) {
            commands.upload(surface.image, ImagePart.level(surface.image.spec(), mip), MemorySegment.ofArray(layout.read(texels, mip)));
        }
        return true;
    }

    /** Records that all texels of a part become the one of the clear registers. */
    private void fill(GpuCommands commands, Surface surface, ImagePart part, GuestFormat guest, TargetState.FastClear texel, String where) {
        int bits = Byte.SIZE * guest.elementBytes();
        if (bits > Integer.SIZE && texel.word0() != texel.word1() || bits > Long.SIZE && texel.word0() != 0) {
            throw new WorkRefused("refused at draw: %s: cleared to 0x%08x%08x, two different dwords, by its metadata".formatted(where,
                    texel.word1(), texel.word0()));
        }
        int word = texel.word0();
        for (int filled = bits; filled < Integer.SIZE; filled *= 2) {
            word = word & (1 << filled) - 1 | word << filled;
        }
        beforeUpload.run();
        try (GpuBuffer texels = device.buffer(part.bytes(surface.image.spec().format()) + 3 & ~3L, BufferMemory.DEVICE, "clear")) {
            commands.fill(texels, 0, texels.sizeBytes(), word);
            commands.barrier();
            commands.copy(texels, BufferRows.tight(0), surface.image, part);
        }
    }

    /** The attachment of a depth target; it begins as zeros, whatever guest memory holds. */
    GpuImageView target(GpuCommands commands, TargetState.Depth depth) {
        Surface.Key key = new Surface.Key(depth.address(), depth.width(), depth.height(), 1, 1, depth.samples(),
                depth.mode(), depth.format().copyBytes(depth.format().mainAspect()), true);
        Surface surface = null;
        for (Surface s : byAddress.getOrDefault(depth.address(), List.of())) {
            if (s.key.equals(key) && s.image.spec().format() == depth.format() && s.layers >= depth.firstSlice()
                    + depth.slices()) {
                surface = s;
            }
        }
        if (surface == null) {
            allowPrivate(key, "depth target at 0x%x".formatted(depth.address()));
            surface = createDepth(key, depth.format(), depth.firstSlice() + depth.slices(), !depth.isWidened());
            beforeUpload.run();
            commands.clear(surface.image.view(), 0, 0);
            surface.isFilled = true;
            placeStencil(surface, depth);
        }
        surface.usedAt = epoch;
        if (depth.tiles() != null) {
            clearFast(commands, surface, depth, depth.tiles());
        }
        ViewSpec whole = ViewSpec.whole(surface.image.spec());
        return surface.image.view(whole.withKind(depth.slices() > 1 ? ViewKind.D2_ARRAY : ViewKind.D2)
                .withLayers(depth.firstSlice(), depth.slices()));
    }

    /** Stencil values beside depth have a place of their own in guest memory. */
    private void placeStencil(Surface surface, TargetState.Depth depth) {
        if (!depth.format().hasDepth() || depth.stencilAddress() == 0) {
            return;
        }
        Surface.Key key = new Surface.Key(depth.stencilAddress(), depth.width(), depth.height(), 1, 1, depth.samples(), depth.stencilMode(), 1, true);
        SurfaceLayout layout = layout(key, ImageKind.D2, surface.layers, 1);
        if (layout != null) {
            surface.stencil = Surface.ofStencil(key, surface, layout);
            coherence.add(surface.stencil);
        }
    }

    /** Slices whose tiles all say that they were cleared are, and the tiles then say that their memory counts. */
    private void clearFast(GpuCommands commands, Surface surface, TargetState.Depth depth, TargetState.DepthTiles tiles) {
        String where = "depth target at 0x%x".formatted(depth.address());
        long bytes = SurfaceMetadata.tileBytes(depth.width(), depth.height());
        for (int slice = depth.firstSlice(); slice < depth.firstSlice() + depth.slices(); slice++) {
            long address = tiles.address() + slice * bytes;
            if (!memory.isMapped(address, bytes, Access.WRITE)) {
                return;
            }
            coherence.awaitStores(address, bytes);
            MemorySegment words = memory.view(address, bytes, Access.WRITE);
            boolean clearsDepth = depth.format().hasDepth() && SurfaceMetadata.isDepthCleared(words, false, where);
            boolean clearsStencil = tiles.hasStencil() && SurfaceMetadata.isDepthCleared(words, true, where);
            if (!clearsDepth && !clearsStencil) {
                continue;
            }
            requireFastClears("its tiles (HTILE)", where);
            beforeUpload.run();
            ViewSpec view = ViewSpec.whole(surface.image.spec()).withKind(ViewKind.D2).withLayers(slice, 1);
            if (clearsDepth) {
                commands.clear(surface.image.view(view.withAspect(Aspect.DEPTH)), tiles.depth(), 0);
            }
            if (clearsStencil) {
                commands.clear(surface.image.view(view.withAspect(Aspect.STENCIL)), 0, tiles.stencil());
            }
            SurfaceMetadata.expandDepth(words, tiles.hasStencil());
            coherence.drawn(surface);
        }
    }

    /** The image behind a display buffer. */
    GpuImage display(GpuCommands commands, long address, int width, int height, boolean isLinear, Format format) {
        for (Surface s : byAddress.getOrDefault(address, List.of())) {
            if (!s.key.isDepth() && s.key.width() == width && s.key.height() == height
                    && s.key.elementBytes() == format.blockBytes() && s.key.samples() == 1) {
                s.usedAt = epoch;
                s.isShown = true;
                return s.image;
            }
        }
        GuestFormat guest = GuestFormat.of(56);
        if (guest == null) {
            throw new IllegalStateException("format 56 is not in the table");
        }
        Surface.Key key = new Surface.Key(address, width, height, 1, 1, 1, isLinear ? SwizzleMode.LINEAR : SwizzleMode.RENDER_64K, format.blockBytes(),
                false);
        Surface surface = create(key, ImageKind.D2, format, 1, guest, false, true);
        fill(commands, surface, guest, "display buffer at 0x%x".formatted(address), true);
        return surface.image;
    }

    /**
     * Goes up when surfaces come or go, and when the content of one has to be looked at again: views found before are
     * to be asked for again.
     */
    long generation() {
        return generation;
    }

    private Surface add(Surface surface) {
        generation++;
        budget.add(surface.hostBytes());
        coherence.add(surface);
        surfaces.put(surface.key, surface);
        byImage.put(surface.image, surface);
        byAddress.computeIfAbsent(surface.key.address(), a -> new ArrayList<>()).add(surface);
        return surface;
    }

    /** @param isPlain whether the memory holds depth as the host does, so that what is drawn can be written there */
    private Surface createDepth(Surface.Key key, Format format, int layers, boolean isPlain) {
        ImageSpec spec = new ImageSpec(ImageKind.D2, format, key.width(), key.height(), 1, 1, layers, key.samples(),
                Set.of(ImageUse.DEPTH_TARGET, ImageUse.SAMPLED), false, false);
        makeRoom(spec);
        GpuImage image = device.image(spec, "depth 0x" + Long.toHexString(key.address()));
        return add(new Surface(key, image, isPlain ? layout(key, ImageKind.D2, layers, 1) : null, layers, null));
    }

    /** @param isPlain whether the memory holds texels as they are, not compressed by metadata */
    private Surface create(Surface.Key key, ImageKind kind, Format format, int layers, GuestFormat guest,
            boolean isCube, boolean isPlain) {
        Format storage = HostFormats.storageOf(format);
        Set<ImageUse> uses = EnumSet.of(ImageUse.SAMPLED);
        if (guest.blockSize() == 1 && key.samples() == 1 && device.supports(storage, FormatUse.STORAGE)) {
            uses.add(ImageUse.STORAGE);
        }
        if (guest.blockSize() == 1 && kind != ImageKind.D1 && device.supports(storage, FormatUse.COLOR_TARGET)) {
            uses.add(ImageUse.COLOR_TARGET);
        }
        ImageSpec spec = new ImageSpec(kind, storage, key.width(), key.height(), key.depth(), key.mips(), layers,
                key.samples(), uses, true, isCube && kind == ImageKind.D2 && layers >= 6);
        makeRoom(spec);
        GpuImage image = device.image(spec, "surface 0x" + Long.toHexString(key.address()));
        SurfaceLayout layout = isPlain ? layout(key, kind, layers, guest.blockSize()) : null;
        Surface same = surfaces.get(key);
        if (same != null) {
            byAddress.getOrDefault(key.address(), List.of()).remove(same);
            forget(same);
        }
        return add(new Surface(key, image, layout, layers, guest));
    }

    /** Null where the order in memory is not known, or texels have several samples. */
    private static @Nullable SurfaceLayout layout(Surface.Key key, ImageKind kind, int layers, int blockSize) {
        return key.samples() > 1 ? null : SurfaceLayout.of(new SurfaceLayout.Shape(SwizzleMode.of(key.mode()), kind, key.elementBytes(),
                key.width(), key.height(), key.depth() * layers, blockSize, key.mips(), key.samples()));
    }

    /** Brings the guest's bytes into the image where they are new. */
    private void fill(GpuCommands commands, Surface surface, GuestFormat guest, String where, boolean isWriter) {
        surface.usedAt = epoch;
        if (surface.checkedAt == epoch) {
            return;
        }
        SurfaceLayout layout = surface.layout;
        if (layout != null) {
            coherence.awaitStores(surface);
        }
        surface.checkedAt = epoch;
        if (layout == null || !memory.isMapped(surface.key.address(), surface.bytes(), Access.READ)) {
            beginEmpty(commands, surface, where, isWriter);
            return;
        }
        if (surface.isFilled && surface.isDrawn && layout.isRenderOrder()) {
            return;
        }
        long checksum = coherence.checksum(surface);
        if (surface.isFilled && checksum == surface.checksum) {
            return;
        }
        MemorySegment content = memory.view(surface.key.address(), surface.bytes(), Access.READ);
        surface.checksum = checksum;
        surface.isFilled = true;
        coherence.clean(surface);
        beforeUpload.run();
        if (surface.isColorOnce) {
            content = SurfaceMetadata.spread(content, guest.elementBytes());
        }
        boolean isSoftware = device.facts().kind() == GpuFacts.DeviceKind.SOFTWARE;
        boolean isByDevice = !surface.isColorOnce && modes.acts(GraphicsCompat.DEVICE_TILING, !isSoftware, where);
        for (int mip = 0; mip < layout.levels().size(); mip++) {
            if (!isByDevice || !GpuTiling.moves(layout, mip) || !isMoved(commands, surface, guest, layout, mip)) {
                commands.upload(surface.image, ImagePart.level(surface.image.spec(), mip), MemorySegment.ofArray(layout.read(content, mip)));
            }
        }
    }

    /** Records that the device moves a level out of guest memory. @return false where it is not bound as a whole */
    private boolean isMoved(GpuCommands commands, Surface surface, GuestFormat guest, SurfaceLayout layout, int mip) {
        HostMemory.Slice slice = ranges.slice(surface.key.address(), surface.bytes(), false);
        long base = surface.key.address() - slice.guestStart();
        if (slice.buffer() == null || slice.bytes() < base + surface.bytes()) {
            return false;
        }
        try (GpuBuffer packed = device.buffer(GpuTiling.packedBytes(layout, mip), BufferMemory.DEVICE, "level out of blocks")) {
            tiling.read(commands, layout, mip, new GpuTiling.Place(slice.buffer(), slice.offset(), slice.bytes(), base), packed);
            commands.barrier();
            commands.copy(packed, new BufferRows(0, GpuTiling.rowElements(layout, mip) * guest.blockSize(), 0), surface.image, ImagePart.level(
                    surface.image.spec(), mip));
        }
        return true;
    }

    /** A surface that guest memory cannot fill begins as zeros if it is written first. */
    private void beginEmpty(GpuCommands commands, Surface surface, String where, boolean isWriter) {
        if (surface.isFilled) {
            return;
        }
        if (surface.layout == null) {
            if (!isWriter && !surface.isDrawn) {
                throw new WorkRefused(("refused at draw: %s: nothing was drawn to it here, and its content cannot be "
                        + "read: %s, %d levels, %d samples").formatted(where, SwizzleMode.of(surface.key.mode()),
                        surface.key.mips(), surface.key.samples()));
            }
            allowPrivate(surface.key, where);
        }
        clear(commands, surface, ClearColor.ZERO);
        surface.isFilled = true;
    }

    /** A surface whose order in memory is not known lives in its host image alone. */
    private void allowPrivate(Surface.Key key, String where) {
        if (!modes.acts(GraphicsCompat.PRIVATE_SURFACES, where)) {
            throw new WorkRefused(
                    "refused at draw: %s: %s, %d levels, %d samples: its order in memory is not known (%s is off)".formatted(
                    where, SwizzleMode.of(key.mode()), key.mips(), key.samples(), GraphicsCompat.PRIVATE_SURFACES.id()));
        }
    }

    private void clear(GpuCommands commands, Surface surface, ClearColor color) {
        if (surface.image.spec().format().isCompressed()) {
            return;
        }
        beforeUpload.run();
        ViewSpec whole = ViewSpec.whole(surface.image.spec());
        commands.clear(surface.image.view(whole.kind() == ViewKind.CUBE || whole.kind() == ViewKind.CUBE_ARRAY
                ? whole.withKind(ViewKind.D2_ARRAY) : whole), color);
    }

    // --- captures ----------------------------------------------------------------------------------------------

    /** Surfaces as they are now; nothing recorded may be outstanding. Those of several samples come without texels. */
    Map<GpuImage, SurfaceState> save() {
        Map<GpuImage, SurfaceState> states = new LinkedHashMap<>();
        byAddress.values().forEach(same -> same.forEach(s -> states.put(s.image, state(s))));
        return states;
    }

    private SurfaceState state(Surface s) {
        ImageSpec spec = s.image.spec();
        List<SurfaceState.Part> parts = new ArrayList<>();
        // Depth is never filled from memory.
        boolean isInMemory = !s.isDirty && s.layout != null && !s.key.isDepth();
        if (s.isFilled && !isInMemory && spec.samples() == 1) {
            for (int mip = 0; mip < spec.mips(); mip++) {
                for (Aspect aspect : aspects(spec.format())) {
                    parts.add(new SurfaceState.Part(aspect, mip, device.read(s.image, ImagePart.level(spec, mip)
                            .withAspect(aspect))));
                }
            }
        }
        return new SurfaceState(s.key.address(), s.key.width(), s.key.height(), s.key.depth(), s.key.mips(),
                s.key.samples(), s.key.mode(), s.key.elementBytes(), s.key.isDepth(), spec.kind(), spec.format(),
                s.layers, spec.isCube(), s.guest == null ? 0 : s.guest.number(), isInMemory ? 0 : s.checksum,
                s.isDrawn && !isInMemory, s.layout != null, parts);
    }

    /** A texel in hexadecimal of all surfaces of one sample that were drawn to and reach so far, by their names. */
    Map<String, String> texels(int x, int y) {
        Map<String, String> texels = new TreeMap<>();
        for (Surface s : surfaces.values()) {
            ImageSpec spec = s.image.spec();
            if (s.isDrawn && spec.kind() == ImageKind.D2 && spec.samples() == 1 && x < spec.width() && y < spec.height()) {
                for (Aspect aspect : aspects(spec.format())) {
                    String name = "0x%x %dx%d %s%s".formatted(s.key.address(), spec.width(), spec.height(), spec.format(),
                            aspect == Aspect.COLOR ? "" : " " + aspect);
                    texels.put(name, HexFormat.of().formatHex(device.read(s.image, new ImagePart(aspect, 0, 0, 1, x, y, 0, 1, 1, 1))));
                }
            }
        }
        return texels;
    }

    private static List<Aspect> aspects(Format format) {
        List<Aspect> aspects = new ArrayList<>();
        if (!format.hasDepth() && !format.hasStencil()) {
            aspects.add(Aspect.COLOR);
        }
        if (format.hasDepth()) {
            aspects.add(Aspect.DEPTH);
        }
        if (format.hasStencil()) {
            aspects.add(Aspect.STENCIL);
        }
        return aspects;
    }

    /** Whether the image belongs to a surface that is still kept. */
    boolean isAlive(GpuImage image) {
        return byImage.containsKey(image);
    }

    /** Whether the surface was used since a submission began. */
    boolean isUsedSince(GpuImage image, long since) {
        Surface surface = byImage.get(image);
        return surface != null && surface.usedAt >= since;
    }

    /** Number of the present submission. */
    long epoch() {
        return epoch;
    }

    /** Makes a surface as a frame found it. */
    void restore(GpuCommands commands, SurfaceState state) {
        Surface.Key key = new Surface.Key(state.address(), state.width(), state.height(), state.depth(), state.mips(),
                state.samples(), state.mode(), state.elementBytes(), state.isDepth());
        GuestFormat guest = GuestFormat.of(state.guestFormat());
        Surface surface = state.isDepth() || guest == null ? createDepth(key, state.format(), state.layers(), state.isPlain())
                : create(key, state.kind(), state.format(), state.layers(), guest, state.isCube(),
                state.isPlain());
        surface.checksum = state.checksum();
        if (state.isDrawn()) {
            coherence.drawn(surface);
        }
        for (SurfaceState.Part part : state.parts()) {
            commands.upload(surface.image, ImagePart.level(surface.image.spec(), part.mip()).withAspect(part.aspect()),
                    MemorySegment.ofArray(part.texels()));
            surface.isFilled = true;
        }
        if (state.isDepth() && !surface.isFilled) {
            commands.clear(surface.image.view(), 0, 0);
            surface.isFilled = true;
        }
    }

    @Override
    public void close() {
        tiling.close();
        // Depth surfaces of one key may differ in format or layers: not all of them are the key's.
        byImage.values().forEach(Surface::close);
        surfaces.clear();
        byAddress.clear();
        byImage.clear();
    }
}
