package org.lierne.devicetests;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.GpuDevices;
import org.lierne.gpu.GpuUnavailable;
import org.lierne.gpu.vulkan.VulkanDevices;
import org.lierne.pass.cf.structurizer.Structurizer;
import org.lierne.recompiler.core.lower.Descriptors;
import org.lierne.recompiler.core.lower.LaneView;
import org.lierne.recompiler.core.lower.PixelEnd;
import org.lierne.recompiler.core.lower.PixelInputs;
import org.lierne.recompiler.core.translate.InstalledPasses;
import org.lierne.recompiler.core.translate.Translator;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.ShaderCorpus;
import org.lierne.shader.harness.Corpus;
import org.lierne.spirv.tools.JniSpirvTools;

/** The rooms put together as the framework would, without one. Validates everything. */
final class Wiring {
    static final List<TranslationPass> PASSES = List.of(new Descriptors(), new LaneView(), new PixelEnd(), new PixelInputs(),
            new Structurizer());

    private Wiring() {}

    static Translator translator() {
        return new Translator(InstalledPasses.of(PASSES), new JniSpirvTools(), null, null, null, "tests", true);
    }

    static ShaderCorpus corpus() {
        return new Corpus(translator(), devices());
    }

    /** The Vulkan devices, null where there are none. */
    static @Nullable GpuDevices devices() {
        VulkanDevices devices = VulkanDevices.standalone();
        try {
            return devices.list().isEmpty() ? null : devices;
        } catch (GpuUnavailable e) {
            return null;
        }
    }
}
