package org.lierne.lib.random;

import org.junit.jupiter.api.Test;
import org.lierne.testing.ExportTable;
import org.lierne.testing.Rule;

class RandomExportTableTest {
    @Test
    @Rule({"L12", "L13"})
    void hashesEveryNameToItsNid() {
        ExportTable.check(
                RandomExports.class);
    }
}
