package org.lierne.recompiler.pass;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class PassDeclarationTest {
    private static Map<String, Boolean> switches(Object declared) {
        return PassDeclaration.switches(Map.of("pass.id", "pass.some", "pass.switches", declared));
    }

    @Test
    void readsSwitchesBelowThePasssOwn() {
        assertEquals(Map.of("pass.some.part", true, "pass.some.other", false), switches(new String[] {"pass.some.part=on", "pass.some.other=off"}));
        assertEquals(Map.of("pass.some.part", false), switches("pass.some.part=off"));
        assertEquals(Map.of(), PassDeclaration.switches(Map.of("pass.id", "pass.some")));
    }

    @Test
    void refusesOneThatIsNotBelowOrHasNoDefault() {
        for (String wrong : new String[] {"pass.another=on", "pass.some=on", "pass.some.part", "pass.some.part=yes", ""}) {
            IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> switches(wrong));

            assertEquals("pass.some has a switch '" + wrong + "'; expected pass.some.PART=on or =off", refused.getMessage());
        }
    }
}
