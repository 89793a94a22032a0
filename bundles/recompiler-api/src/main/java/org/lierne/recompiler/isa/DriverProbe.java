package org.lierne.recompiler.isa;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Service: what the driver of the first device makes of instructions by which known drivers differ from hardware, with nothing done about it
 * (rule B-056).
 */
@ProviderType
public interface DriverProbe {
    /**
     * One instruction.
     *
     * @param fact     plugin id of the driver's fault that shows in it
     * @param assembly the instruction, with its operands
     * @param hardware result of the hardware, in hex digits
     * @param faulty   result of a driver with the fault; empty where that is any other
     * @param driver   result of the driver at hand
     */
    record Finding(String fact, String assembly, String hardware, String faulty, String driver) {
        /** Whether the driver at hand has the fault. */
        public boolean isSeen() {
            return faulty.isEmpty() ? !driver.equals(hardware) : driver.equals(faulty);
        }

        /** Whether it differs in another way. */
        public boolean isOtherwise() {
            return !isSeen() && !driver.equals(hardware);
        }
    }

    /**
     * Runs all of them.
     *
     * @throws org.lierne.recompiler.program.DeviceLacking where there is no device
     * @throws IllegalArgumentException where the device cannot run one
     */
    List<Finding> findings();
}
