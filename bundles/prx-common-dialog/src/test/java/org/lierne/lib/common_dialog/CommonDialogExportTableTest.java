package org.lierne.lib.common_dialog;

import org.junit.jupiter.api.Test;
import org.lierne.testing.ExportTable;
import org.lierne.testing.Rule;

class CommonDialogExportTableTest {
    @Test
    @Rule({"L12", "L13"})
    void hashesEveryNameToItsNid() {
        ExportTable.check(
                CommonDialogExports.class,
                ErrorDialogExports.class,
                ImeKeyboardExports.class,
                InlineEntryExports.class,
                MessageDialogExports.class,
                SaveDialogExports.class,
                SignInDialogExports.class,
                TextEntryExports.class);
    }
}
