package org.lierne.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ArgumentsTest {
    private static Arguments of(String... line) {
        return new Arguments(List.of(line), Set.of("--headless"), Set.of("--frames", "--off"));
    }

    @Test
    void takesWordsAndOptionsInAnyOrder() {
        Arguments arguments = of("--frames", "60", "title", "--headless", "--off", "a.b", "--off", "c.d");

        assertEquals(List.of("title"), arguments.words());
        assertEquals(OptionalInt.of(60), arguments.count("--frames"));
        assertTrue(arguments.has("--headless"));
        assertEquals(Set.of("a.b", "c.d"), arguments.values("--off"));
        assertEquals(Optional.empty(), arguments.optionalWord(1));
    }

    @Test
    void namesWhatIsWrong() {
        assertEquals("unknown option --fast", assertThrows(UsageError.class, () -> of("--fast")).getMessage());
        assertEquals("--frames wants a value", assertThrows(UsageError.class, () -> of("--frames")).getMessage());
        assertEquals("--frames wants a whole number above zero, not '0'",
                assertThrows(UsageError.class, () -> of("--frames", "0").count("--frames")).getMessage());
        assertEquals("missing ID", assertThrows(UsageError.class, () -> of().word(0, "ID")).getMessage());
        assertEquals("unexpected 'b'", assertThrows(UsageError.class, () -> of("a", "b").atMost(1)).getMessage());
        assertEquals("--frames is given twice",
                assertThrows(UsageError.class, () -> of("--frames", "1", "--frames", "2").count("--frames")).getMessage());
    }
}
