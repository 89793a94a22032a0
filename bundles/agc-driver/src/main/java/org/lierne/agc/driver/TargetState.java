package org.lierne.agc.driver;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.descriptor.GuestFormat;
import org.lierne.agc.register.Register;
import org.lierne.agc.register.Registers;
import org.lierne.gpu.Format;

/**
 * The colour and depth surfaces of a draw, decoded from registers.
 *
 * @param colors by target number; null for a target that is not written
 * @param depth  null without depth or stencil test
 */
record TargetState(List<@Nullable Color> colors, @Nullable Depth depth) {
    private static final int MODE_NORMAL = 1;
    private static final int MODE_OFF = 0;
    private static final int MODE_RESOLVE = 3;
    /** Of DB_RENDER_CONTROL: clears; copies; resummarising, decompressing stencil, decompressing depth. */
    private static final int DEPTH_CLEARS = 3;
    private static final int DEPTH_COPIES = 3 << 2;
    private static final int DEPTH_METADATA = 7 << 4;
    private static final int TYPE_3D = 2;
    /** Eliminating fast clears, decompressing FMASK, decompressing DCC. */
    private static final int METADATA_MODES = 1 << 2 | 1 << 5 | 1 << 6;

    /**
     * A colour surface.
     *
     * @param depth    texels; more than 1 for a 3D surface, of which slices are drawn to
     * @param mips     levels of the surface
     * @param mip      the one that is drawn to
     * @param format   host format of the attachment
     * @param channels host channel i takes export channel {@code channels >> 4 * i & 15}
     * @param exports  the target's SPI_SHADER_COL_FORMAT
     * @param isCompressed whether metadata say how its memory is to be read
     * @param fastClear    what metadata may say to be held instead of memory; null without
     */
    record Color(long address, int width, int height, int depth, int mode, int mips, int mip, int firstSlice,
            int slices, int samples, Format format, int channels, int exports, int writeMask, GuestFormat guest,
            boolean isCompressed, @Nullable FastClear fastClear) {
        @Override
        public String toString() {
            String size = width + "x" + height + (depth == 1 ? "" : "x" + depth);
            return ("0x%x %s %s, swizzle mode %d, mip %d, slices %d+%d, %d samples, channels 0x%04x, "
                    + "write mask 0x%x").formatted(address, size, format, mode, mip, firstSlice, slices, samples, channels,
                    writeMask);
        }
    }

    /**
     * A clear of a colour surface by its metadata.
     *
     * @param metadata address of the mask of tiles (CMASK), or of the keys of compression (DCC)
     * @param isByKeys which of them it is
     * @param word0    the first dword of the texel of the clear registers
     * @param word1    the second
     */
    record FastClear(long metadata, boolean isByKeys, int word0, int word1) {}

    /**
     * A depth surface.
     *
     * @param stencilAddress 0 without stencil
     * @param isWidened      the guest keeps fewer bits of depth than the host's format
     */
    record Depth(long address, long stencilAddress, int width, int height, int mode, int stencilMode, int firstSlice, int slices,
            int samples, Format format, boolean isWidened, @Nullable DepthTiles tiles) {
        @Override
        public String toString() {
            return "0x%x %dx%d %s, swizzle mode %d, slices %d+%d, %d samples".formatted(address, width, height, format,
                    mode, firstSlice, slices, samples);
        }
    }

    /**
     * Where a depth target's tiles are described (HTILE), and what those are that were cleared.
     *
     * @param address    of a word for each tile
     * @param depth      DB_DEPTH_CLEAR
     * @param stencil    DB_STENCIL_CLEAR
     * @param hasStencil whether the words tell of stencil too
     */
    record DepthTiles(long address, float depth, int stencil, boolean hasStencil) {}

    /**
     * True for draws that change metadata only: they change no colour that a reader of the decompressed image could
     * see, and host images have no metadata.
     */
    static boolean isMetadataPass(RegisterFile r) {
        return (METADATA_MODES >>> mode(r) & 1) != 0 || isDepthMetadataPass(r);
    }

    /** Passes over depth that write its planes out of what compressed them, or read them anew; nothing else of them can be seen. */
    private static boolean isDepthMetadataPass(RegisterFile r) {
        int control = r.get(Registers.DB_RENDER_CONTROL);
        return (control & DEPTH_METADATA) != 0 && (control & DEPTH_CLEARS) == 0 && (mode(r) == MODE_OFF
                || (r.get(Registers.CB_TARGET_MASK) & r.get(Registers.CB_SHADER_MASK)) == 0);
    }

    private static int mode(RegisterFile r) {
        return Registers.CB_COLOR_CONTROL.field("MODE").get(r.get(Registers.CB_COLOR_CONTROL));
    }

    /** Whether the draw averages the samples of target 0 into target 1. Documented: Mesa, colour resolves. */
    static boolean isResolve(RegisterFile r) {
        return mode(r) == MODE_RESOLVE;
    }

    /** The two surfaces of a resolve. */
    static List<Color> resolved(RegisterFile r) {
        List<Color> both = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            both.add(color(r, i, field(r, Registers.CB_COLOR_INFO, "FORMAT", i), 4, 0xF));
        }
        Color source = both.get(0);
        Color target = both.get(1);
        if (source.samples() < 2 || target.samples() != 1 || source.format() != target.format()) {
            throw new WorkRefused("refused at draw: a resolve of %s into %s".formatted(source, target));
        }
        return both;
    }

    static TargetState of(RegisterFile r) {
        List<@Nullable Color> colors = new ArrayList<>();
        int mode = Registers.CB_COLOR_CONTROL.field("MODE").get(r.get(Registers.CB_COLOR_CONTROL));
        if (mode != MODE_NORMAL && mode != MODE_OFF) {
            throw new WorkRefused("refused at draw: %s: mode %d is no drawing".formatted(
                    r.text(Registers.CB_COLOR_CONTROL.space(), Registers.CB_COLOR_CONTROL.offset()), mode));
        }
        int mask = r.get(Registers.CB_TARGET_MASK) & r.get(Registers.CB_SHADER_MASK);
        int exports = r.get(Registers.SPI_SHADER_COL_FORMAT);
        for (int i = 0; i < 8 && mode == MODE_NORMAL; i++) {
            int targetMask = mask >>> 4 * i & 0xF;
            int export = exports >>> 4 * i & 0xF;
            int format = field(r, Registers.CB_COLOR_INFO, "FORMAT", i);
            colors.add(targetMask == 0 || export == 0 || format == 0 ? null : color(r, i, format, export, targetMask));
        }
        while (!colors.isEmpty() && colors.getLast() == null) {
            colors.removeLast();
        }
        return new TargetState(colors, depth(r));
    }

    private static int field(RegisterFile r, Register register, String name, int index) {
        return register.field(name).get(r.get(register, index));
    }

    private static Color color(RegisterFile r, int i, int format, int export, int targetMask) {
        int number = field(r, Registers.CB_COLOR_INFO, "NUMBER_TYPE", i);
        int swap = field(r, Registers.CB_COLOR_INFO, "COMP_SWAP", i);
        String where = "colour target " + i + " " + r.text(Registers.CB_COLOR_INFO.space(),
                Registers.CB_COLOR_INFO.at(i));
        GuestFormat guest = HostFormats.ofTarget(format, number);
        if (guest == null) {
            throw new WorkRefused("refused at draw: %s: format %d with number type %d is not known".formatted(where,
                    format, number));
        }
        Format host = HostFormats.of(guest.number(), where);
        int channels = 0x3210;
        int components = guest.layout().split("_").length;
        switch (swap) {
            case 0 -> { }
            case 1 -> {
                if (components == 4 || components == 3) {
                    Format swapped = HostFormats.swapped(host);
                    if (swapped != null) {
                        host = swapped;
                    } else {
                        channels = 0x3012;
                    }
                } else {
                    channels = components == 2 ? 0x2130 : 0x3201;
                }
            }
            case 2 -> channels = components == 4 ? 0x0123 : components == 2 ? 0x3201 : 0x3012;
            default -> channels = components == 4 ? 0x2103 : components == 2 ? 0x1203 : 0x0123;
        }
        if (swap > 1 || channels != 0x3210) {
            if (components != 1 && components != 2 && components != 4) {
                throw new WorkRefused("refused at draw: %s: component swap %d of %d components is not known".formatted(
                        where, swap, components));
            }
        }
        boolean isDeep = field(r, Registers.CB_COLOR_ATTRIB3, "RESOURCE_TYPE", i) == TYPE_3D;
        int depth = isDeep ? field(r, Registers.CB_COLOR_ATTRIB3, "MIP0_DEPTH", i) + 1 : 1;
        long address = (Integer.toUnsignedLong(r.get(Registers.CB_COLOR_BASE, i))
                | (long) (r.get(Registers.CB_COLOR_BASE_EXT, i) & 0xFF) << 32) << 8;
        boolean isCompressed = field(r, Registers.CB_COLOR_INFO, "COMPRESSION", i) != 0
                || field(r, Registers.CB_COLOR_INFO, "DCC_ENABLE", i) != 0;
        int view = r.get(Registers.CB_COLOR_VIEW, i);
        int mip = Registers.CB_COLOR_VIEW.field("MIP_LEVEL").get(view);
        int firstSlice = Registers.CB_COLOR_VIEW.field("SLICE_START").get(view);
        int lastSlice = Registers.CB_COLOR_VIEW.field("SLICE_MAX").get(view);
        return new Color(address, field(r, Registers.CB_COLOR_ATTRIB2, "MIP0_WIDTH", i) + 1,
                field(r, Registers.CB_COLOR_ATTRIB2, "MIP0_HEIGHT", i) + 1, depth,
                field(r, Registers.CB_COLOR_ATTRIB3, "COLOR_SW_MODE", i), Math.max(mip, field(r,
                Registers.CB_COLOR_ATTRIB2, "MAX_MIP", i)) + 1, mip, firstSlice, Math.max(1, lastSlice - firstSlice + 1),
                1 << field(r, Registers.CB_COLOR_ATTRIB, "NUM_FRAGMENTS", i), host, channels, export, targetMask,
                guest, isCompressed, fastClear(r, i, isCompressed));
    }

    private static @Nullable FastClear fastClear(RegisterFile r, int i, boolean isCompressed) {
        boolean isByKeys = field(r, Registers.CB_COLOR_INFO, "DCC_ENABLE", i) != 0;
        boolean isByMask = field(r, Registers.CB_COLOR_INFO, "FAST_CLEAR", i) != 0 && !isCompressed;
        Register base = isByKeys ? Registers.CB_COLOR_DCC_BASE : Registers.CB_COLOR_CMASK;
        Register high = isByKeys ? Registers.CB_COLOR_DCC_BASE_EXT : Registers.CB_COLOR_CMASK_BASE_EXT;
        long metadata = (Integer.toUnsignedLong(r.get(base, i)) | (long) (r.get(high, i) & 0xFF) << 32) << 8;
        return !isByKeys && !isByMask || metadata == 0 ? null : new FastClear(metadata, isByKeys, r.get(Registers.CB_COLOR_CLEAR_WORD0, i),
                r.get(Registers.CB_COLOR_CLEAR_WORD1, i));
    }

    private static @Nullable Depth depth(RegisterFile r) {
        int info = r.get(Registers.DB_Z_INFO);
        int format = Registers.DB_Z_INFO.field("FORMAT").get(info);
        boolean hasStencil = Registers.DB_STENCIL_INFO.field("FORMAT").isSet(r.get(Registers.DB_STENCIL_INFO));
        int control = r.get(Registers.DB_DEPTH_CONTROL);
        boolean usesDepth = Registers.DB_DEPTH_CONTROL.field("Z_ENABLE").isSet(control)
                || Registers.DB_DEPTH_CONTROL.field("DEPTH_BOUNDS_ENABLE").isSet(control)
                || (r.get(Registers.DB_RENDER_CONTROL) & 3) != 0;
        boolean usesStencil = Registers.DB_DEPTH_CONTROL.field("STENCIL_ENABLE").isSet(control);
        if (format == 0 && !hasStencil || !usesDepth && !usesStencil) {
            return null;
        }
        if ((r.get(Registers.DB_RENDER_CONTROL) & DEPTH_COPIES) != 0) {
            throw new WorkRefused("refused at draw: %s: depth or stencil is to be copied into a colour target".formatted(
                    r.text(Registers.DB_RENDER_CONTROL.space(), Registers.DB_RENDER_CONTROL.offset())));
        }
        Format host = switch (format) {
            case 0 -> Format.S8_UINT;
            case 1 -> hasStencil ? Format.D32_SFLOAT_S8_UINT : Format.D16_UNORM;
            case 3 -> hasStencil ? Format.D32_SFLOAT_S8_UINT : Format.D32_SFLOAT;
            default -> throw new WorkRefused("refused at draw: %s: depth format %d is not known".formatted(
                    r.text(Registers.DB_Z_INFO.space(), Registers.DB_Z_INFO.offset()), format));
        };
        int size = r.get(Registers.DB_DEPTH_SIZE_XY);
        int view = r.get(Registers.DB_DEPTH_VIEW);
        int firstSlice = Registers.DB_DEPTH_VIEW.field("SLICE_START").get(view);
        int lastSlice = Registers.DB_DEPTH_VIEW.field("SLICE_MAX").get(view);
        long stencil = hasStencil ? address(r, Registers.DB_STENCIL_WRITE_BASE, Registers.DB_STENCIL_WRITE_BASE_HI) : 0;
        int stencilMode = Registers.DB_STENCIL_INFO.field("SW_MODE").get(r.get(Registers.DB_STENCIL_INFO));
        return new Depth(format == 0 ? stencil : address(r, Registers.DB_Z_WRITE_BASE, Registers.DB_Z_WRITE_BASE_HI), stencil,
                Registers.DB_DEPTH_SIZE_XY.field("X_MAX").get(size) + 1, Registers.DB_DEPTH_SIZE_XY.field("Y_MAX")
                .get(size) + 1, format == 0 ? stencilMode : Registers.DB_Z_INFO.field("SW_MODE").get(info), stencilMode, firstSlice,
                Math.max(1, lastSlice - firstSlice + 1), 1 << Registers.DB_Z_INFO.field("NUM_SAMPLES").get(info), host,
                format == 1 && hasStencil, tiles(r, hasStencil));
    }

    private static @Nullable DepthTiles tiles(RegisterFile r, boolean hasStencil) {
        long address = address(r, Registers.DB_HTILE_DATA_BASE, Registers.DB_HTILE_DATA_BASE_HI);
        boolean isEnabled = Registers.DB_Z_INFO.field("TILE_SURFACE_ENABLE").isSet(r.get(Registers.DB_Z_INFO));
        boolean isOfDepthAlone = Registers.DB_STENCIL_INFO.field("TILE_STENCIL_DISABLE").isSet(r.get(Registers.DB_STENCIL_INFO));
        return !isEnabled || address == 0 ? null : new DepthTiles(address, r.getFloat(Registers.DB_DEPTH_CLEAR, 0),
                Registers.DB_STENCIL_CLEAR.field("CLEAR").get(r.get(Registers.DB_STENCIL_CLEAR)), hasStencil && !isOfDepthAlone);
    }

    private static long address(RegisterFile r, Register low, Register high) {
        return (Integer.toUnsignedLong(r.get(low)) | (long) (r.get(high) & 0xFF) << 32) << 8;
    }
}
