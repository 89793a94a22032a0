package org.lierne.recompiler.core.translate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.core.lift.Lift;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.lierne.testing.Rule;

/** What a program that waits for its first variant still holds. That variants come out the same is tested in devicetests. */
final class SourceProgramsTest {
    private static final String WITH_A_DEAD_VALUE = """
            module compute wave=32
            block b0
              v0: i32 = user_data dword=0
              v1: i32 = iadd v0, 0x1:i32
              v2: i32 = iadd v0, 0x2:i32
              lds.store v0 data(v2) element=32x1
              return
            """;

    private static IrModule lifted() {
        int[] words = new Assembler(32).assembleProgram(List.of("s_mov_b32 s4, 1", "loop:", "v_mov_b32_e32 v1, s4", "v_add_nc_u32_e32 v2, 1, v1",
                "s_add_u32 s4, s4, 1", "s_cmp_lg_u32 s4, 5", "s_cbranch_scc1 loop", "ds_write_b32 v1, v1", "s_endpgm"));
        return Lift.module(new ShaderProgram(ShaderStage.COMPUTE, 32, words, 0, 0, new StageState(new FloatMode(0xc0, true, false, false),
                List.of(), 64, 0, new StageState.Compute(32, 1, 1))));
    }

    @Test
    @Rule("A-020")
    void keepsLiveValuesUnderTheirNumbersAndNoOthers() {
        IrModule module = IrText.parse(WITH_A_DEAD_VALUE);
        SourcePrograms sources = new SourcePrograms();

        sources.keep("a", new SourcePrograms.Source(module, List.of()));

        assertEquals(Set.of(new Ssa(0, ScalarType.I32), new Ssa(2, ScalarType.I32)), Cleanup.definitions(module).keySet());
        assertTrue(IrText.print(module).contains("v2: i32 = iadd v0, 0x2:i32"), IrText.print(module));
    }

    @Test
    @Rule("A-020")
    void aHolderOfAValueThatWentIsAMistake() {
        Ssa dead = new Ssa(1, ScalarType.I32);

        IllegalStateException mistake = assertThrows(IllegalStateException.class,
                () -> SourcePrograms.reclaim(IrText.parse(WITH_A_DEAD_VALUE), Map.of("a plan of resources", Set.of(dead))));

        assertEquals("a plan of resources holds [" + dead + "], which the program has no longer", mistake.getMessage());
        SourcePrograms.reclaim(IrText.parse(WITH_A_DEAD_VALUE), Map.of("another", Set.of(new Ssa(2, ScalarType.I32))));
    }

    @Test
    @Rule("A-020")
    void isTakenOnce() {
        SourcePrograms sources = new SourcePrograms();
        sources.keep("a", new SourcePrograms.Source(lifted(), List.of()));

        assertNull(sources.take("b"));
        assertNotNull(sources.take("a"));
        assertNull(sources.take("a"), "its first variant has it");
    }

    /** The tables by which registers became values belong to the lift, and go with it. */
    @Test
    @Rule("A-020")
    void holdsNothingOfTheLift() throws IllegalAccessException {
        IrModule module = lifted();
        SourcePrograms sources = new SourcePrograms();

        sources.keep("a", new SourcePrograms.Source(module, List.of()));

        Set<String> rooms = new TreeSet<>();
        reachable(sources).forEach(each -> rooms.add(each.getClass().getPackageName()));
        rooms.removeIf(room -> !room.startsWith("org.lierne"));
        assertEquals(Set.of("org.lierne.recompiler.core.translate", "org.lierne.recompiler.ir", "org.lierne.recompiler.program"), rooms);
    }

    private static Collection<Object> reachable(Object root) throws IllegalAccessException {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Object> open = new ArrayDeque<>(List.of(root));
        while (!open.isEmpty()) {
            Object at = open.remove();
            if (!seen.add(at)) {
                continue;
            }
            switch (at) {
                case Collection<?> all -> all.stream().filter(java.util.Objects::nonNull).forEach(open::add);
                case Map<?, ?> map -> {
                    open.addAll(map.keySet());
                    open.addAll(map.values());
                }
                default -> {
                    if (at.getClass().getPackageName().startsWith("org.lierne")) {
                        fields(at, open);
                    }
                }
            }
        }
        return seen;
    }

    private static void fields(Object at, Deque<Object> open) throws IllegalAccessException {
        for (Class<?> type = at.getClass(); type != null && type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()
                        && field.getDeclaringClass().getPackageName().startsWith("org.lierne")) {
                    field.setAccessible(true);
                    Object value = field.get(at);
                    if (value != null) {
                        open.add(value);
                    }
                }
            }
        }
    }
}
