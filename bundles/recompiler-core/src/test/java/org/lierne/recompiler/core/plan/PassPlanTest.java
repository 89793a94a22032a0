package org.lierne.recompiler.core.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.pass.PassDeclaration;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.ShaderStage;

final class PassPlanTest {
    private static InstalledPass pass(String id, Set<Invariant> needs, Set<Invariant> gives, Set<Invariant> breaks,
            List<String> before, List<String> after) {
        PassDeclaration declaration = new PassDeclaration(id, needs, gives, breaks, before, after, Set.of(), true, "1", List.of(),
                null);
        return new InstalledPass(declaration, (_, _) -> false);
    }

    private static InstalledPass pass(String id, Set<Invariant> needs, Set<Invariant> gives) {
        return pass(id, needs, gives, Set.of(), List.of(), List.of());
    }

    private static List<String> ids(List<InstalledPass> passes) {
        return PassPlan.of(passes, ShaderStage.COMPUTE, Switches.DEFAULTS).steps().stream().map(InstalledPass::id).toList();
    }

    private static final List<InstalledPass> FOUR = List.of(
            pass("pass.d", Set.of(Invariant.SSA), Set.of(Invariant.DESCRIPTORS_RESOLVED)),
            pass("pass.c", Set.of(Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED), Set.of()),
            pass("pass.b", Set.of(Invariant.SSA), Set.of()),
            pass("pass.a", Set.of(Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED), Set.of(Invariant.STRUCTURED)));

    @Test
    void putsWhatGivesBeforeWhatNeedsAndBreaksTiesById() {
        assertEquals(List.of("pass.b", "pass.d", "pass.a", "pass.c"), ids(FOUR));
    }

    @Test
    void givesTheSamePlanWhateverTheOrderOfInstallation() {
        Random random = new Random(7);
        for (int i = 0; i < 20; i++) {
            List<InstalledPass> shuffled = new ArrayList<>(FOUR);
            Collections.shuffle(shuffled, random);

            assertEquals(List.of("pass.b", "pass.d", "pass.a", "pass.c"), ids(shuffled));
        }
    }

    @Test
    void runsWhatBreaksAnInvariantBehindThoseThatNeedIt() {
        InstalledPass breaker = pass("pass.0", Set.of(Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED), Set.of(),
                Set.of(Invariant.DESCRIPTORS_RESOLVED), List.of(), List.of());
        List<InstalledPass> passes = new ArrayList<>(FOUR);
        passes.add(breaker);

        assertEquals(List.of("pass.b", "pass.d", "pass.a", "pass.c", "pass.0"), ids(passes));
    }

    @Test
    void leavesOutWhatATitleSwitchesOff() {
        Switches switches = new Switches(Map.of("pass.b", false));

        List<String> ids = PassPlan.of(FOUR, ShaderStage.COMPUTE, switches).steps().stream().map(InstalledPass::id).toList();

        assertEquals(List.of("pass.d", "pass.a", "pass.c"), ids);
    }

    @Test
    void hasAnotherFingerprintWhenAPassIsMissing() {
        String all = PassPlan.of(FOUR, ShaderStage.COMPUTE, Switches.DEFAULTS).fingerprint();
        String fewer = PassPlan.of(FOUR.subList(0, 3), ShaderStage.COMPUTE, Switches.DEFAULTS).fingerprint();

        assertNotEquals(all, fewer);
    }

    @Test
    void refusesANeedThatNobodyGives() {
        List<InstalledPass> passes = List.of(pass("pass.image.color-compare", Set.of(Invariant.DESCRIPTORS_RESOLVED), Set.of()));

        PlanRefused refusal = assertThrows(PlanRefused.class, () -> ids(passes));

        assertEquals("plan: pass.image.color-compare needs DESCRIPTORS_RESOLVED, which no installed pass for cs gives",
                refusal.getMessage());
    }

    @Test
    void refusesACycleWithBothIds() {
        List<InstalledPass> passes = List.of(
                pass("pass.a", Set.of(), Set.of(), Set.of(), List.of(), List.of("pass.b")),
                pass("pass.b", Set.of(), Set.of(), Set.of(), List.of(), List.of("pass.a")));

        PlanRefused refusal = assertThrows(PlanRefused.class, () -> ids(passes));

        assertEquals("plan: pass.a has to run after pass.b, and pass.b after pass.a", refusal.getMessage());
    }

    @Test
    void refusesAnIdThatStandsTwice() {
        List<InstalledPass> passes = List.of(pass("pass.a", Set.of(), Set.of()), pass("pass.a", Set.of(), Set.of()));

        PlanRefused refusal = assertThrows(PlanRefused.class, () -> ids(passes));

        assertEquals("plan: pass.a is installed twice", refusal.getMessage());
    }
}
