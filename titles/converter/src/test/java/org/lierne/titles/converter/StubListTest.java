package org.lierne.titles.converter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StubListTest {
    @Test
    void placesSymbols() {
        StubList list = StubList.parse("""
            # comment
            libc libc libc.prx : printf exit   # more
            libkernel libkernel libkernel.prx : __stack_chk_guard*
            """);

        assertEquals(List.of(new StubList.Stub("exit", "libc", "libc", "libc.prx", false)), list.find("exit"));
        assertEquals(
                List.of(new StubList.Stub("__stack_chk_guard", "libkernel", "libkernel", "libkernel.prx", true)),
                list.find("__stack_chk_guard"));
        assertEquals(List.of(), list.find("comment"));
    }

    @Test
    void writesOneSourcePerFile() {
        Map<String, String> sources =
                StubList.parse("a a a.prx : f\nb b b.prx : o*\n").assembly();

        assertEquals(".text\n.globl f\n.type f,@function\nf: ret\n", sources.get("a.prx"));
        assertEquals(".data\n.globl o\n.type o,@object\n.size o,8\no: .quad 0\n", sources.get("b.prx"));
    }

    @Test
    void refusesLinesOfAnotherShape() {
        assertThrows(IllegalArgumentException.class, () -> StubList.parse("libc libc.prx : printf"));
        assertThrows(IllegalArgumentException.class, () -> StubList.parse("libc libc libc.prx printf"));
    }
}
