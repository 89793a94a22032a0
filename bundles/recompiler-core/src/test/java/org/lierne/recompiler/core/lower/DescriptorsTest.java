package org.lierne.recompiler.core.lower;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.recompiler.ir.HostWord;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.Validator;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.DescriptorWalker;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.MemoryReader;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslationRefused;
import org.lierne.testing.Rule;

final class DescriptorsTest {
    private record Context(Switches switches) implements PassContext {
        @Override
        public ShaderProgram program() {
            return new ShaderProgram(ShaderStage.COMPUTE, 64, new int[] {0xbf810000, 0x11, 0x22}, 0, 0x1000, new StageState(
                    new FloatMode(0xc0, true, false, false), List.of(), 0, 0, new StageState.Compute(64, 1, 1)));
        }

        @Override
        public HostFacts host() {
            return HostFacts.common(8);
        }

        @Override
        public @Nullable DescriptorWords descriptor(int resource) {
            return null;
        }

        @Override
        public void acted(Pc pc, String what) {
        }

        @Override
        public TranslationRefused refuse(Pc pc, String reason) {
            return new TranslationRefused(ShaderStage.COMPUTE, "test", pc.byteOffset(), "", reason, null);
        }
    }

    private static IrModule run(String body, Switches switches) {
        IrModule module = IrText.parse("module compute wave=64\n" + body);
        new Descriptors().run(module, new Context(switches));
        assertEquals(List.of(), Validator.check(module, EnumSet.of(Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED)));
        return module;
    }

    private static String resolved(String body) {
        return IrText.print(run(body, Switches.DEFAULTS)).replaceAll(" +; pc=.*", "");
    }

    private static MemoryReader memory(Map<Long, Integer> words) {
        return (address, target, from, count) -> {
            for (int i = 0; i < count; i++) {
                target[from + i] = words.getOrDefault(address + 4L * i, 0);
            }
            return words.containsKey(address);
        };
    }

    @Test
    void followsADescriptorThroughAPointerInUserData() {
        String text = resolved("""
                block b0
                  v0: i32 = user_data dword=2
                  v1: i64 = pack_64 v0, 0xffff8000:i32
                  v2: i32 = scalar_load place.address(v1) 0x0:i32 offset=16
                  v3: i32 = scalar_load place.address(v1) 0x0:i32 offset=20
                  v4: i32 = scalar_load place.address(v1) 0x0:i32 offset=24
                  v5: i32 = scalar_load place.address(v1) 0x0:i32 offset=28
                  v6: i32 = buffer.load buffer(v2, v3, v4, v5) soffset(0x0:i32) element=32x1
                  lds.store 0x0:i32 data(v6) element=32x1
                  return
                """);

        assertTrue(text.contains("resource 0 buffer read pc=entry path(load(ud2, 0xffff8000, 0x10), load(ud2, 0xffff8000, 0x14), "
                + "load(ud2, 0xffff8000, 0x18), load(ud2, 0xffff8000, 0x1c))"), text);
        assertTrue(text.contains("buffer.load soffset(0x0:i32) buffer=0 element=32x1"), text);
    }

    @Test
    void readsTheProgramsOwnWordsWhenItIsTranslated() {
        String text = resolved("""
                block b0
                  v0: i32 = scalar_load place.address(0x1000:i64) 0x0:i32 offset=8
                  lds.store 0x0:i32 data(v0) element=32x1
                  return
                """);

        assertTrue(text.contains("lds.store 0x0:i32 data(0x22:i32)"), text);
    }

    @Test
    void refusesADescriptorThatALoopComputesFromItself() {
        TranslationRefused refusal = assertThrows(TranslationRefused.class, () -> resolved("""
                block b0
                  v0: i32 = user_data dword=2
                  v1: b1 = ieq v0, 0x0:i32
                  jump b1
                block b1 <- b0, b2
                  v2: i32 = phi b0(v0) b2(v3)
                  branch v1 b2 b3
                block b2 <- b1
                  v3: i32 = iadd v2, 0x1:i32
                  v4: i32 = buffer.load buffer(v3, v3, v3, v3) soffset(0x0:i32) element=32x1
                  lds.store 0x0:i32 data(v4) element=32x1
                  jump b1
                block b3 <- b1
                  return
                """));

        assertTrue(String.valueOf(refusal.getMessage()).contains("computed in the program (v3: i32 = iadd v2, 0x1:i32)"), refusal.getMessage());
    }

    @Test
    void refusesADescriptorComputedFromALane() {
        TranslationRefused refusal = assertThrows(TranslationRefused.class, () -> resolved("""
                block b0
                  v0: i32 = input of=local_invocation_x
                  v1: i32 = buffer.load buffer(v0, v0, v0, v0) soffset(0x0:i32) element=32x1
                  lds.store 0x0:i32 data(v1) element=32x1
                  return
                """));

        assertEquals("word 0 of the buffer descriptor is computed in the program (v0: i32 = input of=local_invocation_x), so the host"
                + " cannot bind it", refusal.reason());
    }

    /** Word 0 behind the pointer in user data 0 chooses: an image at user data 8, or a buffer there. */
    private static final String EITHER = """
            block b0
              v0: i32 = user_data dword=0
              v1: i64 = pack_64 v0, 0x0:i32
              v2: i32 = scalar_load place.address(v1) 0x0:i32 offset=0
              v3: b1 = %s
              v10: i32 = user_data dword=8
              v11: i32 = user_data dword=9
              v12: i32 = user_data dword=10
              v13: i32 = user_data dword=11
              branch v3 b1 b2
            block b1 <- b0
              v20: i32 = image.load image(v10, v11, v12, v13, v10, v11, v12, v13) dim=D2 dmask=1 coord(0x0:i32, 0x0:i32)
              lds.store 0x0:i32 data(v20) element=32x1
              jump b3
            block b2 <- b0
              v21: i32 = buffer.load buffer(v10, v11, v12, v13) soffset(0x0:i32) element=32x1
              lds.store 0x0:i32 data(v21) element=32x1
              jump b3
            block b3 <- b1, b2
              return
            """;

    private static List<DescriptorWords> walked(IrModule module, int choice) {
        int[] userData = {0x100, 0, 0, 0, 0, 0, 0, 0, 0x4000, 2, 3, 4};
        return new ShaderLayout(module.resources()).walk(new DescriptorWalker(userData, memory(Map.of(0x100L, choice))));
    }

    @Rule("A-023")
    @Test
    void bindsZerosForASourceOnTheSideThatIsNotTaken() {
        IrModule module = run(EITHER.formatted("ieq v2, 0x0:i32"), Switches.DEFAULTS);

        List<DescriptorWords> image = walked(module, 0);
        List<DescriptorWords> buffer = walked(module, 1);

        assertEquals(0x4000, image.get(0).word(0));
        assertTrue(image.get(1).isNull());
        assertTrue(buffer.get(0).isNull());
        assertEquals(DescriptorWords.of(0x4000, 2, 3, 4), buffer.get(1));
        assertNotEquals(image, buffer, "two variants");
    }

    @Rule("A-023")
    @Test
    void bindsBothSourcesBehindABranchOfTheLane() {
        IrModule module = run(EITHER.replace("v3: b1 = %s", "v4: i32 = input of=local_invocation_x\n              v3: b1 = ieq v4, v2"),
                Switches.DEFAULTS);

        assertTrue(walked(module, 0).stream().noneMatch(DescriptorWords::isNull));
    }

    @Rule("A-023")
    @Test
    void bindsBothSourcesWhenItIsSwitchedOff() {
        IrModule module = run(EITHER.formatted("ieq v2, 0x0:i32"), new Switches(Map.of("srt.conditional-sources", false)));

        assertTrue(walked(module, 1).stream().noneMatch(DescriptorWords::isNull));
    }

    @Test
    void bindsASourceThatBothSidesUse() {
        IrModule module = run(EITHER.formatted("ieq v2, 0x0:i32").replace("v20: i32 = image.load image(v10, v11, v12, v13, v10, v11, v12, v13)"
                + " dim=D2 dmask=1 coord(0x0:i32, 0x0:i32)", "v20: i32 = buffer.load buffer(v10, v11, v12, v13) soffset(0x4:i32) element=32x1"),
                Switches.DEFAULTS);

        assertEquals(1, module.resources().size());
        assertEquals(DescriptorWords.of(0x4000, 2, 3, 4), walked(module, 0).get(0));
        assertEquals(DescriptorWords.of(0x4000, 2, 3, 4), walked(module, 1).get(0));
    }

    /** A load through user data 4 behind a branch: taken, not taken, of the lane, or at the head of a loop. */
    @Rule("A-064")
    @ParameterizedTest
    @CsvSource({"'ieq v0, 0x100:i32', true", "'ieq v0, 0x0:i32', false", "'ieq v4, 0x0:i32', true"})
    void skipsReadsBehindABranchThatIsNotTaken(String condition, boolean isRead) {
        IrModule module = run("""
                block b0
                  v0: i32 = user_data dword=0
                  v4: i32 = input of=local_invocation_x
                  v5: i32 = user_data dword=4
                  v6: i64 = pack_64 v5, 0x0:i32
                  v3: b1 = %s
                  branch v3 b1 b2
                block b1 <- b0
                  v7: i32 = scalar_load place.address(v6) 0x0:i32 offset=0
                  lds.store 0x0:i32 data(v7) element=32x1
                  jump b2
                block b2 <- b0, b1
                  return
                """.formatted(condition), Switches.DEFAULTS);

        assertEquals(isRead, isRead(module));
    }

    @Rule("A-064")
    @Test
    void readsBehindTheHeadOfALoop() {
        IrModule module = run("""
                block b0
                  v0: i32 = user_data dword=0
                  v3: b1 = ieq v0, 0x0:i32
                  v5: i32 = user_data dword=4
                  v6: i64 = pack_64 v5, 0x0:i32
                  jump b1
                block b1 <- b0, b2
                  branch v3 b2 b3
                block b2 <- b1
                  v7: i32 = scalar_load place.address(v6) 0x0:i32 offset=0
                  lds.store 0x0:i32 data(v7) element=32x1
                  jump b1
                block b3 <- b1
                  return
                """, Switches.DEFAULTS);

        assertTrue(isRead(module));
    }

    /** Evaluates every word that the host is to read, with nothing mapped. */
    private static boolean isRead(IrModule module) {
        DescriptorWalker walker = new DescriptorWalker(new int[] {0x100, 0, 0, 0, 0x2000}, MemoryReader.NONE);
        module.blocks().forEach(block -> block.instructions().forEach(inst -> {
            if (inst instanceof HostWord word) {
                assertEquals(0, walker.evaluate(word.source()));
            }
        }));
        return walker.badReads().stream().anyMatch(read -> read.address() == 0x2000);
    }

    private static final String SCALAR_ONLY = """
            block b0
              v0: i32 = user_data dword=0
              v1: i32 = user_data dword=1
              v2: i32 = user_data dword=2
              v3: i32 = user_data dword=3
              v4: i32 = scalar_load place(v0, v1, v2, v3) 0x0:i32 offset=0
              lds.store 0x0:i32 data(v4) element=32x1
            %s  return
            """;

    @Rule("C-051")
    @Test
    void looksAtTheLastWordOfABufferOnlyForVectorAccesses() {
        IrModule scalar = run(SCALAR_ONLY.formatted(""), Switches.DEFAULTS);
        IrModule mixed = run(SCALAR_ONLY.formatted("""
                  v5: i32 = buffer.load buffer(v0, v1, v2, v3) soffset(0x0:i32) element=32x1
                  lds.store 0x0:i32 data(v5) element=32x1
                """.indent(0)), Switches.DEFAULTS);
        DescriptorWalker walker = new DescriptorWalker(new int[] {0x4000, 0x100000, 8, 0xf0000fac}, MemoryReader.NONE);

        assertEquals(List.of(DescriptorWords.of(0x4000, 0x100000, 8, 0)), new ShaderLayout(scalar.resources()).walk(walker));
        assertEquals(List.of(DescriptorWords.of(0x4000, 0x100000, 8, 0xf0000fac)), new ShaderLayout(mixed.resources()).walk(walker));
    }
}
