package org.lierne.lib.np;

import org.junit.jupiter.api.Test;
import org.lierne.testing.ExportTable;
import org.lierne.testing.Rule;

class NpExportTableTest {
    @Test
    @Rule({"L12", "L13"})
    void hashesEveryNameToItsNid() {
        ExportTable.check(
                DataSystemExports.class,
                EntitlementExports.class,
                IntentExports.class,
                AuthExports.class,
                ManagerExports.class,
                SignalingExports.class,
                TrophyExports.class,
                WebApiExports.class);
    }
}
