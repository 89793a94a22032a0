package org.lierne.testing.passes;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslationRefused;

/**
 * A context for one pass over a small compute program.
 *
 * @param id          the pass
 * @param switches    what is switched
 * @param host        the device
 * @param descriptors the resources' descriptors, in order
 */
public record TestContext(String id, Switches switches, HostFacts host, List<DescriptorWords> descriptors) implements PassContext {
    public TestContext {
        descriptors = List.copyOf(descriptors);
    }

    /** Nothing switched, a device with 8 lanes, no resources. */
    public static TestContext of(String id) {
        return new TestContext(id, Switches.DEFAULTS, HostFacts.common(8), List.of());
    }

    public TestContext with(String pluginId, boolean on) {
        return new TestContext(id, switches.with(Map.of(pluginId, on)), host, descriptors);
    }

    public TestContext with(HostFacts device) {
        return new TestContext(id, switches, device, descriptors);
    }

    public TestContext with(DescriptorWords... words) {
        return new TestContext(id, switches, host, List.of(words));
    }

    @Override
    public ShaderProgram program() {
        return new ShaderProgram(ShaderStage.COMPUTE, 32, new int[] {0xbf810000}, 0, 0, new StageState(
                new FloatMode(0xc0, true, false, false), List.of(), 0, 0, new StageState.Compute(8, 8, 1)));
    }

    @Override
    public @Nullable DescriptorWords descriptor(int resource) {
        return resource < descriptors.size() ? descriptors.get(resource) : null;
    }

    @Override
    public void acted(Pc pc, String what) {
        if (what.isBlank()) {
            throw new IllegalArgumentException("a mode that acts says what it did");
        }
    }

    @Override
    public TranslationRefused refuse(Pc pc, String reason) {
        return new TranslationRefused(ShaderStage.COMPUTE, "test", pc.byteOffset(), "", reason, id);
    }
}
