package org.lierne.shader.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuDevices;
import org.lierne.gpu.GpuFacts;
import org.lierne.gpu.GpuOptions;
import org.lierne.gpu.GpuUnavailable;
import org.lierne.recompiler.isa.MeasuredRow;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.DeviceLacking;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderTranslator;
import org.lierne.recompiler.program.TranslatedShader;
import org.lierne.recompiler.program.TranslationOptions;

class DeviceLackingTest {
    private static final String REASON = "no Vulkan driver is installed";

    private static final GpuDevices NONE = new GpuDevices() {
        @Override
        public List<GpuFacts> list() {
            throw new GpuUnavailable(REASON);
        }

        @Override
        public GpuDevice open(GpuOptions options) {
            throw new GpuUnavailable(REASON);
        }
    };

    private static final ShaderTranslator UNUSED = new ShaderTranslator() {
        @Override
        public ShaderLayout analyze(ShaderProgram program, TranslationOptions options) {
            throw new UnsupportedOperationException("nothing is translated without a device");
        }

        @Override
        public TranslatedShader translate(ShaderProgram program, ShaderLayout layout, List<DescriptorWords> descriptors,
                                          TranslationOptions options) {
            throw new UnsupportedOperationException("nothing is translated without a device");
        }

        @Override
        public String list(ShaderProgram program, List<DescriptorWords> descriptors, TranslationOptions options, Listing listing,
                           String afterPass) {
            throw new UnsupportedOperationException("nothing is translated without a device");
        }
    };

    @Test
    void rowsSayThatTheHostHasNoDevice() {
        try (VulkanRows rows = new VulkanRows(UNUSED, NONE)) {
            MeasuredRow row = MeasuredRow.parse("a.b.001\tx\tgfx1013\t32\tc0\t0\t1\t0\tx\tbf800000\tffffffff\t-\tv0=00000000\texact\tcomputed");

            assertFalse(rows.isPresent());
            assertEquals(REASON, assertThrows(DeviceLacking.class, () -> rows.run(row)).getMessage());
        }
    }
}
