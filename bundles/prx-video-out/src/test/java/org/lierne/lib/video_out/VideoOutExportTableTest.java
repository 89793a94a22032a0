package org.lierne.lib.video_out;

import org.junit.jupiter.api.Test;
import org.lierne.testing.ExportTable;
import org.lierne.testing.Rule;

final class VideoOutExportTableTest {
    @Test
    @Rule({"L12", "L13"})
    void hashesEveryNameToItsNid() {
        ExportTable.check(OutputExports.class, DisplayEventExports.class);
    }
}
