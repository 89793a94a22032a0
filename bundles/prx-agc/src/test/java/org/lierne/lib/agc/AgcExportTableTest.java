package org.lierne.lib.agc;

import org.junit.jupiter.api.Test;
import org.lierne.testing.ExportTable;
import org.lierne.testing.Rule;

final class AgcExportTableTest {
    @Test
    @Rule({"L12", "L13", "S-003", "S-004"})
    void hashesEveryNameToItsNid() {
        ExportTable.check(RegisterBuilders.class, DrawBuilders.class, MemoryBuilders.class, FlowBuilders.class,
                DriverBuilders.class, ContextStateBuilders.class, PacketSizes.class, PacketPatches.class,
                ShaderExports.class, LibraryExports.class);
    }
}
