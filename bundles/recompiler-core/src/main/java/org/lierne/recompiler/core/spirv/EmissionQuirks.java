package org.lierne.recompiler.core.spirv;

import java.util.List;
import java.util.Set;
import org.lierne.recompiler.pass.CompatMode;
import org.lierne.recompiler.pass.CompatModes;
import org.lierne.recompiler.pass.DeclaredQuirk;
import org.lierne.recompiler.pass.DriverRange;
import org.osgi.service.component.annotations.Component;

/** Workarounds for drivers in how modules are written. */
enum EmissionQuirks implements DeclaredQuirk {
    /**
     * Rule A-055: the subgroup's clock is a register of twenty bits, so the device's is read. The families are those from GFX10.3 to
     * GFX11.7, by the names that the driver gives them.
     */
    NARROW_CLOCK(Declaration.plain("quirk.driver.narrow-subgroup-clock", "A-055"),
            DriverRange.all("radv").onDevices("\\b(NAVI2[1-4]|VANGOGH|REMBRANDT|RAPHAEL_MENDOCINO|NAVI3[1-3]|PHOENIX2?|GFX11[0-7][0-9](_R[12])?)\\b"),
            DriverRange.all("AMD proprietary driver").onDevices(Set.of(0x1114, 0x744c, 0x747e))),

    /** Rule B-011: a mesh program that does not read the size of its grid hangs the device. Seen on Mesa 26.2.4. */
    MESH_GRID(Declaration.plain("quirk.driver.radv.mesh-grid-size", "B-011"), DriverRange.all("radv")),

    /** Rule C-048: loads through an address in a branch that only some lanes take hang the device. Seen from 590.48.01 to 610.62. */
    ADDRESS_SPANS(Declaration.plain("quirk.driver.nvidia.bda-span", "C-048"), DriverRange.all("NVIDIA")),

    /**
     * Rule B-032, which relies on it: f32 are rounded to nearest even where nothing is asked for, and asking for it makes programs take up to
     * 1.7 times as long. Measured on 580.159.
     */
    ROUND_EVEN(Declaration.plain("quirk.driver.nvidia.round-even", "B-032"), DriverRange.all("NVIDIA")),

    /** Rule C-023: a memory barrier in divergent code holds up the whole workgroup, so lanes lose what they do under a lock. */
    LOCK_FENCE(Declaration.plain("quirk.driver.llvmpipe.lock-fence", "C-023"), DriverRange.all("llvmpipe"),
            DriverRange.all("AMD proprietary driver")),

    /**
     * What an invocation computed before it left a loop, and reads behind it, changes with what others compute in later rounds. Seen on Mesa
     * 22.3.6.
     */
    LOOP_VALUES(Declaration.plain("quirk.driver.llvmpipe.loop-values"), DriverRange.all("llvmpipe")),

    /**
     * Rule C-066: a wave's LDS accesses stay in order by memory barriers of the subgroup alone, since a control barrier of one meets those of
     * other waves. Seen on 32.0.21042.62.
     */
    WAVE_LDS_ORDER(Declaration.plain("quirk.driver.amd-windows.wave-lds-order", "C-066"), DriverRange.all("AMD proprietary driver"));

    private final Declaration declaration;
    private final List<DriverRange> drivers;

    EmissionQuirks(Declaration declaration, DriverRange... drivers) {
        this.declaration = declaration;
        this.drivers = List.of(drivers);
    }

    @Override
    public Declaration declaration() {
        return declaration;
    }

    @Override
    public List<DriverRange> drivers() {
        return drivers;
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
