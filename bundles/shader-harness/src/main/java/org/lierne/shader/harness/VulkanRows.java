package org.lierne.shader.harness;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuDevices;
import org.lierne.gpu.GpuFailure;
import org.lierne.gpu.GpuShader;
import org.lierne.gpu.GpuUnavailable;
import org.lierne.gpu.ShaderStage;
import org.lierne.recompiler.isa.MeasuredRow;
import org.lierne.recompiler.isa.MeasuredRow.Kind;
import org.lierne.recompiler.isa.RowExecutor;
import org.lierne.recompiler.program.ConstantWord;
import org.lierne.recompiler.program.DescriptorWalker;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderTranslator;
import org.lierne.recompiler.program.TranslatedShader;
import org.lierne.recompiler.program.TranslationOptions;
import org.lierne.recompiler.program.TranslationRefused;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Runs measured rows on the first device, through the translator. The device is opened for the first row and kept until the executor is
 * released; modules are kept by variant, since many rows are one program with other values.
 */
@Component(service = RowExecutor.class, property = RowExecutor.MACHINE + "=vulkan")
public final class VulkanRows implements RowExecutor, AutoCloseable {
    private final ShaderTranslator translator;
    private final @Nullable GpuDevices devices;
    private final Map<String, Boolean> switches;
    private final Map<String, GpuShader> modules = new HashMap<>();
    private @Nullable GpuDevice device;

    @Activate
    public VulkanRows(@Reference ShaderTranslator translator, @Reference GpuDevices devices) {
        this(translator, devices, Map.of());
    }

    /**
     * With modes of the translation switched.
     *
     * @param devices null where no bundle offers any
     * @param switches on or off by id
     */
    public VulkanRows(ShaderTranslator translator, @Nullable GpuDevices devices, Map<String, Boolean> switches) {
        this.translator = translator;
        this.devices = devices;
        this.switches = switches;
    }

    @Override
    public boolean isPresent() {
        GpuDevices offered = devices;
        try {
            return offered != null && !offered.list().isEmpty();
        } catch (GpuUnavailable e) {
            return false;
        }
    }

    @Override
    public State run(MeasuredRow row) {
        try {
            return run(row, open());
        } catch (TranslationRefused | GpuFailure e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private GpuDevice open() {
        GpuDevice open = device;
        if (open == null) {
            open = FirstDevice.open(devices);
            device = open;
        }
        return open;
    }

    private State run(MeasuredRow row, GpuDevice on) {
        RowProgram frame = new RowProgram(row);
        JobMemory memory = new JobMemory();
        GuestRegions.Region buffer = memory.regions.map(new byte[4 * BUFFER_DWORDS], "row buffer");
        GuestRegions.Region transfer = memory.regions.map(new byte[Math.max(4, frame.transferBytes())], "row state");
        frame.fill(transfer.buffer());
        for (MeasuredRow.Cell cell : row.in()) {
            if (cell.kind() == Kind.BUFFER) {
                buffer.buffer().putInt(4 * cell.index(), (int) cell.lanes()[0]);
            }
        }
        ShaderProgram program = frame.program();
        TranslationOptions options = new TranslationOptions("", switches, DeviceFacts.of(on.facts()), false);
        ShaderLayout layout = translator.analyze(program, options);
        DescriptorWalker walker = new DescriptorWalker(frame.userData(buffer.address(), transfer.address()), memory.regions);
        List<DescriptorWords> descriptors = layout.walk(walker);
        TranslatedShader shader = translator.translate(program, layout, descriptors, options);
        GpuShader module = modules.computeIfAbsent(shader.variantKey(), _ -> on.shader(shader.spirv(), row.id()));
        try (DeviceBindings bindings = new DeviceBindings(on, memory)) {
            bindings.add(program, shader, ShaderStage.COMPUTE, walker, descriptors, Map.of(ConstantWord.DrawValue.GROUPS_X, 1,
                    ConstantWord.DrawValue.GROUPS_Y, 1, ConstantWord.DrawValue.GROUPS_Z, 1));
            Dispatch.run(on, module, bindings.layout(), bindings.bindings());
            bindings.fetch();
        }
        return new After(frame, words(transfer), words(buffer));
    }

    private static ByteBuffer words(GuestRegions.Region region) {
        return ByteBuffer.wrap(region.bytes()).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Closes the device: a driver's threads must not outlive the verb. */
    @Override
    public void release() {
        close();
    }

    @Override
    @Deactivate
    public void close() {
        modules.values().forEach(GpuShader::close);
        modules.clear();
        if (device != null) {
            device.close();
            device = null;
        }
    }

    /** The results, where the program put them. */
    private record After(RowProgram frame, ByteBuffer transfer, ByteBuffer bufferWords) implements State {
        private int at(Kind kind, int index, int lane) {
            return transfer.getInt(4 * frame.result(kind, index, lane));
        }

        @Override
        public int vector(int register, int lane) {
            return at(Kind.VECTOR, register, lane);
        }

        @Override
        public int scalar(int register) {
            return at(Kind.SCALAR, register, 0);
        }

        @Override
        public boolean scc() {
            return at(Kind.SCC, 0, 0) != 0;
        }

        @Override
        public int buffer(int dword) {
            return bufferWords.getInt(4 * dword);
        }

        @Override
        public int lds(int dword) {
            return at(Kind.LDS, dword, 0);
        }
    }
}
