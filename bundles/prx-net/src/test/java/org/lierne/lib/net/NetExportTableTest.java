package org.lierne.lib.net;

import org.junit.jupiter.api.Test;
import org.lierne.testing.ExportTable;
import org.lierne.testing.Rule;

class NetExportTableTest {
    @Test
    @Rule({"L12", "L13"})
    void hashesEveryNameToItsNid() {
        ExportTable.check(
                EventPollExports.class,
                NetCtlExports.class,
                NetExports.class,
                ResolverExports.class,
                SocketExports.class);
    }
}
