package org.lierne.shader.harness;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rules by which outputs are compared. Each gives null for a match, else what differs. */
final class Comparison {
    private Comparison() {}

    // Buffers of compute jobs.

    /** A scalar of a buffer. */
    private record Leaf(int offset, String type) {
        int bytes() {
            return switch (type) {
                case "f64", "u64", "i64" -> 8;
                case "u16", "i16", "f16" -> 2;
                case "u8", "i8" -> 1;
                default -> 4;
            };
        }
    }

    /**
     * Compares a buffer leaf by leaf.
     *
     * @param maxUlp how far float leaves may be apart; 0 for bit by bit, where two NaNs count as equal
     */
    static @Nullable String buffer(Json layout, byte[] expected, byte[] actual, int maxUlp) {
        if (expected.length != actual.length) {
            return "size is " + actual.length + " bytes, expected " + expected.length;
        }
        ByteBuffer want = ByteBuffer.wrap(expected).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer have = ByteBuffer.wrap(actual).order(ByteOrder.LITTLE_ENDIAN);
        int differing = 0;
        String first = "";
        for (Leaf leaf : leaves(layout, expected.length)) {
            if (!matches(leaf, want, have, maxUlp)) {
                if (differing++ == 0) {
                    first = "byte 0x%x (%s): expected %s, got %s".formatted(leaf.offset, leaf.type, show(leaf, want), show(leaf, have));
                }
            }
        }
        return differing == 0 ? null : first + (differing == 1 ? "" : "; " + (differing - 1) + " more");
    }

    private static List<Leaf> leaves(Json layout, int size) {
        List<Leaf> leaves = new ArrayList<>();
        for (Json run : layout.get("fixed").items()) {
            Leaf first = new Leaf(run.get(0).integer(0), run.get(1).text());
            for (int i = 0; i < run.get(2).integer(1); i++) {
                leaves.add(new Leaf(first.offset + i * first.bytes(), first.type));
            }
        }
        for (Json array : layout.get("array").items()) {
            int stride = array.get("stride").integer(4);
            for (int at = array.get("offset").integer(0); at + stride <= size; at += stride) {
                for (Json element : array.get("element").items()) {
                    leaves.add(new Leaf(at + element.get(0).integer(0), element.get(1).text()));
                }
            }
        }
        if (leaves.isEmpty()) {
            for (int at = 0; at + 4 <= size; at += 4) {
                leaves.add(new Leaf(at, "u32"));
            }
        }
        return leaves;
    }

    private static boolean matches(Leaf leaf, ByteBuffer want, ByteBuffer have, int maxUlp) {
        long a = bits(leaf, want);
        long b = bits(leaf, have);
        if (a == b) {
            return true;
        }
        return switch (leaf.type) {
            case "f32" -> {
                float x = Float.intBitsToFloat((int) a);
                float y = Float.intBitsToFloat((int) b);
                yield Float.isNaN(x) && Float.isNaN(y) || maxUlp > 0 && Math.abs(ordered32((int) a) - ordered32((int) b)) <= maxUlp;
            }
            case "f64" -> {
                double x = Double.longBitsToDouble(a);
                double y = Double.longBitsToDouble(b);
                yield Double.isNaN(x) && Double.isNaN(y) || maxUlp > 0 && Math.abs(x - y) <= maxUlp * Math.ulp(x);
            }
            default -> false;
        };
    }

    private static long ordered32(int bits) {
        return bits < 0 ? -(long) (bits & 0x7fffffff) : bits;
    }

    private static long bits(Leaf leaf, ByteBuffer buffer) {
        return switch (leaf.bytes()) {
            case 8 -> buffer.getLong(leaf.offset);
            case 2 -> buffer.getShort(leaf.offset);
            case 1 -> buffer.get(leaf.offset);
            default -> buffer.getInt(leaf.offset);
        };
    }

    private static String show(Leaf leaf, ByteBuffer buffer) {
        long bits = bits(leaf, buffer);
        return switch (leaf.type) {
            case "f32" -> "0x%08x = %s".formatted((int) bits, Float.intBitsToFloat((int) bits));
            case "f64" -> "0x%016x = %s".formatted(bits, Double.longBitsToDouble(bits));
            default -> "0x" + HexFormat.of().toHexDigits(bits, 2 * leaf.bytes());
        };
    }

    // Images of graphics jobs.

    /** Compares an output of a graphics job by its rule: {@code exact}, or {@code tolerance} for a fraction of the texels. */
    static @Nullable String texels(Json rule, String format, byte[] expected, byte[] actual) {
        if (expected.length != actual.length) {
            return "size is " + actual.length + " bytes, expected " + expected.length;
        }
        boolean exact = rule.get("rule").text().equals("exact");
        double limit = exact ? 0 : rule.get("max_difference").number();
        double fraction = exact ? 0 : rule.get("max_pixels").number();
        TexelChannels want = new TexelChannels(format, expected);
        TexelChannels have = new TexelChannels(format, actual);
        int off = 0;
        double largest = 0;
        String first = "";
        for (int texel = 0; texel < want.count(); texel++) {
            double difference = 0;
            for (int channel = 0; channel < want.channels(); channel++) {
                double a = want.value(texel, channel);
                double b = have.value(texel, channel);
                boolean same = a == b || Double.isNaN(a) && Double.isNaN(b);
                difference = same ? difference : Math.max(difference, Double.isNaN(a - b) ? Double.POSITIVE_INFINITY : Math.abs(a - b));
            }
            if (difference > limit) {
                if (off++ == 0) {
                    first = "texel " + texel + ": expected " + want.show(texel) + ", got " + have.show(texel);
                }
            }
            largest = Math.max(largest, difference);
        }
        return off <= fraction * want.count() ? null
                : "%d of %d texels off by up to %s; first %s".formatted(off, want.count(), largest, first);
    }
}
