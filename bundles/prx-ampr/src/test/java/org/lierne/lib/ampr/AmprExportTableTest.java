package org.lierne.lib.ampr;

import org.junit.jupiter.api.Test;
import org.lierne.testing.ExportTable;
import org.lierne.testing.Rule;

class AmprExportTableTest {
    @Test
    @Rule({"L12", "L13"})
    void hashesEveryNameToItsNid() {
        ExportTable.check(
                BufferExports.class,
                MapperExports.class,
                MarkerExports.class,
                MeasureExports.class,
                RecordExports.class,
                SubmitExports.class);
    }
}
