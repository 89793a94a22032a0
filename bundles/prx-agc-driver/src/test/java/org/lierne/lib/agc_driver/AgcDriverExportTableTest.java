package org.lierne.lib.agc_driver;

import org.junit.jupiter.api.Test;
import org.lierne.testing.ExportTable;
import org.lierne.testing.Rule;

final class AgcDriverExportTableTest {
    @Test
    @Rule({"L12", "L13"})
    void hashesEveryNameToItsNid() {
        ExportTable.check(SubmitExports.class, EventExports.class, WorkloadExports.class, CursorExports.class,
                RetailExports.class, RingExports.class);
    }
}
