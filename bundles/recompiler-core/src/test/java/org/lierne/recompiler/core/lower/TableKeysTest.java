package org.lierne.recompiler.core.lower;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.ir.ScalarLoad;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.testing.Rule;

/** Expected values are derived from the rule's text. */
final class TableKeysTest {
    /** v10 is the mask; v1 and v2 are words of the lanes. */
    private static final String BEGIN = """
            module compute wave=64
            block b0
              v0: i32 = input of=local_invocation_x
              v1: i32 = iadd v0, 0x3:i32
              v2: i32 = imul v0, 0x5:i32
              v7: b1 = ieq v0, 0x1:i32
              v8: b1 = ieq v0, 0x2:i32
              v9: b1 = ieq v0, 0x3:i32
            """;

    private record Program(IrModule module, TableKeys keys) {
        static Program of(String lines) {
            return of(lines, true);
        }

        static Program of(String lines, boolean looksThroughLanes) {
            IrModule module = IrText.parse(BEGIN + lines + "  return\n");
            Sources sources = new Sources(module);
            return new Program(module, new TableKeys(sources, new ChangingKeys(module, sources, true), looksThroughLanes));
        }

        Value value(int id) {
            return module.entry().instructions().stream().flatMap(inst -> Stream.ofNullable(result(inst))).filter(ssa -> ssa.id() == id)
                    .findFirst().orElseThrow();
        }

        private static @Nullable Ssa result(Inst inst) {
            return switch (inst) {
                case org.lierne.recompiler.ir.Alu alu -> alu.result();
                case org.lierne.recompiler.ir.Wave wave -> wave.result();
                case ScalarLoad load -> load.result();
                default -> null;
            };
        }
    }

    @Rule("A-030")
    @Test
    void passesBoundsThroughSelectionsAndTheFirstLane() {
        String lines = """
                  v11: i32 = and v1, 0x3f:i32
                  v12: i32 = and v2, 0x3f:i32
                  v13: i32 = select v7, v11, v12
                  v14: i32 = wave.read_first_lane v13, v7
                """;
        Program program = Program.of(lines);
        Program without = Program.of(lines, false);

        assertEquals(0x3f, program.keys.bits(program.value(14), 16));
        assertEquals(-1, without.keys.bits(without.value(14), 16), "srt.walker.value-bounds is off");
    }

    @Rule("A-030")
    @Test
    void takesAConditionThatTheMaskImplies() {
        Program program = Program.of("""
                  v10: b1 = and v7, v8
                  v11: b1 = and v10, v9
                """);

        assertTrue(program.keys.isImplied(program.value(10), program.value(11)));
        assertFalse(program.keys.isImplied(program.value(10), program.value(7)));
    }

    /** One load of four words at key * 32, the other's offset was added before the lane was read. */
    private static TableKeys.@Nullable Found pair(int offset) {
        StringBuilder lines = new StringBuilder("""
                  v10: i32 = user_data dword=0
                  v11: i64 = pack_64 v10, 0x0:i32
                  v12: i32 = wave.read_first_lane v1, v7
                  v13: i32 = shl v12, 0x5:i32
                  v14: i32 = shl v1, 0x5:i32
                  v15: i32 = iadd v14, 0x%x:i32
                  v16: i32 = select v7, v15, v2
                  v17: i32 = wave.read_first_lane v16, v7
                """.formatted(offset));
        for (int i = 0; i < 8; i++) {
            lines.append("  v%d: i32 = scalar_load place.address(v11) v%d offset=%d\n".formatted(20 + i, i < 4 ? 13 : 17, 4 * (i % 4)));
        }
        Program program = Program.of(lines.toString());
        return program.keys.of(List.of(20, 21, 22, 23, 24, 25, 26, 27).stream().map(program::value).toList());
    }

    @Rule("A-030")
    @Test
    void takesTwoLoadsOfOneRecordWhereverTheOffsetIsAdded() {
        TableKeys.Found record = pair(16);
        TableKeys.Found other = pair(12);

        assertNotNull(record);
        assertEquals("v12", record.key().word());
        assertTrue(record.isRecord());
        assertFalse(other != null && other.isRecord());
        assertNull(Program.of("").keys.of(List.of()));
    }
}
