package org.lierne.lib.system_service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestBytes;
import org.lierne.hle.GuestPtr;
import org.lierne.testing.ArrayGuestMemory;

class SystemServiceExportsTest {
    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x1000);
    private final SystemServiceExports service = new SystemServiceExports();

    private <T> GuestPtr<T> at(long address, Class<T> type) {
        return new GuestPtr<>(memory, address, type);
    }

    @Test
    void writesTwelveBytesOfStatusAndNoMore() {
        memory.putLong(0x1008, -1);

        assertEquals(0, service.status(at(0x1000, SystemServiceExports.Status.class)).code());

        assertEquals(0xFFFFFFFF_00000000L, memory.getLong(0x1008));
        assertEquals(0x80A10003, service.status(at(0, SystemServiceExports.Status.class)).code());
    }

    @Test
    void hasNoEvent() {
        assertEquals(0x80A10004, service.event(at(0x1000, Integer.class)).code());
        assertEquals(0x80A10003, service.event(at(0, Integer.class)).code());
    }

    @Test
    void knowsItsSettingsAndNoOthers() {
        assertEquals(0, service.setting(1, at(0x1000, Integer.class)).code());
        assertEquals(0, service.setting(1000, at(0x1000, Integer.class)).code());
        assertEquals(1, memory.getInt(0x1000));
        assertEquals(0x80A10003, service.setting(9999, at(0x1000, Integer.class)).code());
        assertEquals(0x80A10003, service.setting(1, at(0, Integer.class)).code());
        assertEquals(4, SystemSettings.language(Locale.GERMANY));
        assertEquals(18, SystemSettings.language(Locale.UK));
        assertEquals(1, SystemSettings.language(Locale.forLanguageTag("xx")));
    }

    @Test
    void showsTheWholePicture() {
        assertEquals(0, service.safeArea(at(0x1000, SystemServiceExports.SafeArea.class)).code());
        assertEquals(1.0f, memory.getFloat(0x1000));
        assertEquals(0x80A10003, service.safeArea(at(0, SystemServiceExports.SafeArea.class)).code());
    }

    @Test
    void namesItselfWhereThereIsRoom() {
        assertEquals(0x80A10003, service.text(6, new GuestBytes(memory, 0x1000, 6), 6).code());
        assertEquals(0, service.text(6, new GuestBytes(memory, 0x1000, 64), 64).code());
        assertEquals("Lierne", memory.getString(0x1000, 64));
        assertEquals(0x80A10003, service.text(5, new GuestBytes(memory, 0x1000, 64), 64).code());
    }

    /** Assumed: the ledger's lib.system-service.hdr-luminance. */
    @Test
    void tellsTheLuminanceOfAnOrdinaryDisplay() {
        assertEquals(0, service.luminance(at(0x1000, SystemServiceExports.Luminance.class)).code());

        assertEquals(80f, Float.intBitsToFloat(memory.getInt(0x1000)));
        assertEquals(1000f, Float.intBitsToFloat(memory.getInt(0x1004)));
        assertEquals(0f, Float.intBitsToFloat(memory.getInt(0x1008)));
        assertEquals(0x80A10003, service.luminance(at(0, SystemServiceExports.Luminance.class)).code());
    }
}
