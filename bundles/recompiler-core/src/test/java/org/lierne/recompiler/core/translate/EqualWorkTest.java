package org.lierne.recompiler.core.translate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.core.plan.InstalledPass;
import org.lierne.recompiler.core.plan.PassPlan;
import org.lierne.recompiler.pass.PassDeclaration;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.TranslatedShader;

final class EqualWorkTest {
    private static final Map<String, Boolean> NONE = Map.of();

    private final EqualWork<TranslatedShader> variants = new EqualWork<>();

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

    private void keep(Map<String, Boolean> shaping, TranslatedShader shader, String... plan) {
        variants.keep("variant", plan(plan).words(), shaping, shader.plan(), shader);
    }

    private @Nullable TranslatedShader find(Map<String, Boolean> shaping, String... plan) {
        return variants.find("variant", plan(plan).words(), shaping);
    }

    @Test
    void isFoundWhenAPassGoesThatChangedNothing() {
        TranslatedShader made = shader(List.of("pass.a", "pass.b"), "pass.a");
        keep(NONE, made, "pass.a", "pass.b");

        assertSame(made, find(NONE, "pass.a"));
        assertSame(made, find(NONE, "pass.a", "pass.b"));
    }

    @Test
    void isNotFoundWhenAPassGoesThatChangedTheProgram() {
        keep(NONE, shader(List.of("pass.a", "pass.b"), "pass.a"), "pass.a", "pass.b");

        assertNull(find(NONE, "pass.b"));
    }

    @Test
    void isNotFoundWhenAPassComesOrIsAnotherVersion() {
        keep(NONE, shader(List.of("pass.a")), "pass.a");

        assertNull(find(NONE, "pass.a", "pass.b"));
        assertNull(variants.find("variant", PassPlan.of(List.of(pass("pass.a", "2")), ShaderStage.COMPUTE, Switches.DEFAULTS).words(), NONE));
    }

    @Test
    void isNotFoundUnderOtherSwitches() {
        keep(Map.of("srt.x", true), shader(List.of("pass.a")), "pass.a");

        assertNull(find(NONE, "pass.a"));
        assertNull(variants.find("another", plan("pass.a").words(), Map.of("srt.x", true)));
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
