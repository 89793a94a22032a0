package org.lierne.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class DropInsTest {
    @Test
    void splitsHeadersOutsideOfQuotes() {
        assertEquals(List.of("a;version=\"[1.0,2)\"", "b"), DropIns.parts("a;version=\"[1.0,2)\", b", ','));
        assertEquals(List.of("a", "version=\"[1.0,2)\""), DropIns.parts("a;version=\"[1.0,2)\"", ';'));
        assertEquals(List.of(), DropIns.parts(null, ','));
    }
}
