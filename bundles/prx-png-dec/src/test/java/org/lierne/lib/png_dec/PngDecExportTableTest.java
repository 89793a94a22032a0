package org.lierne.lib.png_dec;

import org.junit.jupiter.api.Test;
import org.lierne.testing.ExportTable;
import org.lierne.testing.Rule;

class PngDecExportTableTest {
    @Test
    @Rule({"L12", "L13"})
    void hashesEveryNameToItsNid() {
        ExportTable.check(
                PngDecExports.class);
    }
}
