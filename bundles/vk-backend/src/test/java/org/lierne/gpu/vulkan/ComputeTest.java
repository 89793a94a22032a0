package org.lierne.gpu.vulkan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.gpu.*;

@Tag("gpu")
class ComputeTest {
    private static final BindingLayout FILL = new BindingLayout(List.of(
            new BindingSlot(0, 0, BindingKind.UNIFORM_BUFFER, 1, Set.of(ShaderStage.COMPUTE)),
            new BindingSlot(0, 1, BindingKind.STORAGE_BUFFER, 1, Set.of(ShaderStage.COMPUTE))), 4);

    private static GpuPipeline fill(TestDevice device) {
        return device.gpu.compute(new ComputeSpec(StageSpec.of(ShaderStage.COMPUTE, device.shader("fill.comp")), FILL));
    }

    private static GpuCommands recordFill(TestDevice device, GpuPipeline pipeline, GpuBuffer target, int factor,
            int seed) {
        GpuCommands commands = device.gpu.commands("fill");
        commands.pipeline(pipeline);
        commands.bindings(List.of(new GpuBinding.Constants(0, 0, 0, new int[] {factor}),
                new GpuBinding.Storage(0, 1, 0, target, 0, target.sizeBytes())));
        commands.pushConstants(0, new int[] {seed});
        commands.dispatch((int) (target.sizeBytes() / 4 / 64), 1, 1);
        return commands;
    }

    @Test
    void fillsABufferAndReadsItBack() {
        try (var device = TestDevice.open(); GpuBuffer target = device.gpu.buffer(1024, BufferMemory.DEVICE,
                "target")) {
            device.gpu.submit(recordFill(device, fill(device), target, 3, 7));

            assertArrayEquals(IntStream.range(0, 256).map(i -> i * 3 + 7).toArray(),
                    TestDevice.ints(device.gpu.read(target, 0, 1024)));
        }
    }

    @Test
    void bindsAnotherBufferInTheSameRecording() {
        try (var device = TestDevice.open(); GpuBuffer a = device.gpu.buffer(256, BufferMemory.DEVICE, "a");
                GpuBuffer b = device.gpu.buffer(256, BufferMemory.DEVICE, "b")) {
            GpuPipeline pipeline = fill(device);
            GpuCommands commands = recordFill(device, pipeline, a, 1, 0);
            commands.bindings(List.of(new GpuBinding.Constants(0, 0, 0, new int[] {2}),
                    new GpuBinding.Storage(0, 1, 0, b, 0, 256)));
            commands.dispatch(1, 1, 1);
            device.gpu.submit(commands);

            assertArrayEquals(IntStream.range(0, 64).toArray(), TestDevice.ints(device.gpu.read(a, 0, 256)));
            assertArrayEquals(IntStream.range(0, 64).map(i -> 2 * i).toArray(), TestDevice.ints(device.gpu.read(b, 0,
                    256)));
        }
    }

    @Test
    void givesEachDispatchItsOwnConstants() {
        try (var device = TestDevice.open(); GpuBuffer target = device.gpu.buffer(256, BufferMemory.DEVICE, "target");
                GpuBuffer factors = device.gpu.buffer(512, BufferMemory.UPLOAD, "factors");
                GpuBuffer copies = device.gpu.buffer(1024, BufferMemory.READBACK, "copies")) {
            factors.mapped().set(ValueLayout.JAVA_INT, 0, 3);
            factors.mapped().set(ValueLayout.JAVA_INT, 256, 4);
            GpuBinding written = new GpuBinding.Storage(0, 1, 0, target, 0, 256);
            var constants = List.of(new GpuBinding.Constants(0, 0, 0, new int[] {1}),
                    new GpuBinding.Constants(0, 0, 0, new int[] {2}), new GpuBinding.Uniform(0, 0, 0, factors, 0, 4),
                    new GpuBinding.Uniform(0, 0, 0, factors, 256, 4));
            GpuCommands commands = device.gpu.commands("four factors");
            commands.pipeline(fill(device));
            for (int i = 0; i < 4; i++) {
                commands.bindings(List.of(constants.get(i), written));
                commands.dispatch(1, 1, 1);
                commands.copy(target, 0, copies, 256L * i, 256);
            }
            device.gpu.await(device.gpu.submit(commands), Long.MAX_VALUE);

            for (int i = 0; i < 4; i++) {
                assertEquals(63 * (i + 1), copies.mapped().get(ValueLayout.JAVA_INT, 256L * i + 252));
            }
        }
    }

    @Test
    void numbersSubmissionsAndRunsActionsInOrder() throws InterruptedException {
        try (var device = TestDevice.open(); GpuBuffer target = device.gpu.buffer(1024, BufferMemory.READBACK,
                "target")) {
            GpuPipeline pipeline = fill(device);
            var order = new ArrayList<Long>();
            var done = new CountDownLatch(2);
            long first = device.gpu.submit(recordFill(device, pipeline, target, 1, 0));
            long second = device.gpu.submit(recordFill(device, pipeline, target, 5, 1));
            for (long ticket : new long[] {second, first}) {
                device.gpu.whenReached(ticket, () -> {
                    order.add(ticket);
                    done.countDown();
                });
            }

            assertEquals(first + 1, second);
            assertTrue(device.gpu.await(second, 10_000_000_000L));
            assertTrue(device.gpu.isReached(first));
            assertTrue(done.await(10, TimeUnit.SECONDS));
            assertEquals(Set.of(first, second), Set.copyOf(order));
            assertEquals(5 * 255 + 1, target.mapped().get(ValueLayout.JAVA_INT, 1020));
            assertThrows(IllegalArgumentException.class, () -> device.gpu.await(second + 1, 0));
        }
    }

    @Test
    void importsMemoryOfTheProcess() {
        try (var device = TestDevice.open(); Arena arena = Arena.ofShared()) {
            Assumptions.assumeTrue(device.gpu.facts().has(GpuFeature.EXTERNAL_MEMORY_HOST),
                    "no VK_EXT_external_memory_host");
            long alignment = device.gpu.facts().limits().importAlignment();
            MemorySegment memory = arena.allocate(2 * alignment, alignment);
            try (GpuBuffer imported = device.gpu.importHost(memory.address(), 2 * alignment, "guest")) {
                GpuPipeline pipeline = fill(device);
                GpuCommands commands = device.gpu.commands("fill the second page");
                commands.pipeline(pipeline);
                commands.bindings(List.of(new GpuBinding.Constants(0, 0, 0, new int[] {1}),
                        new GpuBinding.Storage(0, 1, 0, imported, alignment, 256)));
                commands.pushConstants(0, new int[] {100});
                commands.dispatch(1, 1, 1);
                device.gpu.await(device.gpu.submit(commands), Long.MAX_VALUE);
            }

            assertEquals(0, memory.get(ValueLayout.JAVA_INT, 0));
            assertEquals(163, memory.get(ValueLayout.JAVA_INT, alignment + 252));
            assertThrows(IllegalArgumentException.class, () -> device.gpu.importHost(memory.address() + 4, alignment,
                    "odd"));
        }
    }

    @Test
    void reachesABufferByItsAddress() {
        try (var device = TestDevice.open(); GpuBuffer target = device.gpu.buffer(256, BufferMemory.DEVICE, "target")) {
            Assumptions.assumeTrue(device.gpu.facts().has(GpuFeature.BUFFER_DEVICE_ADDRESS),
                    "no buffer device addresses");
            GpuPipeline pipeline = device.gpu.compute(new ComputeSpec(StageSpec.of(ShaderStage.COMPUTE,
                    device.shader("address.comp")), new BindingLayout(List.of(), 8)));
            GpuCommands commands = device.gpu.commands("increment");
            commands.fill(target, 0, 256, 41);
            commands.pipeline(pipeline);
            commands.pushConstants(0, new int[] {(int) target.deviceAddress(), (int) (target.deviceAddress() >> 32)});
            commands.dispatch(1, 1, 1);
            device.gpu.submit(commands);

            assertArrayEquals(IntStream.generate(() -> 42).limit(64).toArray(),
                    TestDevice.ints(device.gpu.read(target, 0, 256)));
        }
    }

    @Test
    void keepsAClosedBufferUntilItsRecordingIsDone() {
        try (var device = TestDevice.open()) {
            GpuPipeline pipeline = fill(device);
            GpuBuffer target = device.gpu.buffer(256, BufferMemory.DEVICE, "target");
            GpuBuffer copy = device.gpu.buffer(256, BufferMemory.READBACK, "copy");
            GpuCommands commands = recordFill(device, pipeline, target, 1, 1);
            commands.copy(target, 0, copy, 0, 256);
            target.close();
            device.gpu.buffer(256, BufferMemory.DEVICE, "another").close();
            device.gpu.await(device.gpu.submit(commands), Long.MAX_VALUE);

            assertEquals(64, copy.mapped().get(ValueLayout.JAVA_INT, 252));
        }
    }

    @Test
    void readsZeroThroughAnEmptyBinding() {
        try (var device = TestDevice.open(); GpuBuffer target = device.gpu.buffer(256, BufferMemory.DEVICE, "target")) {
            GpuPipeline pipeline = fill(device);
            GpuCommands commands = device.gpu.commands("fill without factor");
            commands.pipeline(pipeline);
            commands.bindings(List.of(new GpuBinding.Storage(0, 1, 0, target, 0, 256)));
            commands.pushConstants(0, new int[] {9});
            commands.dispatch(1, 1, 1);
            device.gpu.submit(commands);

            assertArrayEquals(IntStream.generate(() -> 9).limit(64).toArray(),
                    TestDevice.ints(device.gpu.read(target, 0, 256)));
        }
    }

    @Test
    void refusesWhatTheLayoutDoesNotHave() {
        try (var device = TestDevice.open(); GpuBuffer target = device.gpu.buffer(256, BufferMemory.DEVICE, "target");
                GpuCommands commands = device.gpu.commands("wrong")) {
            commands.pipeline(fill(device));
            commands.bindings(List.of(new GpuBinding.Storage(0, 2, 0, target, 0, 256)));
            assertThrows(IllegalArgumentException.class, () -> commands.dispatch(1, 1, 1));
            commands.bindings(List.of(new GpuBinding.Storage(0, 0, 0, target, 0, 256)));
            assertThrows(IllegalArgumentException.class, () -> commands.dispatch(1, 1, 1));
            commands.bindings(List.of(new GpuBinding.Storage(0, 1, 0, target, 16, 256)));
            assertThrows(IllegalArgumentException.class, () -> commands.dispatch(1, 1, 1));
        }
    }

    @Test
    void givesOnePipelineForEqualSpecs() {
        try (var device = TestDevice.open()) {
            GpuShader shader = device.shader("fill.comp");
            var spec = new ComputeSpec(StageSpec.of(ShaderStage.COMPUTE, shader), FILL);

            assertEquals(device.gpu.compute(spec),
                    device.gpu.compute(new ComputeSpec(StageSpec.of(ShaderStage.COMPUTE, shader), FILL)));
            assertTrue(device.gpu.compute(spec).compileNs() > 0);
            assertFalse(device.gpu.facts().name().isEmpty());
        }
    }
}
