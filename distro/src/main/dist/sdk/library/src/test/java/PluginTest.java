package @package@;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.lierne.testing.ExportTable;

final class @class@Test {
    @Test
    void hashesEveryNameToItsNid() {
        ExportTable.check(@class@.class);
    }

    @Test
    void adds() {
        assertEquals(5, new @class@().add(2, 3));
    }
}
