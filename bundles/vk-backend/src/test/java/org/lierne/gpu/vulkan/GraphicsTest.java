package org.lierne.gpu.vulkan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.gpu.*;
import org.lierne.gpu.DrawState.BlendFactor;
import org.lierne.gpu.DrawState.BlendOp;
import org.lierne.gpu.DrawState.TargetBlend;

@Tag("gpu")
class GraphicsTest {
    private static final int RED = 0xff0000ff;
    private static final int GREEN = 0xff00ff00;
    private static final int BLUE = 0xffff0000;
    private static final int WHITE = -1;
    private static final Rect AREA = new Rect(0, 0, 4, 4);
    private static final BindingLayout QUAD = new BindingLayout(List.of(new BindingSlot(0, 0,
            BindingKind.STORAGE_BUFFER, 1, Set.of(ShaderStage.VERTEX)), new BindingSlot(1, 0,
            BindingKind.SAMPLED_IMAGE, 1, Set.of(ShaderStage.FRAGMENT)), new BindingSlot(1, 1, BindingKind.SAMPLER, 1,
            Set.of(ShaderStage.FRAGMENT)), new BindingSlot(1, 2, BindingKind.UNIFORM_BUFFER, 1,
            Set.of(ShaderStage.FRAGMENT))), 0);

    private static GraphicsSpec quad(TestDevice device, @Nullable Format depth, int samples) {
        return new GraphicsSpec(List.of(StageSpec.of(ShaderStage.VERTEX, device.shader("quad.vert")),
                StageSpec.of(ShaderStage.FRAGMENT, device.shader("textured.frag"))), QUAD, VertexInput.NONE,
                List.of(Format.R8G8B8A8_UNORM), depth, samples, 0);
    }

    private static GpuImage target(TestDevice device, int samples) {
        return device.gpu.image(ImageSpec.of2d(Format.R8G8B8A8_UNORM, 4, 4, ImageUse.COLOR_TARGET).withSamples(samples),
                "target");
    }

    /** A texture of 2 x 2 texels: red, green, blue, white. */
    private static GpuImage texture(TestDevice device, GpuCommands commands) {
        GpuImage image = device.gpu.image(ImageSpec.of2d(Format.R8G8B8A8_UNORM, 2, 2, ImageUse.SAMPLED), "texture");
        commands.upload(image, ImagePart.level(image.spec(), 0), MemorySegment.ofArray(new int[] {RED, GREEN, BLUE,
                WHITE}));
        return image;
    }

    private static List<GpuBinding> bindings(TestDevice device, GpuImage texture, float depth0, float depth1) {
        int one = Float.floatToIntBits(1);
        int half = Float.floatToIntBits(0.5f);
        return List.of(new GpuBinding.Constants(0, 0, 0, new int[] {Float.floatToIntBits(depth0),
                Float.floatToIntBits(depth1)}), new GpuBinding.Sampled(1, 0, 0, texture.view()),
                new GpuBinding.Sampler(1, 1, 0, device.gpu.sampler(SamplerSpec.of(Filter.NEAREST,
                AddressMode.CLAMP_TO_EDGE))), new GpuBinding.Constants(1, 2, 0, new int[] {one, one, one, one, half,
                half, half, half}));
    }

    private static int[] pixels(TestDevice device, GpuImage image) {
        return TestDevice.ints(device.gpu.read(image, ImagePart.level(image.spec(), 0)));
    }

    private static final DrawState STRIP = DrawState.plain(1).withTopology(Topology.TRIANGLE_STRIP);

    @Test
    void drawsATexturedQuad() {
        try (var device = TestDevice.open()) {
            GpuImage target = target(device, 1);
            GpuCommands commands = device.gpu.commands("quad");
            GpuImage texture = texture(device, commands);
            commands.pipeline(device.gpu.graphics(quad(device, null, 1), STRIP));
            commands.targets(new RenderTargets(List.of(RenderTargets.Color.cleared(target.view(), ClearColor.ZERO)),
                    null, AREA, 1));
            commands.state(STRIP);
            commands.bindings(bindings(device, texture, 0, 0));
            commands.draw(4, 1, 0, 0);
            device.gpu.submit(commands);

            assertArrayEquals(new int[] {RED, RED, GREEN, GREEN, RED, RED, GREEN, GREEN, BLUE, BLUE, WHITE, WHITE, BLUE,
                BLUE, WHITE, WHITE}, pixels(device, target));
        }
    }

    @Test
    void countsDrawsOfEveryKindAndNoneForADrawThatDoesNotCome() {
        try (var device = TestDevice.open()) {
            GpuImage target = target(device, 1);
            GpuBuffer arguments = device.gpu.buffer(16, BufferMemory.UPLOAD, "arguments");
            MemorySegment.copy(MemorySegment.ofArray(new int[] {4, 1, 0, 0}), 0, arguments.mapped(), 0, 16);
            GpuBuffer result = device.gpu.buffer(32, BufferMemory.READBACK, "result");
            GpuCounts counts = device.gpu.counts(4);
            GpuCommands commands = device.gpu.commands("counts");
            GpuImage texture = texture(device, commands);
            commands.pipeline(device.gpu.graphics(quad(device, null, 1), STRIP));
            commands.targets(new RenderTargets(List.of(RenderTargets.Color.cleared(target.view(), ClearColor.ZERO)),
                    null, AREA, 1));
            commands.state(STRIP);
            commands.bindings(bindings(device, texture, 0, 0));
            commands.countNext(counts, 0);
            commands.draw(4, 1, 0, 0);
            commands.countNext(counts, 1);
            commands.countNext(counts, 2);
            commands.drawIndirect(arguments, 0, 1, 16);
            commands.countNext(counts, 3);
            commands.write(counts, 4, result, 0);
            long ticket = device.gpu.submit(commands);

            assertTrue(device.gpu.await(ticket, TimeUnit.SECONDS.toNanos(60)));
            assertArrayEquals(new long[] {16, 0, 16, 0}, result.mapped().asSlice(0, 32).toArray(ValueLayout.JAVA_LONG));
        }
    }

    @Test
    void hidesWhatIsBehind() {
        try (var device = TestDevice.open()) {
            GpuImage target = target(device, 1);
            GpuImage depth = device.gpu.image(ImageSpec.of2d(Format.D32_SFLOAT, 4, 4, ImageUse.DEPTH_TARGET), "depth");
            DrawState tested = STRIP.withDepth(DrawState.Depth.of(true, CompareOp.LESS));
            GpuCommands commands = device.gpu.commands("depth");
            GpuImage texture = texture(device, commands);
            commands.pipeline(device.gpu.graphics(quad(device, Format.D32_SFLOAT, 1), tested));
            commands.targets(new RenderTargets(List.of(RenderTargets.Color.cleared(target.view(), ClearColor.ZERO)),
                    RenderTargets.DepthStencil.cleared(depth.view(), 0.5f, 0), AREA, 1));
            commands.state(tested);
            // Instance 0 lies behind the cleared depth, instance 1 in front and on the right half.
            commands.bindings(bindings(device, texture, 0.75f, 0.25f));
            commands.draw(4, 2, 0, 0);
            device.gpu.submit(commands);

            int dim = 0x80000000;
            assertArrayEquals(new int[] {0, 0, dim | 0x80, dim | 0x8000, 0, 0, dim | 0x80, dim | 0x8000, 0, 0,
                dim | 0x800000, dim | 0x808080, 0, 0, dim | 0x800000, dim | 0x808080}, pixels(device, target));
            byte[] depths = device.gpu.read(depth, ImagePart.level(depth.spec(), 0));
            int[] bits = TestDevice.ints(depths);
            assertEquals(0.5f, Float.intBitsToFloat(bits[0]));
            assertEquals(0.25f, Float.intBitsToFloat(bits[3]));
        }
    }

    @Test
    void blendsAndMasksChannels() {
        try (var device = TestDevice.open()) {
            GpuImage target = target(device, 1);
            var added = new TargetBlend(true, BlendFactor.ONE, BlendFactor.ONE, BlendOp.ADD, BlendFactor.ZERO,
                    BlendFactor.ONE, BlendOp.ADD, 1 | 2 | 8);
            DrawState blended = STRIP.withBlend(new DrawState.Blend(List.of(added), 0, 0, 0, 0, null));
            GpuCommands commands = device.gpu.commands("blend");
            GpuImage texture = texture(device, commands);
            commands.pipeline(device.gpu.graphics(quad(device, null, 1), STRIP));
            commands.targets(new RenderTargets(List.of(RenderTargets.Color.cleared(target.view(),
                    ClearColor.of(0, 1, 1, 0))), null, AREA, 1));
            commands.bindings(bindings(device, texture, 0, 0));
            commands.state(blended);
            commands.draw(4, 1, 0, 0);
            device.gpu.submit(commands);

            int[] row = {0xffffff, 0xffffff, 0xffff00, 0xffff00};
            int[] below = {0xffff00, 0xffff00, 0xffffff, 0xffffff};
            int[] all = pixels(device, target);
            assertArrayEquals(row, java.util.Arrays.copyOfRange(all, 0, 4));
            assertArrayEquals(below, java.util.Arrays.copyOfRange(all, 12, 16));
        }
    }

    @Test
    void resolvesSamples() {
        try (var device = TestDevice.open()) {
            GpuImage samples = target(device, 4);
            GpuImage target = target(device, 1);
            GpuCommands commands = device.gpu.commands("samples");
            GpuImage texture = texture(device, commands);
            commands.pipeline(device.gpu.graphics(quad(device, null, 4), STRIP));
            commands.targets(new RenderTargets(List.of(new RenderTargets.Color(samples.view(), RenderTargets.Load.CLEAR,
                    ClearColor.ZERO, target.view())), null, AREA, 1));
            commands.bindings(bindings(device, texture, 0, 0));
            commands.state(STRIP.withMultisample(new DrawState.Multisample(3, false, false, false)));
            commands.draw(4, 1, 0, 0);
            device.gpu.submit(commands);

            // Two of four samples are written: half of each channel, rounded either way.
            int first = pixels(device, target)[0];
            assertEquals(0x80, (first & 0xff) + 1 & 0xfe);
            assertEquals(0x80, (first >>> 24) + 1 & 0xfe);
        }
    }

    @Test
    void drawsWithHostVerticesAndIndices() {
        try (var device = TestDevice.open(); GpuBuffer vertices = device.gpu.buffer(96, BufferMemory.DEVICE,
                "vertices");
                GpuBuffer indices = device.gpu.buffer(12, BufferMemory.DEVICE, "indices")) {
            var input = new VertexInput(List.of(new VertexInput.Stream(0, 24, false)),
                    List.of(new VertexInput.Attribute(0, 0, Format.R32G32_SFLOAT, 0), new VertexInput.Attribute(1, 0,
                    Format.R32G32B32A32_SFLOAT, 8)));
            GpuImage target = target(device, 1);
            DrawState state = DrawState.plain(1).withRaster(DrawState.Raster.PLAIN.withCull(DrawState.Cull.BACK,
                    DrawState.FrontFace.CLOCKWISE));
            GpuPipeline pipeline = device.gpu.graphics(new GraphicsSpec(List.of(StageSpec.of(ShaderStage.VERTEX,
                    device.shader("vertex-input.vert")), StageSpec.of(ShaderStage.FRAGMENT,
                    device.shader("tint.frag"))), new BindingLayout(List.of(), 0), input,
                    List.of(Format.R8G8B8A8_UNORM), null, 1, 0), state);
            GpuCommands commands = device.gpu.commands("vertices");
            commands.upload(vertices, 0, MemorySegment.ofArray(new float[] {-1, -1, 1, 0, 0, 1, 1, -1, 1, 0, 0, 1,
                -1, 1, 1, 0, 0, 1, 1, 1, 1, 0, 0, 1}));
            // The second triangle is turned the other way and culled.
            commands.upload(indices, 0, MemorySegment.ofArray(new short[] {0, 1, 2, 1, 2, 3}));
            commands.pipeline(pipeline);
            commands.targets(new RenderTargets(List.of(RenderTargets.Color.cleared(target.view(), ClearColor.of(0, 0,
                    1, 1))), null, AREA, 1));
            commands.state(state);
            commands.vertexBuffer(0, vertices, 0);
            commands.indexBuffer(indices, 0, IndexType.UINT16);
            commands.drawIndexed(6, 1, 0, 0, 0);
            device.gpu.submit(commands);

            int[] all = pixels(device, target);
            assertEquals(RED, all[0]);
            assertEquals(BLUE, all[15]);
        }
    }

    @Test
    void goesOnDrawingAfterAnInterruption() {
        try (var device = TestDevice.open(); GpuBuffer other = device.gpu.buffer(16, BufferMemory.DEVICE, "other")) {
            GpuImage target = target(device, 1);
            GpuCommands commands = device.gpu.commands("interrupted");
            GpuImage texture = texture(device, commands);
            commands.pipeline(device.gpu.graphics(quad(device, null, 1), STRIP));
            commands.targets(new RenderTargets(List.of(RenderTargets.Color.cleared(target.view(), ClearColor.ZERO)),
                    null, AREA, 1));
            commands.state(STRIP);
            commands.bindings(bindings(device, texture, 0, 0));
            commands.scissors(List.of(new Rect(0, 0, 2, 4)));
            commands.draw(4, 1, 0, 0);
            commands.fill(other, 0, 16, 5);
            commands.scissors(List.of(new Rect(2, 0, 2, 4)));
            commands.draw(4, 1, 0, 0);
            device.gpu.submit(commands);

            int[] all = pixels(device, target);
            assertEquals(RED, all[0]);
            assertEquals(GREEN, all[3]);
            assertArrayEquals(new int[] {5, 5, 5, 5}, TestDevice.ints(device.gpu.read(other, 0, 16)));
        }
    }

    @Test
    void clearsTargetsWithoutADraw() {
        try (var device = TestDevice.open()) {
            GpuImage target = target(device, 1);
            GpuCommands commands = device.gpu.commands("clear");
            commands.targets(new RenderTargets(List.of(RenderTargets.Color.cleared(target.view(), ClearColor.of(0, 1,
                    0, 1))), null, AREA, 1));
            device.gpu.submit(commands);

            assertEquals(GREEN, pixels(device, target)[7]);
        }
    }

    @Test
    void sharesAPipelineBetweenStatesThatAreSetWhileRecording() {
        try (var device = TestDevice.open()) {
            GraphicsSpec spec = quad(device, null, 1);
            GpuPipeline pipeline = device.gpu.graphics(spec, STRIP);
            long compiled = pipeline.compileNs();
            DrawState culled = STRIP.withTopology(Topology.TRIANGLE_LIST).withDepth(DrawState.Depth.of(true,
                    CompareOp.LESS))
                    .withRaster(DrawState.Raster.PLAIN.withCull(DrawState.Cull.BACK, DrawState.FrontFace.CLOCKWISE));

            assertSame(pipeline, device.gpu.graphics(spec, culled));
            assertEquals(compiled, pipeline.compileNs());
        }
    }

    @Test
    void refusesADrawThatLacksSomething() {
        try (var device = TestDevice.open(); GpuCommands commands = device.gpu.commands("lacking")) {
            assertThrows(IllegalStateException.class, () -> commands.draw(3, 1, 0, 0));
            GpuPipeline pipeline = device.gpu.graphics(quad(device, null, 1), STRIP);
            commands.pipeline(pipeline);
            assertThrows(IllegalStateException.class, () -> commands.draw(3, 1, 0, 0));
            assertThrows(IllegalStateException.class, () -> commands.dispatch(1, 1, 1));
        }
    }
}
