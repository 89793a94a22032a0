package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("gpu")
class DeviceCheckTest {
    @Test
    void passesOnTheDeviceOfThisHost() {
        int code = DeviceCheck.run(List.of());
        Assumptions.assumeTrue(code != 5, "no device");

        assertEquals(0, code);
    }
}
