package org.lierne.lib.sysmodule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.lierne.hle.HleRefusal;

class SysmoduleExportsTest {
    private static final short FIBER = 0x06;
    private static final short KEYBOARD = 0x106;

    private final SysmoduleExports modules = new SysmoduleExports();

    @Test
    void countsTheUsesOfAModule() {
        assertEquals(0x805A1001, modules.isLoaded(FIBER).code());
        assertEquals(0x805A1001, modules.unload(FIBER).code());
        assertEquals(0, modules.load(FIBER).code());
        assertEquals(0, modules.load(FIBER).code());
        assertEquals(0, modules.unload(FIBER).code());
        assertEquals(0, modules.isLoaded(FIBER).code());
        assertEquals(0, modules.unload(FIBER).code());
        assertEquals(0x805A1001, modules.isLoaded(FIBER).code());
        assertEquals(0x805A1001, modules.isLoaded(KEYBOARD).code());
    }

    @Test
    void knowsNoOtherNumbers() {
        assertEquals(0x805A1000, modules.load((short) 0x7777).code());
        assertEquals(0x805A1000, modules.isLoaded((short) 0).code());
        assertEquals(0x805A1000, modules.unload((short) -1).code());
        assertEquals(0, modules.loadInternal(0x8000001C).code());
        assertEquals(0, modules.isLoadedInternal(0x8000001C).code());
        assertEquals(0x805A1001, modules.isLoadedInternal(0x80000020).code());
        assertThrows(HleRefusal.class, () -> modules.loadInternal(0x80000001));
    }
}
