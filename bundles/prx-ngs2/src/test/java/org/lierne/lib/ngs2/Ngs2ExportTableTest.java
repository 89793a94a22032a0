package org.lierne.lib.ngs2;

import org.junit.jupiter.api.Test;
import org.lierne.testing.ExportTable;
import org.lierne.testing.Rule;

class Ngs2ExportTableTest {
    @Test
    @Rule({"L12", "L13"})
    void hashesEveryNameToItsNid() {
        ExportTable.check(
                RackExports.class,
                SystemExports.class,
                VoiceExports.class,
                WaveformExports.class);
    }
}
