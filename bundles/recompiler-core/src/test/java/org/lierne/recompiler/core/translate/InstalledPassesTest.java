package org.lierne.recompiler.core.translate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.core.plan.InstalledPass;
import org.lierne.recompiler.pass.PassDeclaration;
import org.osgi.framework.Version;

final class InstalledPassesTest {
    private static InstalledPasses.Offer offer(String id, String version) {
        PassDeclaration declaration =
                new PassDeclaration(id, Set.of(), Set.of(), Set.of(), List.of(), List.of(), Set.of(), true, version, List.of(), null);
        return new InstalledPasses.Offer(new InstalledPass(declaration, (_, _) -> false), new Version(version));
    }

    private static List<String> newest(InstalledPasses.Offer... offers) {
        return InstalledPasses.newest(List.of(offers)).stream().map(p -> p.id() + " " + p.declaration().version()).toList();
    }

    @Test
    void letsTheHighestVersionOfAPassTakeItsPlace() {
        assertEquals(List.of("pass.b 1.0.0", "pass.a 0.10.0"),
                newest(offer("pass.a", "0.9.0"), offer("pass.b", "1.0.0"), offer("pass.a", "0.10.0")));
    }

    @Test
    void leavesEqualVersionsToThePlan() {
        assertEquals(List.of("pass.a 1.0.0", "pass.a 1.0.0"), newest(offer("pass.a", "1.0.0"), offer("pass.a", "1.0.0")));
    }

    /** A pass whose settings differ makes other programs, as one with other code does. */
    @Test
    void settingsBelowAPassesIdArePartOfWhatItIs() {
        assertEquals(" {pass.a.cost.lds=400}", InstalledPasses.settings(Map.of("pass.id", "pass.a", "pass.a.cost.lds", 400, "pass.ab", 1)));
        assertEquals("", InstalledPasses.settings(Map.of("pass.id", "pass.a", "service.id", 7L)));
    }
}
