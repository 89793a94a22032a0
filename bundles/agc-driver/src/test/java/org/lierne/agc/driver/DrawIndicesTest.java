package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class DrawIndicesTest {
    private static DrawCall call(int count, int instances) {
        return new DrawCall(count, null, 0, 0, 0, instances, 0);
    }

    @Test
    void refusesMoreVerticesThanADeviceIsDoneWithSoon() {
        DrawIndices.refuseTooMany(call(1 << 26, 1 << 4));
        DrawIndices.refuseTooMany(call(3, 0x1000_0000));
        DrawIndices.refuseTooMany(call(0, 0x8000_0000));

        WorkRefused vertices = assertThrows(WorkRefused.class, () -> DrawIndices.refuseTooMany(call(0x8000_0000, 1)));
        WorkRefused instances = assertThrows(WorkRefused.class, () -> DrawIndices.refuseTooMany(call(3, 0x8000_0000)));

        assertEquals("refused at draw: 2147483648 vertices or indices, at most 67108864 are drawn at once", vertices.getMessage());
        assertEquals("refused at draw: 2147483648 instances of 3 vertices or indices, at most 1073741824 are drawn at once", instances.getMessage());
    }
}
