package org.lierne.pass.float_.denormal.f32;

import java.util.List;
import org.lierne.recompiler.pass.CompatMode;
import org.lierne.recompiler.pass.CompatModes;
import org.lierne.recompiler.pass.DeclaredQuirk;
import org.lierne.recompiler.pass.DriverRange;
import org.osgi.service.component.annotations.Component;

/** Hosts whose own flush stands in for the code that flushes. */
public enum HostFlush implements DeclaredQuirk {
    /**
     * Operands and results become zeros of their sign. Documented: the float mode field of AMD's devices, which is the guest's (LLVM,
     * AMDGPU usage, "Float Denorm Mode"); {@code .ftz} of NVIDIA's (PTX ISA, "add", "min", "max").
     */
    F32(Declaration.plain("host.denormals.f32", "B-032"), DriverRange.all("radv"), DriverRange.all("AMD proprietary driver"), DriverRange.all("NVIDIA"));

    private final Declaration declaration;
    private final List<DriverRange> drivers;

    HostFlush(Declaration declaration, DriverRange... drivers) {
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
