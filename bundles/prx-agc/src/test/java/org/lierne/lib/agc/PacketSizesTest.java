package org.lierne.lib.agc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.lierne.agc.AgcRows.Outcome;
import org.lierne.hle.HleExport;
import org.lierne.testing.Rule;

/** Size answers against the collected table, and builders against their answers. */
final class PacketSizesTest {
    private static int answer(String name, int argument) {
        for (Class<?> type : new Class<?>[] {PacketSizes.class, MemoryBuilders.class}) {
            for (Method method : type.getMethods()) {
                if (Arrays.stream(method.getAnnotationsByType(HleExport.class)).anyMatch(e -> e.name().equals(name))) {
                    try {
                        Object target = type == PacketSizes.class ? new PacketSizes() : new MemoryBuilders(null);
                        return (int) (method.getParameterCount() == 0 ? method.invoke(target)
                                : method.invoke(target, argument));
                    } catch (ReflectiveOperationException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        }
        throw new AssertionError("no export " + name);
    }

    /** Columns: function, argument, bytes. */
    @Rule("P6")
    @TestFactory
    Stream<DynamicTest> answersTheSizesOfTheTable() throws IOException {
        return BuilderRowsTest.lines("sizes.tsv").filter(l -> !l.startsWith("#")).map(line -> line.split("\t"))
                .map(c -> DynamicTest.dynamicTest(c[0] + "(" + c[1] + ")",
                        () -> assertEquals(Integer.parseInt(c[2]), answer(c[0], Integer.decode(c[1])))));
    }

    /**
     * Builders whose size query has their name plus GetSize and no argument write exactly that much, or less where it
     * reserves.
     */
    @Rule("P6")
    @TestFactory
    Stream<DynamicTest> writesNoMoreThanTheSizeAnswer() throws IOException {
        BuilderRows rows = new BuilderRows();
        return BuilderRowsTest.lines("builders.tsv").filter(rows::isRow).filter(l -> !l.contains("core packet only"))
                .map(line -> line.split("\t")).filter(c -> hasPlainSize(c[0] + "GetSize"))
                .map(c -> DynamicTest.dynamicTest(c[0] + " " + c[1], () -> {
                    int written = 4 * c[2].split(" ").length;
                    assertEquals(new Outcome.Equal(), rows.check(String.join("\t", c)));
                    int answer = answer(c[0] + "GetSize", 0);
                    assertTrue(written == answer || c[0].endsWith("Multi") && written < answer, written
                            + " bytes, answer " + answer);
                }));
    }

    private static boolean hasPlainSize(String name) {
        return Arrays.stream(PacketSizes.class.getMethods()).anyMatch(m -> m.getParameterCount() == 0
                && Arrays.stream(m.getAnnotationsByType(HleExport.class)).anyMatch(e -> e.name().equals(name)));
    }
}
