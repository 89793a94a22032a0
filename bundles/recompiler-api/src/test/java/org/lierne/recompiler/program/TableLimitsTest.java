package org.lierne.recompiler.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class TableLimitsTest {
    @Test
    void aDeviceNeverRaisesABudget() {
        TableLimits few = TableLimits.of(Map.of("images", 16));

        assertEquals(16, few.within(0).images());
        assertEquals(16, few.within(1000).images());
        assertEquals(1000, TableLimits.DEFAULTS.within(1000).images());
        assertEquals(TableLimits.DEFAULTS.direct(), TableLimits.DEFAULTS.within(0).images());
    }

    @Test
    void aBudgetThatIsNoneIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> TableLimits.of(Map.of("keys", "many")));
        assertThrows(IllegalArgumentException.class, () -> TableLimits.of(Map.of("images", 0)));
    }
}
