package org.lierne.devicetests;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.lierne.agc.driver.tiling.SurfaceLayout;
import org.lierne.agc.driver.tiling.SwizzleMode;
import org.lierne.gpu.ImageKind;
import org.lierne.recompiler.program.NumericClass;
import org.lierne.recompiler.program.UnifiedFormat;
import org.lierne.testing.ArrayGuestMemory;

/**
 * An image, a sampler and an instruction chosen at random, with addresses for 64 lanes: what interpreter and device have to agree on. Left
 * out is what the rules or the host leave open: edges of texels, seams of cubes, implicit levels outside of the pixel stage, borders of
 * formats that lack channels, texels outside where channels are missing or selected, the upper half behind an odd number of halves, the
 * second of two stored channels (rule B-020), layers past the only one of an array, at which llvmpipe does not look.
 */
final class ImageCase {
    static final int LANES = 64;
    private static final int D1 = 8;
    private static final int D2 = 9;
    private static final int D3 = 10;
    private static final int CUBE = 11;
    private static final int D1_ARRAY = 12;
    private static final int D2_ARRAY = 13;
    private static final int BORDER = 6;
    private static final int[] FORMATS = {1, 2, 5, 6, 7, 8, 11, 12, 13, 14, 15, 18, 19, 20, 21, 22, 23, 24, 27, 28, 29, 30, 36, 50, 54, 56, 57,
        60, 61, 62, 63, 64, 65, 66, 69, 70, 71, 75, 76, 77, 128, 129, 130};
    private static final double[] INSIDE = {0.3, 0.7, 0.2, 0.8};
    private static final String[] DIMS = {"1D", "2D", "3D", "CUBE", "1D_ARRAY", "2D_ARRAY"};

    /** What is done. */
    private enum Kind {
        LOAD, LOAD_MIP, SAMPLE_LZ, SAMPLE_L, SAMPLE, SAMPLE_B, SAMPLE_D, SAMPLE_C_LZ, SAMPLE_C_L, SAMPLE_C_D, GATHER_LZ, GATHER_C_LZ, GATHER_L,
        GATHER_C_L, GATHER_B, GATHER_ROW, RESINFO, STORE, STORE_MIP;

        boolean isLeveled() {
            return this == SAMPLE_L || this == SAMPLE_C_L || this == GATHER_L || this == GATHER_C_L;
        }

        boolean hasDerivatives() {
            return this == SAMPLE_D || this == SAMPLE_C_D;
        }

        boolean hasBias() {
            return this == SAMPLE_B || this == GATHER_B;
        }

        boolean isStore() {
            return this == STORE || this == STORE_MIP;
        }

        boolean isComparing() {
            return this == SAMPLE_C_LZ || this == SAMPLE_C_L || this == SAMPLE_C_D || this == GATHER_C_LZ || this == GATHER_C_L;
        }
    }

    final int[] image;
    final int[] sampler;
    final String instruction;
    final List<int[]> rows = new ArrayList<>();
    /** How far results may lie apart, 0 for not at all. */
    final double tolerance;
    final boolean isHalf;
    final int resultWords;
    private final UnifiedFormat format;
    private final int type;
    private final int width;
    private final int height;
    private final int layers;
    private final int levels;
    private final boolean isNarrow;
    private final boolean isZeroOutside;
    private final int results;
    private final SurfaceLayout layout;

    /** @param address where the image lies */
    ImageCase(SplittableRandom random, long address) {
        format = java.util.Objects.requireNonNull(UnifiedFormat.of(FORMATS[random.nextInt(FORMATS.length)]));
        type = new int[] {D2, D2, D2, D1, D3, CUBE, D1_ARRAY, D2_ARRAY}[random.nextInt(8)];
        boolean isRow = type == D1 || type == D1_ARRAY;
        width = type == CUBE ? 8 : 1 + random.nextInt(20);
        height = type == CUBE ? 8 : isRow ? 1 : 1 + random.nextInt(12);
        layers = type == CUBE ? 6 + 6 * random.nextInt(2) : type == D3 || type >= D1_ARRAY ? 1 + random.nextInt(4) : 1;
        int most = 32 - Integer.numberOfLeadingZeros(Math.max(width, height));
        levels = type == D3 || random.nextBoolean() ? 1 : 1 + random.nextInt(most);
        int mode = isRow || type == D3 ? 0 : new int[] {0, 1, 5, 9}[random.nextInt(4)];
        layout = java.util.Objects.requireNonNull(SurfaceLayout.of(new SurfaceLayout.Shape(SwizzleMode.of(mode), type == D3 ? ImageKind.D3
                : isRow ? ImageKind.D1 : ImageKind.D2, format.bytes(), width, height, layers, 1, levels, 1)));
        boolean isInteger = format.encoding().numericClass() != NumericClass.FLOAT;
        boolean isConverted = format.number() == 30;
        Kind kind = kind(random, isInteger, isConverted);
        boolean isSampled = kind.name().startsWith("SAMPLE") || kind.name().startsWith("GATHER");
        boolean isLinear = isSampled && !isInteger && type != CUBE && random.nextBoolean();
        int mip = levels == 1 || isConverted ? 0 : isLinear && !kind.isComparing() && random.nextBoolean() ? 2 : 1;
        boolean hasBorder = format.channels() == 4 && !isConverted;
        int[] clamps = isConverted ? new int[] {0, 2} : hasBorder ? new int[] {0, 1, 2, 3, BORDER} : new int[] {0, 1, 2, 3};
        int word0 = random.nextInt(8) << 12;
        for (int axis = 0; axis < 3; axis++) {
            word0 |= clamps[random.nextInt(clamps.length)] << 3 * axis;
        }
        sampler = new int[] {word0, 0x00fff000, (isLinear ? 1 << 20 | 1 << 22 | 2 << 24 : 1 << 24) | mip << 26,
            hasBorder ? random.nextInt(3) << 30 : 0};
        int selects = kind.isStore() || random.nextBoolean() ? 0xfac : selects(random);
        selects = isConverted && isSampled ? 4 | 5 << 3 | 6 << 6 | 1 << 9 : selects;
        image = new int[] {(int) (address >>> 8), (int) (address >>> 40) & 0xff | format.number() << 20 | (width - 1 & 3) << 30,
            width - 1 >>> 2 | height - 1 << 14, type << 28 | mode << 20 | levels - 1 << 16 | selects, layers - 1, levels - 1 << 4, 0, 0};
        isZeroOutside = format.channels() == 4 && selects == 0xfac;
        isNarrow = random.nextInt(4) == 0 && !isConverted && !kind.hasDerivatives();
        isHalf = random.nextInt(4) == 0 && !isConverted && kind != Kind.RESINFO && !kind.isStore() && kind != Kind.LOAD_MIP
                && (isInteger || format.fields().getFirst() <= 16);
        int dmask = kind.name().startsWith("GATHER") ? 1 << (kind.isComparing() ? 0 : random.nextInt(4))
                : kind.isStore() ? (1 << format.channels()) - 1 : kind.isComparing() ? 1 : 1 + random.nextInt(15);
        int words = kind.name().startsWith("GATHER") ? 4 : Integer.bitCount(dmask);
        results = words;
        resultWords = isHalf ? (words + 1) / 2 : words;
        // Each axis, and the step between levels, may be off by a step of the grid; the decoding of sRGB by one in eight bits.
        double range = format.encoding() == UnifiedFormat.Encoding.FLOAT ? 8 : 2;
        double srgb = format.encoding() == UnifiedFormat.Encoding.SRGB ? 1 / 128.0 : 0;
        double last = isHalf ? range / 1024 : isConverted ? 1e-6 : 0;
        // Hosts find the level of derivatives to a sixteenth at least (Vulkan, mipmapPrecisionBits).
        double ofLevel = kind.hasDerivatives() && mip == 2 ? range / 16 : 0;
        tolerance = isSampled || isHalf || srgb > 0 || isConverted ? (isLinear ? range * 4.0 / 256 : 0) + ofLevel + srgb + last : 0;
        instruction = text(kind, dmask, random);
        for (int lane = 0; lane < LANES; lane++) {
            rows.add(row(kind, lane, random));
        }
    }

    private Kind kind(SplittableRandom random, boolean isInteger, boolean isConverted) {
        List<Kind> kinds = new ArrayList<>(List.of(Kind.LOAD, Kind.LOAD_MIP, Kind.SAMPLE_LZ, Kind.SAMPLE_LZ, Kind.SAMPLE_L));
        boolean isFlat = type == D2 || type == D2_ARRAY;
        if (isConverted) {
            return List.of(Kind.LOAD, Kind.STORE, isFlat ? Kind.SAMPLE_LZ : Kind.LOAD).get(random.nextInt(3));
        }
        if (levels == 1) {
            kinds.addAll(List.of(Kind.SAMPLE, Kind.SAMPLE_B));
        }
        kinds.add(Kind.SAMPLE_D);
        if (type != CUBE) {
            kinds.addAll(List.of(Kind.GATHER_LZ, Kind.GATHER_L, levels == 1 ? Kind.GATHER_B : Kind.GATHER_L));
        }
        if (type == D2) {
            kinds.add(Kind.GATHER_ROW);
        }
        if (type == CUBE) {
            kinds.add(Kind.GATHER_L);
        }
        kinds.add(Kind.RESINFO);
        boolean isSelected = format.channels() == 2 && isInteger;
        if (format.encoding() != UnifiedFormat.Encoding.SRGB && type != CUBE && !isSelected) {
            kinds.add(levels == 1 ? Kind.STORE : random.nextBoolean() ? Kind.STORE : Kind.STORE_MIP);
        }
        if (!isInteger && (format.number() == 7 || format.number() == 22) && type != D3) {
            kinds.addAll(List.of(Kind.SAMPLE_C_LZ, Kind.SAMPLE_C_L, Kind.SAMPLE_C_D));
            if (isFlat) {
                kinds.addAll(List.of(Kind.GATHER_C_LZ, Kind.GATHER_C_L));
            }
        }
        return kinds.get(random.nextInt(kinds.size()));
    }

    private static int selects(SplittableRandom random) {
        int selects = 0;
        for (int i = 0; i < 4; i++) {
            selects |= new int[] {0, 1, 4, 5, 6, 7}[random.nextInt(6)] << 3 * i;
        }
        return selects;
    }

    long bytes() {
        return layout.bytes();
    }

    /** Fills the image with texels that are numbers of moderate size. */
    void fill(SplittableRandom random, ArrayGuestMemory memory, long address) {
        boolean isFloat = format.encoding() == UnifiedFormat.Encoding.FLOAT;
        int bits = format.fields().getFirst();
        for (long at = 0; at < (bytes() + 3 & ~3L); at += 4) {
            int word = random.nextInt();
            if (isFloat && bits == 32) {
                word = Float.floatToRawIntBits((float) random.nextDouble(-4, 4));
            } else if (isFloat) {
                // Exponents below 16, so that no number is above 2, infinite or none.
                word &= bits == 16 ? 0xbfffbfff : ~(1 << 10 | 1 << 21 | 1 << 31);
            }
            memory.putInt(address + at, word);
        }
    }

    private int axes() {
        return type == D1 || type == D1_ARRAY ? 1 : type == D3 ? 3 : 2;
    }

    private String text(Kind kind, int dmask, SplittableRandom random) {
        int coordinates = type == D1 ? 1 : type == D2 || type == D1_ARRAY ? 2 : 3;
        boolean isOffset = kind == Kind.SAMPLE_LZ && format.number() != 30 && type != CUBE && random.nextInt(3) == 0
                || (kind == Kind.GATHER_LZ || kind == Kind.GATHER_L || kind == Kind.SAMPLE_L) && type != CUBE && random.nextInt(3) == 0;
        int extra = kind == Kind.LOAD_MIP || kind == Kind.STORE_MIP || kind.isLeveled() ? 1 : 0;
        int body = isNarrow && kind != Kind.RESINFO ? (coordinates + extra + 1) / 2 : coordinates + extra;
        int count = kind == Kind.RESINFO ? 1 : body + (isOffset ? 1 : 0) + (kind.hasDerivatives() ? 2 * axes() : 0)
                + (kind.isComparing() || kind.hasBias() ? 1 : 0);
        String name = switch (kind) {
            case LOAD -> "image_load";
            case LOAD_MIP -> "image_load_mip";
            case SAMPLE_LZ -> "image_sample_lz" + (isOffset ? "_o" : "");
            case SAMPLE_L -> "image_sample_l" + (isOffset ? "_o" : "");
            case SAMPLE -> "image_sample";
            case SAMPLE_B -> "image_sample_b";
            case SAMPLE_D -> "image_sample_d";
            case SAMPLE_C_LZ -> "image_sample_c_lz";
            case SAMPLE_C_L -> "image_sample_c_l";
            case SAMPLE_C_D -> "image_sample_c_d";
            case GATHER_LZ -> "image_gather4_lz" + (isOffset ? "_o" : "");
            case GATHER_C_LZ -> "image_gather4_c_lz";
            case GATHER_L -> "image_gather4_l" + (isOffset ? "_o" : "");
            case GATHER_C_L -> "image_gather4_c_l";
            case GATHER_B -> "image_gather4_b";
            case GATHER_ROW -> "image_gather4h";
            case RESINFO -> "image_get_resinfo";
            case STORE -> "image_store";
            case STORE_MIP -> "image_store_mip";
        };
        // A constant offset in front of the coordinates, which lie from v4 or v5 on, or one that each lane takes from its row.
        String before = isOffset && random.nextBoolean() ? "v_mov_b32_e32 v4, 0x%x\n".formatted(offset(random)) : "";
        boolean isPlain = kind.name().startsWith("LOAD") || kind.isStore() || kind == Kind.RESINFO;
        int data = resultWords;
        return before + name + " " + list(20, data) + ", " + list(4, count) + ", s[0:7]" + (isPlain ? "" : ", s[8:11]")
                + " dmask:0x%x dim:SQ_RSRC_IMG_%s".formatted(dmask, DIMS[type - D1]) + (isPlain ? " unorm" : "")
                + (isNarrow && kind != Kind.RESINFO ? " a16" : "") + (isHalf ? " d16" : "");
    }

    /** Two or three texel offsets of six bits, small ones mostly. */
    private static int offset(SplittableRandom random) {
        return offset(random, random.nextInt(3) == 0 ? 32 : 8);
    }

    private static int offset(SplittableRandom random, int most) {
        return random.nextInt(-most, most) & 0x3f | (random.nextInt(-most, most) & 0x3f) << 8;
    }

    private static String list(int first, int count) {
        return count == 1 ? "v" + first : "v[%d:%d]".formatted(first, first + count - 1);
    }

    /** Whether four texels have to lie on one face: which ones lie past its edges is left open. */
    private boolean isOnFace(Kind kind) {
        return type == CUBE && kind == Kind.GATHER_L;
    }

    private int[] row(Kind kind, int lane, SplittableRandom random) {
        List<Integer> words = new ArrayList<>();
        if (kind == Kind.RESINFO) {
            return ImagePrograms.row(random.nextInt(levels + 1));
        }
        if (instruction.contains("_o ")) {
            words.add(offset(random));
        }
        if (kind.hasBias()) {
            words.add(isNarrow ? half(bits(0.25), false) : bits(0.25));
        }
        if (kind.isComparing()) {
            words.add(bits(random.nextInt(5) / 4.0));
        }
        boolean isTexel = kind.name().startsWith("LOAD") || kind.isStore();
        int level = kind == Kind.LOAD_MIP || kind == Kind.STORE_MIP || kind.isLeveled() || kind.hasDerivatives()
                ? random.nextInt(isOnFace(kind) ? Math.min(2, levels) : levels) : 0;
        int[] sizes = {width, height, layers};
        if (kind.hasDerivatives()) {
            // Along x by one step of the level, along y by half of one.
            for (int half = 1; half <= 2; half++) {
                for (int i = 0; i < axes(); i++) {
                    words.add(i == Math.min(half, axes()) - 1 ? bits(Math.scalb(1.2, level) / half / sizes[i]) : 0);
                }
            }
        }
        List<Integer> body = new ArrayList<>();
        for (int i = 0; i < axes(); i++) {
            int size = i == 2 ? layers : Math.max(1, sizes[i] >> level);
            int index = isTexel || type == CUBE ? kind.isStore() ? i == 0 ? lane % size : lane / width % size
                    : isOnFace(kind) ? 1 + random.nextInt(size - 2) : type == CUBE || !isZeroOutside ? random.nextInt(size) : random.nextInt(-1, size + 1) : random.nextInt(-size, 2 * size);
            double at = (index + INSIDE[random.nextInt(INSIDE.length)]) / size + (type == CUBE ? 1 : 0);
            body.add(isTexel ? index : bits(at));
        }
        if (type >= CUBE) {
            int layer = type == CUBE ? isTexel ? random.nextInt(layers) : random.nextInt(6) + 8 * random.nextInt(layers / 6) : kind.isStore() ? lane % layers : random.nextInt(isTexel ? 0 : -1, layers + (isTexel && (!isZeroOutside || layers == 1) ? 0 : 1));
            body.add(isTexel ? layer : bits(layer + (type == CUBE ? 0 : 0.3 * random.nextInt(-1, 2))));
        }
        if (kind == Kind.STORE_MIP) {
            body.add(random.nextInt(8) == 0 ? levels : level);
        } else if (kind == Kind.LOAD_MIP) {
            body.add(isZeroOutside && random.nextInt(8) == 0 ? levels : level);
        } else if (kind.isLeveled()) {
            body.add(bits(level + 0.25 * random.nextInt(-1, 2)));
        }
        words.addAll(isNarrow ? packed(body, isTexel) : body);
        int[] address = words.stream().mapToInt(Integer::intValue).toArray();
        if (!kind.isStore()) {
            return ImagePrograms.row(address);
        }
        // Lanes that store to one texel store the same; no value lies half way between two codes.
        SplittableRandom ofPlace = new SplittableRandom(body.hashCode());
        double step = format.encoding() == UnifiedFormat.Encoding.FLOAT ? 4 : 3;
        int[] data = new int[4];
        for (int i = 0; i < 4; i++) {
            data[i] = format.encoding().numericClass() == NumericClass.FLOAT ? bits(ofPlace.nextInt(-4, 5) / step) : ofPlace.nextInt(-300, 300);
        }
        return ImagePrograms.row(address, data);
    }

    /** Two halves a word; floats are rounded, and so are the same for both. */
    private static List<Integer> packed(List<Integer> words, boolean isInteger) {
        List<Integer> halves = new ArrayList<>();
        for (int i = 0; i < words.size(); i += 2) {
            int high = i + 1 < words.size() ? half(words.get(i + 1), isInteger) : 0;
            halves.add(half(words.get(i), isInteger) | high << 16);
        }
        return halves;
    }

    private static int half(int word, boolean isInteger) {
        return (isInteger ? word : Float.floatToFloat16(Float.intBitsToFloat(word))) & 0xffff;
    }

    private static int bits(double value) {
        return Float.floatToRawIntBits((float) value);
    }

    /** Whether two results are the same, as near as they have to be. @param word its number, from 0 on */
    boolean agrees(int word, int expected, int got) {
        boolean isReal = format.encoding().numericClass() == NumericClass.FLOAT && !instruction.contains("resinfo");
        if (!isHalf) {
            return expected == got || isReal && near(Float.intBitsToFloat(expected), Float.intBitsToFloat(got), Math.ulp(1f) / 2);
        }
        for (int i = 0; i < 2 && 2 * word + i < results; i++) {
            short right = (short) (expected >>> 16 * i);
            short real = (short) (got >>> 16 * i);
            if (right != real && !(isReal && near(Float.float16ToFloat(right), Float.float16ToFloat(real), 1f / 2048))) {
                return false;
            }
        }
        return true;
    }

    /** Hosts may take normalised channels for their codes times a constant, which is off by one in the last place. */
    private boolean near(float a, float b, float step) {
        boolean isNormalised = format.encoding() != UnifiedFormat.Encoding.FLOAT;
        return a == b || Math.abs(a - b) <= tolerance + (isNormalised ? Math.abs(a) * 2 * step : 0);
    }

    @Override
    public String toString() {
        StringBuilder words = new StringBuilder();
        for (int word : image) {
            words.append(" %08x".formatted(word));
        }
        return "%s | %s, %dx%dx%d, %d levels, type %d |%s | sampler %08x %08x %08x".formatted(instruction.replace('\n', ';'), format, width, height,
                layers, levels, type, words, sampler[0], sampler[2], sampler[3]);
    }
}
