package org.lierne.lib.libc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.Iterator;
import org.junit.jupiter.api.Test;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.VarArgs;
import org.lierne.testing.ArrayGuestMemory;

class PrintfTest {
    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x1000);

    /** Arguments from Java values: numbers as they are, texts by the addresses they are put at. */
    private VarArgs arguments(Object... values) {
        Iterator<Object> all = Arrays.asList(values).iterator();
        return new VarArgs() {
            private long free = 0x1000;

            @Override
            public long nextLong() {
                return switch (all.next()) {
                    case Number n -> n.longValue();
                    case String s -> {
                        long address = free;
                        Text.writeNarrow(memory, address, s);
                        free += s.length() + 1;
                        yield address;
                    }
                    default -> throw new AssertionError();
                };
            }

            @Override
            public double nextDouble() {
                return ((Number) all.next()).doubleValue();
            }

            @Override
            public double nextLongDouble() {
                return nextDouble();
            }
        };
    }

    private String narrow(String format, Object... values) {
        return Printf.narrow(memory, format, arguments(values));
    }

    /** Expected values are those of C, worked out by the C library of the build machine (derived). */
    @Test
    void printsIntegers() {
        assertEquals("-42 43 0x2a 2A 052 00042", narrow("%d %u %#x %X %#o %05d", -42, 43, 42, 42, 42, 42));
        assertEquals("[   +7] [7    ] [ 7] [007]", narrow("[%+5d] [%-5d] [% d] [%.3d]", 7, 7, 7, 7));
        assertEquals("-1 255 -1 65535 4294967295", narrow("%hhd %hhu %hd %hu %u", -1, -1, -1, -1, -1));
        assertEquals("-5000000000 18446744073709551615 7 8 9", narrow("%lld %llu %zu %jd %td", -5000000000L, -1L, 7, 8, 9));
        assertEquals("-9223372036854775808", narrow("%ld", Long.MIN_VALUE));
        assertEquals("|||0|", narrow("|%.0d|%.0x|%#.0o|", 0, 0, 0));
        assertEquals("[  00042] [0x0002a] [-0042]", narrow("[%7.5d] [%#07x] [%05d]", 42, 42, -42));
        assertEquals("0 0", narrow("%#x %#o", 0, 0));
    }

    @Test
    void printsTextsAndPointers() {
        assertEquals("A|text|te|      text|text      |%", narrow("%c|%s|%.2s|%10s|%-10s|%%", 'A' + 0, "text", "text", "text", "text"));
        assertEquals("0x1234abcd", narrow("%p", 0x1234abcdL));
        assertEquals("(null)", narrow("%s", 0));
    }

    @Test
    void printsFloatingPointFromTheExactValue() {
        assertEquals("3.141593 -0.50 1e+03 1.500000E-05", narrow("%f %.2f %.0e %E", 3.14159265, -0.5, 1000.0, 1.5e-5));
        assertEquals("0.0001 1e-05 100000 1e+06 2.5", narrow("%g %g %g %g %G", 0.0001, 0.00001, 100000.0, 1000000.0, 2.5));
        assertEquals("0.1000000000000000055511151231257827", narrow("%.34f", 0.1));
        assertEquals("0 2 2 4", narrow("%.0f %.0f %.0f %.0f", 0.5, 1.5, 2.5, 3.5));
        assertEquals("-0.000000 0.000000e+00 0", narrow("%f %e %g", -0.0, 0.0, 0.0));
        assertEquals("9.9e+99 1e+100 1.0000e+100", narrow("%.1e %.0e %.4e", 9.9e99, 9.9e99, 1e100));
        assertEquals("1.00000 123456. 3.e+00", narrow("%#g %#.0f %#.0e", 1.0, 123456.0, 3.0));
        assertEquals("2.225074e-308 4.940656e-324", narrow("%e %e", Double.MIN_NORMAL, Double.MIN_VALUE));
        assertEquals("179769313486231570814527423731704356798070", narrow("%.0f", Double.MAX_VALUE).substring(0, 42));
    }

    @Test
    void printsHexadecimalFloatingPoint() {
        assertEquals("0x1.8p+1 0X1.8P+1 0x0p+0", narrow("%a %A %a", 3.0, 3.0, 0.0));
        assertEquals("0x1p+0 0x1.0p+0 0x1.2p+0 0x2p+0", narrow("%a %.1a %.1a %.0a", 1.0, 1.03125, 1.09375 + 0.03125, 1.75));
    }

    @Test
    void printsWhatIsNoNumber() {
        assertEquals("inf -INF nan [  inf] [+inf]", narrow("%f %F %f [%05f] [%+f]", Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY,
                Double.NaN, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY));
    }

    @Test
    void takesWidthAndPrecisionFromArguments() {
        assertEquals("[  3.50] [0003.5] [42   ] [3]", narrow("[%*.*f] [%06.1f] [%*d] [%.*d]", 6, 2, 3.5, 3.5, -5, 42, -1, 3));
    }

    @Test
    void storesTheCount() {
        memory.putLong(0x1800, -1);

        assertEquals("abc", narrow("ab%nc", 0x1800L));
        assertEquals(2, memory.getInt(0x1800));
        assertEquals(-1, memory.getInt(0x1804));
    }

    @Test
    void formatsWideTexts() {
        Text.writeWide(memory, 0x1400, "größe");

        assertEquals("größe 7 abc", Printf.wide(memory, "%ls %d %hs", arguments(0x1400L, 7, "abc")));
        assertEquals(Text.utf8Units("größe"), narrow("%ls", 0x1400L));
    }

    @Test
    void refusesWhatIsNoConversion() {
        assertThrows(HleRefusal.class, () -> narrow("%y", 1));
        assertThrows(HleRefusal.class, () -> narrow("abc%"));
        assertThrows(HleRefusal.class, () -> narrow("%5"));
    }

    private int scan(String input, String format, Object... values) {
        return Scanf.scan(memory, input, format, arguments(values));
    }

    @Test
    void scansNumbers() {
        assertEquals(3, scan("12 -0x1f 077", "%d %x %i", 0x1100L, 0x1104L, 0x1108L));
        assertEquals(12, memory.getInt(0x1100));
        assertEquals(-0x1f, memory.getInt(0x1104));
        assertEquals(077, memory.getInt(0x1108));
        assertEquals(2, scan("1.5,2e3", "%f,%lf", 0x1100L, 0x1108L));
        assertEquals(1.5f, memory.getFloat(0x1100));
        assertEquals(2000.0, memory.getDouble(0x1108));
        assertEquals(1, scan("1234", "%2d", 0x1100L));
        assertEquals(12, memory.getInt(0x1100));
        assertEquals(1, scan("7 x", "%d %d", 0x1100L, 0x1104L));
        assertEquals(-1, scan("", "%d", 0x1100L));
        assertEquals(0, scan("x", "%d", 0x1100L));
    }

    @Test
    void scansTexts() {
        assertEquals(3, scan("key=value 99", "%[a-z]=%s%*d%n", 0x1100L, 0x1110L, 0x1120L) + 1);
        assertEquals("key", Text.readNarrow(memory, 0x1100, 16));
        assertEquals("value", Text.readNarrow(memory, 0x1110, 16));
        assertEquals(12, memory.getInt(0x1120));
        assertEquals(1, scan("abc]", "%[^]]", 0x1100L));
        assertEquals("abc", Text.readNarrow(memory, 0x1100, 16));
        assertEquals(1, scan("xyz", "%2c", 0x1100L));
        assertEquals("xy", Text.readNarrow(memory, 0x1100, 2));
    }

    @Test
    void cutsWideTextsAfterWholeCharacters() {
        Text.writeWide(memory, 0x1400, "a\u20acb");

        assertEquals("a|a\u00e2\u0082\u00ac", narrow("%.3ls|%.4ls", 0x1400L, 0x1400L));
    }

    /** What ISO C17 says of input items in 7.21.6.2: paragraph 9, and its example 3 for {@code 100ergs}. */
    @Test
    void takesTheLongestItemThatCouldBecomeANumber() {
        assertEquals(0, scan("100ergs of energy", "%f%20s of %20s", 0x1100L, 0x1110L, 0x1130L));
        assertEquals(0, scan("0xz", "%x", 0x1100L));
        assertEquals(0, scan("infix", "%f", 0x1100L));
        assertEquals(2, scan("nan(12)x", "%f%1s", 0x1100L, 0x1110L));
        assertEquals(0, scan("5e3", "%2f", 0x1100L));
    }

    /** Above the middle of two floats, 1 + 2^-24, by less than a double keeps (derived). */
    @Test
    void roundsAScannedFloatOnce() {
        assertEquals(1, scan("1.00000005960464478", "%f", 0x1100L));

        assertEquals(Math.nextUp(1f), memory.getFloat(0x1100));
    }
}
