package org.lierne.agc.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The table as a whole: rows agree with each other; sizes derived from the bodies of the register documents. */
final class Pm4Test {
    @Test
    void hasOneRowForEachOpcodeButTheBranch() {
        Set<Integer> opcodes = new HashSet<>();
        for (Packet packet : Pm4.TABLE) {
            assertTrue(packet == Pm4.BRANCH || opcodes.add(packet.opcode()), packet.name());
        }
        assertEquals(Pm4.INDIRECT_BUFFER, Pm4.byOpcode(0x3F));
    }

    @Test
    void keepsFieldsInsideTheirPacketsAndApart() {
        for (Packet packet : Pm4.TABLE) {
            boolean[][] taken = new boolean[16][32];
            for (Field field : packet.fields()) {
                for (int bit = field.low(); bit <= field.high(); bit++) {
                    int word = field.dword() + bit / 32;
                    assertTrue(packet.isOpen() || word < packet.dwords(), packet + "." + field.name());
                    assertTrue(word > 0, packet + "." + field.name());
                    assertFalse(taken[word][bit % 32], packet + "." + field.name());
                    taken[word][bit % 32] = true;
                }
            }
        }
    }

    @Test
    void sizesPacketsByTheirHeaders() {
        assertEquals(2, Header.dwords(0xC0001300));
        assertEquals(1, Header.dwords(0x80000000));
        assertEquals(1, Header.dwords(0xFFFF1000));
        assertEquals(3, Header.dwords(0x0001A08E));
        assertEquals(0, Header.dwords(0x40000000));
    }

    @Test
    void putsAndGetsFieldsOfOneAndTwoWords() {
        int[] words = Pm4.RELEASE_MEM.words().with("address", 0x123456789AB0L).with("data_sel", 9).array();

        assertEquals(0xC0064900, words[0]);
        assertEquals(0x56789AB0, words[3]);
        assertEquals(0x1234, words[4]);
        assertEquals(1, Pm4.RELEASE_MEM.field("data_sel").get(words));
        assertEquals(0x123456789AB0L, Pm4.RELEASE_MEM.field("address").get(words));
    }

    @Test
    void namesUnknownFieldsAsOurOwnMistake() {
        assertThrows(IllegalArgumentException.class, () -> Pm4.NOP.field("nothing"));
    }

    @Test
    void printsPacketsWithStableNames() {
        assertEquals("NUM_INSTANCES count=0x3 [c0002f00 00000003]", PacketText.of(new int[] {0xC0002F00, 3}));
        assertEquals("TYPE2 [80000000]", PacketText.of(new int[] {0x80000000}));
        assertEquals("opcode 0x0f [c0000f00 00000000]", PacketText.of(new int[] {0xC0000F00, 0}));
    }
}
