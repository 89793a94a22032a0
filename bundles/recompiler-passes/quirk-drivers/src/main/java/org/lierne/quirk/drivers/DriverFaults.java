package org.lierne.quirk.drivers;

import java.util.List;
import org.lierne.recompiler.pass.CompatMode;
import org.lierne.recompiler.pass.CompatModes;
import org.lierne.recompiler.pass.DriverQuirk;
import org.lierne.recompiler.pass.DriverRange;
import org.osgi.service.component.annotations.Component;

/**
 * The faults, whether a pass works around them or nothing has to. Vulkan does not tell the version by which AMD's driver for Windows is sold (32.0.…), so its ranges are of all versions.
 */
public enum DriverFaults implements DriverQuirk {
    /** Rule B-012: a layer of a mesh's primitive outside of a block crashes the making of a pipeline. Seen on 32.0.21045.5002. */
    MESH_LAYER("quirk.driver.amd-windows.mesh-layer-block", true, Drivers.AMD, "B-012"),

    /** Rule C-047: two loads of neighbouring bytes through an address give other bytes. Seen on Mesa 26.2.4. */
    BYTE_PAIRS("quirk.driver.radv.bda-halfword", true, Drivers.RADV, "C-047"),

    /** Rule C-020: the signed modulo is wrong below zero. Seen on Mesa 22.3.6. */
    SIGNED_MODULO("quirk.driver.llvmpipe.smod", true, Drivers.LLVMPIPE, "C-020"),

    /** Rule B-036: a comparison that feeds a ballot takes NaNs for different, and numbers below or above an infinity. Seen on 32.0.13058.8001. */
    ORDERED_COMPARE(OrderedCompare.ID, true, Drivers.AMD, "B-036"),

    /** Rule B-037: all 32 bits of a product of 16-bit factors are stored. Seen on 32.0.21045.5002. */
    MUL16(Mul16.ID, true, Drivers.AMD, "B-037"),

    /** Rule B-033: the root of a half is one place off at times, and a NaN for -0. Seen on 580.159. */
    HALF_ROOT(HalfRoot.ID, true, Drivers.NVIDIA, "B-033"),

    /** A field that is extended with its sign stays signed where it is converted as an unsigned word. Seen on 580.159. */
    UNSIGNED_FIELD(UnsignedField.ID, true, Drivers.NVIDIA),

    /** Its compiler dies of a truth that comes from in front of a loop along both edges of the loop's head. Seen on 580.159. */
    LOOP_CONDITIONS(LoopConditions.ID, true, Drivers.NVIDIA),

    /** A number taken from zero, by which compilers negate, is -0 where the number is +0. Seen on Mesa 22.3.6. */
    ZERO_OPERANDS(ZeroOperands.ID, true, Drivers.LLVMPIPE),

    /** Rule A-056: the high word of a clock is zero, so clocks come round after 4.3 seconds. */
    CLOCK_WORD("quirk.driver.llvmpipe-clock", true, Drivers.LLVMPIPE, "A-056"),

    /** Rule B-056: NaNs come out with all bits set; an invalid f16 sum of a product gives no default NaN. Seen on 615.71.09. */
    NAN_NVIDIA("quirk.driver.nvidia.nan", false, Drivers.NVIDIA, "B-056"),

    /** Rule B-056: signalling NaNs come out of clamped f16 operations and of fused sums quieted. Seen on Mesa 26.2.4. */
    NAN_RADV("quirk.driver.radv.nan", false, Drivers.RADV, "B-056"),

    /**
     * Rule B-032: a fused sum is a product and a sum, so that what is tiny of the product is lost before an addend that is not zero. Seen on
     * Mesa 26.2.4, device RENOIR.
     */
    SPLIT_FMA("quirk.driver.radv.split-fma", false, Drivers.RADV.onDevices("\\bRENOIR\\b"), "B-032"),

    /** Rule B-056: f16 fused sums quiet the addend instead of giving the default NaN. Seen on 32.0.21042.62. */
    NAN_AMD("quirk.driver.amd-windows.nan", false, Drivers.AMD, "B-056"),

    /**
     * A sum with +0 is the other operand, -0 too; a product with zero is +0, for infinities and NaNs too ({@link ZeroOperands}). Seen on Mesa
     * 22.3.6. Off by itself: the driver does the same to the modules that programs were compiled from, whose results are what programs are
     * compared with there.
     */
    ZERO_SUMS(ZeroOperands.ID + ".sums", false, Drivers.LLVMPIPE);

    /** The drivers that have faults. */
    private static final class Drivers {
        private static final DriverRange AMD = DriverRange.all("AMD proprietary driver");
        private static final DriverRange RADV = DriverRange.all("radv");
        private static final DriverRange NVIDIA = DriverRange.all("NVIDIA");
        private static final DriverRange LLVMPIPE = DriverRange.all("llvmpipe");

        private Drivers() {}
    }

    private final String id;
    private final List<String> rules;
    private final boolean on;
    private final DriverRange driver;

    DriverFaults(String id, boolean on, DriverRange driver, String... rules) {
        this.id = id;
        this.rules = List.of(rules);
        this.on = on;
        this.driver = driver;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public List<String> rules() {
        return rules;
    }

    @Override
    public boolean on() {
        return on;
    }

    @Override
    public List<DriverRange> drivers() {
        return List.of(driver);
    }

    /** Tells the console. */
    @Component(service = CompatModes.class)
    public static final class Listed implements CompatModes {
        @Override
        public List<CompatMode> modes() {
            return List.of(values());
        }
    }
}
