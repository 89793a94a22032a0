package org.lierne.quirk.drivers;

import java.util.List;
import org.lierne.recompiler.pass.DriverQuirk;
import org.lierne.recompiler.pass.DriverRange;

/**
 * A fault that a pass works around; the pass declares the mode.
 *
 * @param id    the pass
 * @param rules the rules that state it
 */
record FaultOfPass(String id, List<String> rules, DriverRange driver) implements DriverQuirk {
    @Override
    public boolean on() {
        return true;
    }

    @Override
    public List<DriverRange> drivers() {
        return List.of(driver);
    }
}
