package org.lierne.lib.rtc;

import org.junit.jupiter.api.Test;
import org.lierne.testing.ExportTable;
import org.lierne.testing.Rule;

class RtcExportTableTest {
    @Test
    @Rule({"L12", "L13"})
    void hashesEveryNameToItsNid() {
        ExportTable.check(
                ClockExports.class,
                PackedDateExports.class,
                TickExports.class);
    }
}
