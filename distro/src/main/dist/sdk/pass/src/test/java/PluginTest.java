package @package@;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.testing.passes.TestContext;

final class @class@Test {
    private static IrModule module(String export) {
        return IrText.parse("""
                module pixel wave=64
                block b0
                  v0: i32 = user_data dword=0
                  v1: i32 = user_data dword=1
                %s
                  return
                """.formatted(export));
    }

    private static String export(IrModule module) {
        return IrText.print(module).lines().filter(line -> line.contains("export")).findFirst().orElseThrow().replaceAll(" +;.*", "").strip();
    }

    @Test
    void exchangesRedAndBlue() {
        IrModule module = module("  export.mrt v0, 0x1:i32, v1, 0x2:i32 index=0 enable=0xf done vm");

        assertTrue(new @class@().run(module, TestContext.of("@id@")));

        assertEquals("export.mrt v1, 0x1:i32, v0, 0x2:i32 index=0 enable=0xf done vm", export(module));
    }

    @Test
    void exchangesHalvesOfCompressedColours() {
        IrModule module = module("  export.mrt 0x11112222:i32, 0x33334444:i32 index=0 enable=0x5 compressed done vm");

        new @class@().run(module, TestContext.of("@id@"));

        assertEquals("export.mrt 0x11114444:i32, 0x33332222:i32 index=0 enable=0x5 compressed done vm", export(module));
    }

    @Test
    void leavesOtherExportsAlone() {
        assertFalse(new @class@().run(module("  export.null v0, v0, v0, v0 index=0 enable=0x0 done vm"), TestContext.of("@id@")));
    }
}
