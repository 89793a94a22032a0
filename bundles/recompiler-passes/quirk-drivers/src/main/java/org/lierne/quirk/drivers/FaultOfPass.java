package org.lierne.quirk.drivers;

import java.util.List;
import org.lierne.recompiler.pass.DriverQuirk;
import org.lierne.recompiler.pass.DriverRange;

/**
 * A fault that a pass works around; the pass declares the mode.
 *
 * @param id    the pass
 * @param rules the rules that state it
 * @param on    whether it is worked around where it applies, unless switched
 */
record FaultOfPass(String id, List<String> rules, boolean on, DriverRange driver) implements DriverQuirk {
    @Override
    public List<DriverRange> drivers() {
        return List.of(driver);
    }
}
