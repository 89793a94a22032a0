package org.lierne.quirk.drivers;

import java.util.List;
import org.lierne.recompiler.pass.CompatMode;
import org.lierne.recompiler.pass.CompatModes;
import org.lierne.recompiler.pass.DeclaredQuirk;
import org.lierne.recompiler.pass.DriverRange;
import org.osgi.service.component.annotations.Component;

/**
 * The faults, whether a pass works around them or nothing has to. Vulkan does not tell the version by which AMD's driver for Windows is sold (32.0.…), so its ranges are of all versions.
 */
public enum DriverFaults implements DeclaredQuirk {
    /** Rule B-012: a layer of a mesh's primitive outside of a block crashes the making of a pipeline. Seen on 32.0.21045.5002. */
    MESH_LAYER(Declaration.plain("quirk.driver.amd-windows.mesh-layer-block", "B-012"), Drivers.AMD),

    /** Rule C-047: two loads of neighbouring bytes through an address give other bytes. Seen on Mesa 26.2.4. */
    BYTE_PAIRS(Declaration.plain("quirk.driver.radv.bda-halfword", "C-047"), Drivers.RADV),

    /** Rule C-020: the signed modulo is wrong below zero. Seen on Mesa 22.3.6. */
    SIGNED_MODULO(Declaration.plain("quirk.driver.llvmpipe.smod", "C-020"), Drivers.LLVMPIPE),

    /** Rule B-036: a comparison that feeds a ballot takes NaNs for different, and numbers below or above an infinity. Seen on 32.0.13058.8001. */
    ORDERED_COMPARE(Declaration.plain(OrderedCompare.ID, "B-036"), Drivers.AMD),

    /** Rule B-037: all 32 bits of a product of 16-bit factors are stored. Seen on 32.0.21045.5002. */
    MUL16(Declaration.plain(Mul16.ID, "B-037"), Drivers.AMD),

    /** Rule B-033: the root of a half is one place off at times, and a NaN for -0. Seen on 580.159. */
    HALF_ROOT(Declaration.plain(HalfRoot.ID, "B-033"), Drivers.NVIDIA),

    /** A field that is extended with its sign stays signed where it is converted as an unsigned word. Seen on 580.159. */
    UNSIGNED_FIELD(Declaration.plain(UnsignedField.ID), Drivers.NVIDIA),

    /** Its compiler dies of a truth that comes from in front of a loop along both edges of the loop's head. Seen on 580.159. */
    LOOP_CONDITIONS(Declaration.plain(LoopConditions.ID), Drivers.NVIDIA),

    /** A number taken from zero, by which compilers negate, is -0 where the number is +0. Seen on Mesa 22.3.6. */
    ZERO_OPERANDS(Declaration.plain(ZeroOperands.ID), Drivers.LLVMPIPE),

    /** Rule A-056: the high word of a clock is zero, so clocks come round after 4.3 seconds. */
    CLOCK_WORD(Declaration.plain("quirk.driver.llvmpipe-clock", "A-056"), Drivers.LLVMPIPE),

    /** Rule B-056: NaNs come out with all bits set; an invalid f16 sum of a product gives no default NaN. Seen on 615.71.09. */
    NAN_NVIDIA(Declaration.plain("quirk.driver.nvidia.nan", "B-056").onlyIfAsked(), Drivers.NVIDIA),

    /** Rule B-056: signalling NaNs come out of clamped f16 operations and of fused sums quieted. Seen on Mesa 26.2.4. */
    NAN_RADV(Declaration.plain("quirk.driver.radv.nan", "B-056").onlyIfAsked(), Drivers.RADV),

    /**
     * Rule B-032: a fused sum is a product and a sum, so that what is tiny of the product is lost before an addend that is not zero. Seen on
     * Mesa 26.2.4, device RENOIR.
     */
    SPLIT_FMA(Declaration.plain("quirk.driver.radv.split-fma", "B-032").onlyIfAsked(), Drivers.RADV.onDevices("\\bRENOIR\\b")),

    /** Rule B-056: f16 fused sums quiet the addend instead of giving the default NaN. Seen on 32.0.21042.62. */
    NAN_AMD(Declaration.plain("quirk.driver.amd-windows.nan", "B-056").onlyIfAsked(), Drivers.AMD),

    /**
     * A sum with +0 is the other operand, -0 too; a product with zero is +0, for infinities and NaNs too ({@link ZeroOperands}). Seen on Mesa
     * 22.3.6. Off by itself: the driver does the same to the modules that programs were compiled from, whose results are what programs are
     * compared with there.
     */
    ZERO_SUMS(Declaration.plain(ZeroOperands.ID + ".sums").onlyIfAsked(), Drivers.LLVMPIPE);

    /** The drivers that have faults. */
    private static final class Drivers {
        private static final DriverRange AMD = DriverRange.all("AMD proprietary driver");
        private static final DriverRange RADV = DriverRange.all("radv");
        private static final DriverRange NVIDIA = DriverRange.all("NVIDIA");
        private static final DriverRange LLVMPIPE = DriverRange.all("llvmpipe");

        private Drivers() {}
    }

    private final Declaration declaration;
    private final DriverRange driver;

    DriverFaults(Declaration declaration, DriverRange driver) {
        this.declaration = declaration;
        this.driver = driver;
    }

    @Override
    public Declaration declaration() {
        return declaration;
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
