package org.lierne.agc.driver.tiling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.driver.tiling.SwizzleMode.Form;
import org.lierne.agc.driver.tiling.SwizzleMode.Order;
import org.lierne.gpu.ImageKind;

/**
 * Where an element lies in its block: each bit of a coordinate adds bits to the byte offset by exclusive or. Every block
 * order that is known stands in {@link #ORDERS}; moving texels both ways and the places of small levels follow from it.
 *
 * <p>Documented: the public address library's answers for 16 pipes without packers. Measured: coordinate ramps that
 * public programs drew on the console in mode 27, for all five element sizes.
 *
 * @param bits     log2 of the block's bytes
 * @param xBits    log2 of its columns
 * @param yBits    log2 of its rows
 * @param zBits    log2 of its slices; 0 unless the block is thick
 * @param microX   columns of 256 bytes
 * @param microY   rows of them
 * @param byX      bits of the offset for the low ten bits of a column
 * @param byY      for those of a row
 * @param byZ      for the low seven bits of a slice
 * @param bySample for a sample
 */
public record BlockEquation(int bits, int xBits, int yBits, int zBits, int microX, int microY, int[] byX, int[] byY,
        int[] byZ, int[] bySample) {
    private static final int MICRO_BITS = 8;
    private static final int LARGE_BITS = 16;
    private static final int PIPE_BITS = 4;
    private static final int PLANE_BITS = 10;
    private static final int SLICE_BITS = 7;
    private static final int SAMPLE_BITS = 3;

    /**
     * Coordinate bits that make the bits of an offset in a block of 64 KB, low bit first; {@code -} stands for the
     * bytes inside an element. A line is: order, flat (2) or thick (3) blocks, samples, bytes of an element. Smaller
     * blocks of the S and D orders are the first bits. What follows bit 15 of a thick S order is used by its X form
     * alone, see {@link #mixed}; the lines of the thick D order, and of the R and Z orders, are their X forms.
     */
    private static final String ORDERS = """
        S 2 1 1  x0 x1 x2 x3 y0 y1 y2 y3 y4 x4 y5 x5 y6 x6 y7 x7
        S 2 1 2  - x0 x1 x2 y0 y1 y2 x3 y3 x4 y4 x5 y5 x6 y6 x7
        S 2 1 4  - - x0 x1 y0 y1 y2 x2 y3 x3 y4 x4 y5 x5 y6 x6
        S 2 1 8  - - - x0 y0 y1 x1 x2 y2 x3 y3 x4 y4 x5 y5 x6
        S 2 1 16 - - - - y0 y1 x0 x1 y2 x2 y3 x3 y4 x4 y5 x5
        D 2 1 1  x0 x1 x2 y1 y0 y2 x3 y3 y4 x4 y5 x5 y6 x6 y7 x7
        D 2 1 2  - x0 x1 x2 y0 y1 y2 x3 y3 x4 y4 x5 y5 x6 y6 x7
        D 2 1 4  - - x0 x1 y0 y1 y2 x2 y3 x3 y4 x4 y5 x5 y6 x6
        D 2 1 8  - - - x0 y0 x1 x2 y1 y2 x3 y3 x4 y4 x5 y5 x6
        D 2 1 16 - - - - x0 y0 x1 y1 y2 x2 y3 x3 y4 x4 y5 x5
        S 3 1 1  x0 x1 z0 y0 z1 y1 x2 z2 y2 x3 z3 y3 x4 z4 y4 x5 z5 y5 x6 z6
        S 3 1 2  - x0 z0 y0 z1 y1 x1 z2 y2 x2 z3 y3 x3 z4 y4 x4 z5 y5 x5 z6
        S 3 1 4  - - x0 y0 z0 y1 x1 z1 y2 x2 z2 y3 x3 z3 y4 x4 z4 y5 x5 z5
        S 3 1 8  - - - x0 z0 y0 x1 z1 y1 x2 z2 y2 x3 z3 y3 x4 z4 y4 x5 z5
        S 3 1 16 - - - - z0 y0 x0 z1 y1 x1 z2 y2 x2 z3 y3 x3 z4 y4 x4 z5
        D 3 1 1  x0 x1 z0 y0 y1 z1 x2 z2 x3^y3 x4^y4 x6^y2^y5 x5^y6 z3 y3 x4 z4
        D 3 1 2  - x0 z0 y0 x1 z1 y1 z2 x3^y3 x4^y4 x6^y5^z3 x5^y2^y6 x2 z4 y3 x4
        D 3 1 4  - - x0 y0 x1 z0 y1 z1 x3^y3 x4^y4 x6^y5^z2 x5^y2^y6 x2 z3 y3 x4
        D 3 1 8  - - - x0 y0 z0 x1 z1 x3^y3 x4^y4 x6^y5^z2 x5^y1^y6 x2 z3 y2 x3
        D 3 1 16 - - - - x0 z0 y0 z1 x3^y3 x1^x4^y4 x6^y5^z2 x5^y1^y6 x2 z3 y2 x3
        R 2 1 1  x0 x1 x2 y1 y0 y2 x3 y4 x3^y3^z3 x4^y4^z2 x6^y5^z1 x5^y6^z0 y6 x6 y7 x7
        R 2 1 2  - x0 x1 x2 y0 y1 y2 x3 x3^y3^z3 x4^y4^z2 x6^y5^z1 x5^y6^z0 y4 x6 y6 x7
        R 2 1 4  - - x0 x1 y0 y1 y2 x2 x3^y3^z3 x4^y4^z2 x6^y5^z1 x5^y6^z0 y3 x4 y6 x6
        R 2 1 8  - - - x0 y0 x1 x2 y1 x3^y3^z3 x4^y4^z2 x6^y5^z1 x5^y6^z0 y2 x3 y4 x6
        R 2 1 16 - - - - x0 y0 x1 y1 x3^y3^z3 x4^y4^z2 x6^y5^z1 x5^y6^z0 y2 x2 y3 x4
        R 2 2 1  x0 x1 x2 y1 y0 y2 x3 y4 x3^y3^z3 x4^y4^z2 x6^y5^z1 x5^y6^z0 y6 x6 y7 y8^s0
        R 2 2 2  - x0 x1 x2 y0 y1 y2 x3 x3^y3^z3 x4^y4^z2 x6^y5^z1 x5^y6^z0 y4 x6 y6 y7^s0
        R 2 2 4  - - x0 x1 y0 y1 y2 x2 x3^y3^z3 x4^y4^z2 x6^y5^z1 x5^y6^z0 y3 x4 y6 y7^s0
        R 2 2 8  - - - x0 y0 x1 x2 y1 x3^y3^z3 x4^y4^z2 x6^y5^z1 x5^y6^z0 y2 x3 y4 y6^s0
        R 2 2 16 - - - - x0 y0 x1 y1 x3^y3^z2 x4^y4^z1 x6^y5^z0 x5^y6^s0 y2 x2 y3 x4
        R 2 4 1  x0 x1 x2 y1 y0 y2 x3 y4 x3^y3^z3 x4^y4^z2 x6^y5^z1 x5^y6^z0 y6 x6 y7^s0 y8^s1
        R 2 4 2  - x0 x1 x2 y0 y1 y2 x3 x3^y3^z3 x4^y4^z2 x6^y5^z1 x5^y6^z0 y4 x6 y6^s0 y7^s1
        R 2 4 4  - - x0 x1 y0 y1 y2 x2 x3^y3^z3 x4^y4^z2 x6^y5^z1 x5^y6^z0 y3 x4 y6^s0 y7^s1
        R 2 4 8  - - - x0 y0 x1 x2 y1 x3^y3^z2 x4^y4^z1 x6^y5^s1 x5^y6^z0 y2 x3 y4 y6^s0
        R 2 4 16 - - - - x0 y0 x1 y1 x3^y3^z1 x4^y4^z0 x6^y5^s1 x5^y6^s0 y2 x2 y3 x4
        R 2 8 1  x0 x1 x2 y1 y0 y2 x3 y4 x3^y3^z2 x4^y4^z1 x6^y5^z0 x5^y6^z3 y6 y7^s0 y8^s1 y9^s2
        R 2 8 2  - x0 x1 x2 y0 y1 y2 x3 x3^y3^z2 x4^y4^z1 x6^y5^z0 x5^y6^z3 y4 y6^s0 y7^s1 y8^s2
        R 2 8 4  - - x0 x1 y0 y1 y2 x2 x3^y3^z2 x4^y4^z1 x6^y5^z0 x5^y6^s2 y3 x4 y6^s0 y7^s1
        R 2 8 8  - - - x0 y0 x1 x2 y1 x3^y3^z1 x4^y4^z0 x6^y5^s2 x5^y6^s1 y2 x3 y4 y6^s0
        R 2 8 16 - - - - x0 y0 x1 y1 x3^y3^z1 x4^y4^z0 x6^y5^s2 x5^y6^s1 x2 y2 x3 y6^s0
        Z 2 1 1  x0 y0 x1 y1 x2 y2 x3 y4 x3^y3^z3 x4^y4^z2 x6^y5^z1 x5^y6^z0 y6 x6 y7 x7
        Z 2 1 2  - x0 y0 x1 y1 x2 y2 x3 x3^y3^z3 x4^y4^z2 x6^y5^z1 x5^y6^z0 y4 x6 y6 x7
        Z 2 1 4  - - x0 y0 x1 y1 x2 y2 x3^y3^z3 x4^y4^z2 x6^y5^z1 x5^y6^z0 y3 x4 y6 x6
        Z 2 1 8  - - - x0 y0 x1 y1 x2 x3^y3^z3 x4^y4^z2 x6^y5^z1 x5^y6^z0 y2 x3 y4 x6
        Z 2 2 1  s0 x0 y0 x1 y1 x2 y2 x3 x3^y3^z3 x4^y4^z2 x6^y5^z1 x5^y6^z0 y4 y6 x6 y7
        Z 2 2 2  - s0 x0 y0 x1 y1 x2 y2 x3^y3^z3 x4^y4^z2 x6^y5^z1 x5^y6^z0 y3 x4 y6 x6
        Z 2 2 4  - - s0 x0 y0 x1 y1 x2 x3^y3^z3 x4^y4^z2 x6^y5^z1 x5^y6^z0 y3 x4 y6 y2^y7
        Z 2 4 1  s0 s1 x0 y0 x1 y1 x2 y2 x3^y3^z3 x4^y4^z2 x6^y5^z1 x5^y6^z0 y3 x4 y6 x6
        Z 2 4 2  - s0 s1 x0 y0 x1 y1 x2 x3^y3^z3 x4^y4^z2 x6^y5^z1 x5^y6^z0 x3 y4 x6 y2^y6
        Z 2 4 4  - - s0 s1 x0 y0 x1 y1 x3^y3^z3 x4^y4^z2 x6^y5^z1 x5^y6^z0 y3 x4 y2^y6 x2^y7
        Z 2 8 1  s0 s1 s2 x0 y0 x1 y1 x2 x3^y3^z2 x4^y4^z1 x6^y5^z0 x5^y6^z3 y3 x4 y6 y2^y7
        Z 2 8 2  - s0 s1 s2 x0 y0 x1 y1 x3^y3^z2 x4^y4^z1 x6^y5^z0 x5^y6^z3 y3 x4 y2^y6 x2^y7
        Z 2 8 4  - - s0 s1 s2 x0 y0 x1 x3^y3^z2 x4^y4^z1 x6^y5^z0 x5^y2^y6 x3 y4 x2^y6 y1^y7
        """;
    private static final Map<Key, List<String>> TABLE = parse();
    private static final Map<Key, BlockEquation> BUILT = new ConcurrentHashMap<>();

    private record Key(SwizzleMode mode, boolean isThick, int samples, int elementBytes) {
        private Key(Order order, boolean isThick, int samples, int elementBytes) {
            this(new SwizzleMode(0, LARGE_BITS, order, Form.PLAIN), isThick, samples, elementBytes);
        }

        private @Nullable List<String> line() {
            return TABLE.get(new Key(mode.order(), isThick, samples, elementBytes));
        }
    }

    private static Map<Key, List<String>> parse() {
        Map<Key, List<String>> table = new HashMap<>();
        ORDERS.lines().forEach(line -> {
            List<String> words = List.of(line.split(" +"));
            table.put(new Key(Order.valueOf(words.get(0)), words.get(1).equals("3"), Integer.parseInt(words.get(2)),
                    Integer.parseInt(words.get(3))), words.subList(4, words.size()));
        });
        return Map.copyOf(table);
    }

    /** The blocks of a mode other than linear. @return null where they are not known */
    static @Nullable BlockEquation of(SwizzleMode mode, ImageKind kind, int samples, int elementBytes) {
        boolean isPipeOrder = mode.order() == Order.R || mode.order() == Order.Z;
        Key key = new Key(mode, kind == ImageKind.D3 && !isPipeOrder, samples, elementBytes);
        if (mode.isLinear() || mode.blockBits() == 0 || !isOffered(mode, kind) || key.line() == null) {
            return null;
        }
        return BUILT.computeIfAbsent(key, BlockEquation::build);
    }

    /** Which blocks the hardware has for surfaces of one, two and three dimensions. */
    private static boolean isOffered(SwizzleMode mode, ImageKind kind) {
        boolean isLargeMixed = mode.blockBits() == LARGE_BITS && mode.form() == Form.X;
        return switch (mode.order()) {
            case R, Z -> isLargeMixed;
            case D -> kind == ImageKind.D2 || kind == ImageKind.D3 && isLargeMixed;
            case S -> kind == ImageKind.D2 || kind == ImageKind.D3 && mode.blockBits() > MICRO_BITS;
        };
    }

    private static BlockEquation build(Key key) {
        List<String> line = key.line();
        if (line == null) {
            throw new IllegalStateException("no line for " + key);
        }
        boolean isStandard = key.mode.order() == Order.S || key.mode.order() == Order.D && !key.isThick;
        List<String> order = isStandard ? mixed(line, key) : line;
        int bits = key.mode.blockBits();
        List<String> plain = TABLE.getOrDefault(new Key(Order.S, key.isThick, 1, key.elementBytes), line)
                .subList(0, bits);
        List<String> micro = plain.subList(0, MICRO_BITS);
        int samples = Integer.numberOfTrailingZeros(key.samples);
        return new BlockEquation(bits, count(plain, 'x') - (samples + 1) / 2, count(plain, 'y') - samples / 2,
                count(plain, 'z'), 1 << count(micro, 'x'), 1 << count(micro, 'y'), values(order, bits, 'x', PLANE_BITS), values(order, bits, 'y', PLANE_BITS),
                values(order, bits, 'z', SLICE_BITS), values(order, bits, 's', SAMPLE_BITS));
    }

    /**
     * The T and X forms of the S order and of the flat D order: bits that number pipes take the highest bits of the
     * block too, the lowest with the highest; in flat X forms also the slice of an array. In thick ones each takes the
     * next two bits of the order, of which T has those inside the block.
     */
    private static List<String> mixed(List<String> line, Key key) {
        List<String> order = new ArrayList<>(line);
        for (int i = 0; i < PIPE_BITS && key.mode.form() != Form.PLAIN; i++) {
            int bit = MICRO_BITS + i;
            if (!key.isThick) {
                String slice = key.mode.form() == Form.X ? "^z" + (PIPE_BITS - 1 - i) : "";
                order.set(bit, line.get(bit) + "^" + line.get(LARGE_BITS - 1 - i) + slice);
            } else if (key.mode.form() == Form.X || i >= PIPE_BITS / 2) {
                int other = MICRO_BITS + PIPE_BITS + 2 * (PIPE_BITS - 1 - i);
                order.set(bit, line.get(bit) + "^" + line.get(other) + "^" + line.get(other + 1));
            }
        }
        return order;
    }

    private static int count(List<String> order, char coordinate) {
        return (int) order.stream().filter(s -> s.charAt(0) == coordinate).count();
    }

    private static int[] values(List<String> order, int bits, char coordinate, int coordinateBits) {
        int[] values = new int[1 << coordinateBits];
        for (int bit = 0; bit < bits; bit++) {
            for (String source : order.get(bit).split("\\^")) {
                if (source.charAt(0) == coordinate) {
                    add(values, Integer.parseInt(source.substring(1)), bit);
                }
            }
        }
        return values;
    }

    private static void add(int[] values, int coordinateBit, int bit) {
        for (int i = 0; i < values.length; i++) {
            values[i] ^= (i >>> coordinateBit & 1) << bit;
        }
    }

    int width() {
        return 1 << xBits;
    }

    int height() {
        return 1 << yBits;
    }

    /** Slices; 1 unless the block is thick. */
    int depth() {
        return 1 << zBits;
    }

    long bytes() {
        return 1L << bits;
    }

    boolean isThick() {
        return zBits > 0;
    }

    /** Byte of the block at which the element lies; coordinates count from the surface's corner. */
    int offset(int x, int y, int z, int sample) {
        return byX[x & byX.length - 1] ^ byY[y & byY.length - 1] ^ byZ[z & byZ.length - 1] ^ bySample[sample];
    }

    /** Elements next to each other in a row that also follow each other in memory. */
    int run(int elementBytes) {
        int run = 1;
        while (run < width() && byX[run] == run * elementBytes) {
            run *= 2;
        }
        return run;
    }
}
