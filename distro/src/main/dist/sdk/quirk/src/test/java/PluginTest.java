package @package@;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.program.HostDriver;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.testing.passes.TestContext;

final class @class@Test {
    private static final String NAN = "0x7fc00000:i32";
    private static final String ONE = "0x3f800000:i32";

    private final IrModule module = IrText.parse("""
            module pixel wave=64
            block b0
              export.mrt %s, %s, %s, %s index=0 enable=0xf done vm
              return
            """.formatted(NAN, ONE, ONE, NAN));

    private static TestContext on(String driver) {
        return TestContext.of("@id@").with(HostFacts.common(8).withDriver(HostDriver.of(driver, "", 0, 0, "")));
    }

    @Test
    void putsOutZeroForWhatIsNoNumber() {
        assertTrue(new @class@().run(module, on(@class@.DRIVER)));

        String text = IrText.print(module);
        assertTrue(text.contains("fune"), text);
        assertTrue(text.contains("select"), text);
    }

    @Test
    void leavesOtherDriversAlone() {
        String before = IrText.print(module);

        assertFalse(new @class@().run(module, on("another")));

        assertEquals(before, IrText.print(module));
    }
}
