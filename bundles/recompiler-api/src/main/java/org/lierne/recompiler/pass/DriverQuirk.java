package org.lierne.recompiler.pass;

import java.util.List;
import org.lierne.recompiler.program.HostDriver;

/**
 * A workaround for certain drivers: a constant of its room's enum. It acts where one of its ranges holds the device at hand, and elsewhere
 * when a title or run switches it on by name; switched off it acts nowhere. The code that works around asks {@link #acts}, in one place.
 */
public interface DriverQuirk extends CompatMode {
    /** The drivers that need it. */
    List<DriverRange> drivers();

    /** Whether the device at hand needs it. */
    default boolean appliesTo(HostDriver driver) {
        return drivers().stream().anyMatch(range -> range.holds(driver));
    }

    /** Whether it acts, which {@link Switches#isOn(CompatMode)} does not tell. */
    default boolean acts(HostDriver driver, Switches switches) {
        return switches.isOn(id(), on() && appliesTo(driver));
    }

    @Override
    default Compat.Off off() {
        return Compat.Off.PLAIN;
    }
}
