package org.lierne.lib.libc;

import org.junit.jupiter.api.Test;
import org.lierne.testing.ExportTable;
import org.lierne.testing.Rule;

class LibcExportTableTest {
    @Test
    @Rule({"L12", "L13"})
    void hashesEveryNameToItsNid() {
        ExportTable.check(
                DirectoryExports.class,
                EnvironmentExports.class,
                FormatExports.class,
                ProcessExports.class,
                StreamExports.class,
                TimeExports.class);
    }
}
