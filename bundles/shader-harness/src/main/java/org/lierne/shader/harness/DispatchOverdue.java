package org.lierne.shader.harness;

/** A wait for the device ran out. What it works at is still under way, so the device is of no further use. */
public final class DispatchOverdue extends IllegalStateException {
    private static final long serialVersionUID = 1;

    DispatchOverdue(String name) {
        super("the device did not finish " + name + " within a minute");
    }
}
