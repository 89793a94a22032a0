package org.lierne.lib.sysmodule;

import org.junit.jupiter.api.Test;
import org.lierne.testing.ExportTable;
import org.lierne.testing.Rule;

class SysmoduleExportTableTest {
    @Test
    @Rule({"L12", "L13"})
    void hashesEveryNameToItsNid() {
        ExportTable.check(
                SysmoduleExports.class);
    }
}
