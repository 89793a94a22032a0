package org.lierne.gpu.vulkan;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("gpu")
class LoadedDriversTest {
    @Test
    void driversStayWhenTheirInstanceIsGone() {
        TestDevice.open().close();

        assertFalse(LoadedDrivers.kept().isEmpty());
        assertTrue(LoadedDrivers.libraries().containsAll(LoadedDrivers.kept()), LoadedDrivers.kept().toString());
    }
}
