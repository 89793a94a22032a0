package org.lierne.recompiler.core.translate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.core.plan.InstalledPass;
import org.lierne.recompiler.core.plan.PassPlan;
import org.lierne.recompiler.pass.PassDeclaration;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.TranslatedShader;

final class EqualVariantsTest {
    private static final Map<String, Boolean> NONE = Map.of();

    private final EqualVariants variants = new EqualVariants();

    private static InstalledPass pass(String id, String version) {
        return new InstalledPass(new PassDeclaration(id, Set.of(), Set.of(), Set.of(), List.of(), List.of(), Set.of(), true, version,
                List.of(), null), (_, _) -> false);
    }

    private static PassPlan plan(String... ids) {
        return PassPlan.of(Stream.of(ids).map(id -> pass(id, "1")).toList(), ShaderStage.COMPUTE, Switches.DEFAULTS);
    }

    /** A module made by passes of which those named changed it. */
    private static TranslatedShader shader(List<String> ran, String... changed) {
        List<TranslatedShader.PassRun> runs = new ArrayList<>();
        ran.forEach(id -> runs.add(new TranslatedShader.PassRun(id, 0, List.of(changed).contains(id))));
        return new TranslatedShader(ShaderStage.COMPUTE, new int[] {1}, new ShaderLayout(List.of()), List.of(), List.of(), runs, "key");
    }

    @Test
    void isFoundWhenAPassGoesThatChangedNothing() {
        TranslatedShader made = shader(List.of("pass.a", "pass.b"), "pass.a");
        variants.keep("variant", plan("pass.a", "pass.b"), NONE, made);

        assertSame(made, variants.find("variant", plan("pass.a"), NONE));
        assertSame(made, variants.find("variant", plan("pass.a", "pass.b"), NONE));
    }

    @Test
    void isNotFoundWhenAPassGoesThatChangedTheProgram() {
        variants.keep("variant", plan("pass.a", "pass.b"), NONE, shader(List.of("pass.a", "pass.b"), "pass.a"));

        assertNull(variants.find("variant", plan("pass.b"), NONE));
    }

    @Test
    void isNotFoundWhenAPassComesOrIsAnotherVersion() {
        variants.keep("variant", plan("pass.a"), NONE, shader(List.of("pass.a")));

        assertNull(variants.find("variant", plan("pass.a", "pass.b"), NONE));
        assertNull(variants.find("variant", PassPlan.of(List.of(pass("pass.a", "2")), ShaderStage.COMPUTE, Switches.DEFAULTS), NONE));
    }

    @Test
    void isNotFoundUnderOtherSwitches() {
        variants.keep("variant", plan("pass.a"), Map.of("srt.x", true), shader(List.of("pass.a")));

        assertNull(variants.find("variant", plan("pass.a"), NONE));
        assertNull(variants.find("another", plan("pass.a"), Map.of("srt.x", true)));
    }

    @Test
    void leavesOutSwitchesThatNoTranslationAsksFor() {
        InstalledPasses.Snapshot installed = new InstalledPasses.Snapshot(List.of(pass("pass.a", "1"), pass("pass.b", "1")));
        Switches switches = new Switches(Map.of("pass.a.part", false, "pass.b", false, "pass.b.part", false, "quirk.cpu.x", false,
                "host.y", false, "srt.z", false, "quirk.spirv-tools.w", false));

        Map<String, Boolean> shaping = installed.shaping(installed.passPlan(ShaderStage.COMPUTE, switches), switches);

        assertEquals(Map.of("pass.a.part", false, "srt.z", false, "quirk.spirv-tools.w", false), shaping);
    }
}
