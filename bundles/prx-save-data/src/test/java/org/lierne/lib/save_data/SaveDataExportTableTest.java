package org.lierne.lib.save_data;

import org.junit.jupiter.api.Test;
import org.lierne.testing.ExportTable;
import org.lierne.testing.Rule;

class SaveDataExportTableTest {
    @Test
    @Rule({"L12", "L13"})
    void hashesEveryNameToItsNid() {
        ExportTable.check(
                MemoryExports.class,
                MountExports.class,
                ParameterExports.class,
                SearchExports.class,
                TransactionExports.class);
    }
}
