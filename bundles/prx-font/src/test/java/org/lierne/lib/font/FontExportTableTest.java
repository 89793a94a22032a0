package org.lierne.lib.font;

import org.junit.jupiter.api.Test;
import org.lierne.testing.ExportTable;
import org.lierne.testing.Rule;

class FontExportTableTest {
    @Test
    @Rule({"L12", "L13"})
    void hashesEveryNameToItsNid() {
        ExportTable.check(
                FontLibraryExports.class,
                FontGlyphExports.class,
                FontDriverExports.class);
    }
}
