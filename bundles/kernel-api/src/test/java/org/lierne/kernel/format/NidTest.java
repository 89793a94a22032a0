package org.lierne.kernel.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.testing.Rule;

@Rule("L13")
class NidTest {
    @ParameterizedTest
    @CsvSource({
        "printf, hcuQgD53UxM",
        "memcpy, Q3VBxCXhUHs",
        "strlen, j4ViWNHEgww",
        "exit, uMei1W9uyNo",
        "_setjmp, sjpkrhugvVI",
        "_longjmp, +F+9hhi6k9Q",
        "__tls_get_addr, vNe1w4diLCs",
        "__stack_chk_guard, f7uOxY9mM1U",
        "__stack_chk_fail, Ou3iL1abvng",
        "scePthreadCreate, 6UgtwV+0zb4",
        "sceKernelUsleep, 1jfXLRVzisc",
        "module_start, BaOKcng8g88",
        "Need_sceLibc, P330P3dFF68",
        "sceAgcCbBranch, w1KFAHVqpaU",
        "sceAgcDcbPushMarker, +kSrjIVxKFE",
        "sceAgcCreateShader, f3dg2CSgRKY",
        "sceKernelFtruncate, VW3TVZiM4-E",
        "ftruncate, ih4CD9-gghM",
        "malloc, gQX+4GDQjpM",
    })
    void hashesNames(String name, String text) {
        assertEquals(text, Nid.of(name).text());
        assertEquals(Nid.of(name), Nid.parse(text).orElseThrow());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "hcuQgD53Ux", "hcuQgD53UxMA", "hcuQgD53Ux/", "hcuQgD53UxN", "hcuQ gD53Ux"})
    void refusesWhatIsNoIdentifier(String text) {
        assertEquals(true, Nid.parse(text).isEmpty());
    }

    @ParameterizedTest
    @CsvSource({"0,A", "25,Z", "26,a", "51,z", "52,0", "61,9", "62,+", "63,-", "64,BA", "4095,--", "4096,BAA"})
    void writesIdsInBase64(int id, String text) {
        assertEquals(text, SymbolName.encodeId(id));
        assertEquals(id, SymbolName.decodeId(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Q-", "*", "Q---", "-----------"})
    void refusesIdsBeyond16Bits(String text) {
        int expected = text.equals("Q-") ? 16 * 64 + 63 : -1;

        assertEquals(expected, SymbolName.decodeId(text));
    }

    @Test
    void readsEncodedNames() {
        SymbolName name = SymbolName.parse("1jfXLRVzisc#BA#-").orElseThrow();

        assertEquals(new SymbolName(Nid.of("sceKernelUsleep"), 64, 63), name);
        assertEquals("1jfXLRVzisc#BA#-", name.text());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1jfXLRVzisc", "1jfXLRVzisc#A", "1jfXLRVzisc##A", "sceKernelUsleep#A#B", "1jfXLRVzisc#A#B#C"})
    void refusesOtherNames(String text) {
        assertEquals(true, SymbolName.parse(text).isEmpty());
    }
}
