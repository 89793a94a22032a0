package org.lierne.recompiler.core.lower;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.core.translate.PassContexts;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.program.ShaderResource;

final class GlobalPointersTest {
    @Test
    void aPointerOfTheHostPlusAnOffsetOfTheLaneIsMemoryBehindThePointer() {
        IrModule module = IrText.parse("""
                module compute wave=32
                block b0
                  v0: i32 = user_data dword=0
                  v1: i32 = user_data dword=1
                  v2: i32 = input of=local_invocation_x
                  v3: i32 = shl v2, 0x2:i32
                  v4: i32 = iadd v0, v3
                  v5: b1 = ult v4, v0
                  v6: i32 = select v5, 0x1:i32, 0x0:i32
                  v7: i32 = iadd v1, v6
                  v8: i64 = pack_64 v4, v7
                  v9: i32 = global.load place.address(v8) offset(0x8:i64) segment=global element=32x1
                  lds.store 0x0:i32 data(v9) element=32x1
                  return
                """);

        new Descriptors().run(module, PassContexts.analysing(module));

        assertEquals(List.of(ShaderResource.Kind.MEMORY), module.resources().stream().map(ShaderResource::kind).toList());
        assertEquals("[ud0, ud1]", module.resources().getFirst().path().words().toString());
        String text = IrText.print(module);
        assertTrue(text.lines().anyMatch(line -> line.matches(".*: i32 = iadd 0x8:i32, v3 .*")), text);
        assertTrue(text.contains("global.load offset(v"), text);
    }
}
