package org.lierne.gpu.vulkan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.gpu.*;

@Tag("gpu")
class ImageTest {
    @Test
    void samplesTheFacesOfACubeThatWereStoredAsLayers() {
        try (var device = TestDevice.open(); GpuBuffer result = device.gpu.buffer(24, BufferMemory.DEVICE, "result")) {
            GpuImage cube = device.gpu.image(
                    ImageSpec.of2d(Format.R8G8B8A8_UINT, 4, 4, ImageUse.SAMPLED, ImageUse.STORAGE).asCube(1), "cube");
            GpuPipeline store = device.gpu.compute(new ComputeSpec(StageSpec.of(ShaderStage.COMPUTE,
                    device.shader("cube-store.comp")), new BindingLayout(List.of(new BindingSlot(0, 0,
                    BindingKind.STORAGE_IMAGE, 1, Set.of(ShaderStage.COMPUTE))), 0)));
            GpuPipeline sample = device.gpu.compute(new ComputeSpec(StageSpec.of(ShaderStage.COMPUTE,
                    device.shader("cube-sample.comp")), new BindingLayout(List.of(new BindingSlot(0, 0,
                    BindingKind.COMBINED_IMAGE_SAMPLER, 1, Set.of(ShaderStage.COMPUTE)), new BindingSlot(0, 1,
                    BindingKind.STORAGE_BUFFER, 1, Set.of(ShaderStage.COMPUTE))), 0)));
            GpuCommands commands = device.gpu.commands("cube");
            commands.pipeline(store);
            commands.bindings(List.of(new GpuBinding.Stored(0, 0, 0,
                    cube.view(ViewSpec.whole(cube.spec()).withKind(ViewKind.D2_ARRAY)))));
            commands.dispatch(1, 1, 6);
            commands.barrier();
            commands.pipeline(sample);
            commands.bindings(List.of(new GpuBinding.Combined(0, 0, 0, cube.view(),
                    device.gpu.sampler(SamplerSpec.of(Filter.NEAREST, AddressMode.CLAMP_TO_EDGE))),
                    new GpuBinding.Storage(0, 1, 0, result, 0, 24)));
            commands.dispatch(1, 1, 1);
            device.gpu.submit(commands);

            assertArrayEquals(new int[] {1, 2, 3, 4, 5, 6}, TestDevice.ints(device.gpu.read(result, 0, 24)));
            byte[] face = device.gpu.read(cube, ImagePart.of(cube.spec(), 0, 4, 1));
            assertArrayEquals(new byte[] {5, 3, 2, -1}, java.util.Arrays.copyOfRange(face, 4 * 11, 4 * 12));
        }
    }

    @Test
    void forgetsAnImageThatWasClosedBeforeAnySubmission() {
        try (var device = TestDevice.open(); GpuBuffer buffer = device.gpu.buffer(4, BufferMemory.DEVICE, "buffer")) {
            GpuCommands earlier = device.gpu.commands("earlier");
            device.gpu.image(ImageSpec.of2d(Format.R8G8B8A8_UNORM, 4, 4, ImageUse.SAMPLED), "unused").close();
            earlier.fill(buffer, 0, 4, 1);
            GpuCommands later = device.gpu.commands("later");
            later.fill(buffer, 0, 4, 2);
            device.gpu.await(device.gpu.submit(later), 10_000_000_000L);
            device.gpu.submit(earlier);

            assertArrayEquals(new int[] {1}, TestDevice.ints(device.gpu.read(buffer, 0, 4)));
        }
        try (var device = TestDevice.open(); GpuBuffer buffer = device.gpu.buffer(4, BufferMemory.DEVICE, "buffer")) {
            device.gpu.image(ImageSpec.of2d(Format.R8G8B8A8_UNORM, 4, 4, ImageUse.SAMPLED), "unused").close();
            device.gpu.await(device.gpu.submit(device.gpu.commands("nothing")), 10_000_000_000L);
            GpuCommands commands = device.gpu.commands("after");
            commands.fill(buffer, 0, 4, 3);
            device.gpu.submit(commands);

            assertArrayEquals(new int[] {3}, TestDevice.ints(device.gpu.read(buffer, 0, 4)));
        }
    }

    private static MemorySegment texels(int count, int texel) {
        int[] words = new int[count];
        java.util.Arrays.fill(words, texel);
        return MemorySegment.ofArray(words);
    }

    private static int first(TestDevice device, GpuImage image, int mip) {
        return TestDevice.ints(device.gpu.read(image, ImagePart.level(image.spec(), mip)))[0];
    }

    /** First texels come before everything, the last of a level count; later ones come where they stand; another submission may use the image in between. */
    @Test
    void movesFirstTexelsThroughAQueueOfTheirOwn() {
        try (var device = TestDevice.open(GpuOptions.headless().withUploadQueue(GpuOptions.UploadQueue.ANY));
                GpuBuffer before = device.gpu.buffer(64, BufferMemory.DEVICE, "before")) {
            GpuImage image = device.gpu.image(ImageSpec.of2d(Format.R8G8B8A8_UINT, 4, 4, ImageUse.SAMPLED).withMips(2), "new");
            GpuImage other = device.gpu.image(ImageSpec.of2d(Format.R8G8B8A8_UINT, 4, 4, ImageUse.SAMPLED), "used first elsewhere");
            GpuCommands commands = device.gpu.commands("uploads");
            commands.upload(image, ImagePart.level(image.spec(), 0), texels(16, 5));
            commands.upload(image, ImagePart.level(image.spec(), 1), texels(4, 9));
            commands.upload(image, ImagePart.level(image.spec(), 1), texels(4, 6));
            commands.upload(other, ImagePart.level(other.spec(), 0), texels(16, 7));
            commands.copy(image, ImagePart.level(image.spec(), 0), before, BufferRows.tight(0));
            commands.upload(image, ImagePart.level(image.spec(), 0), texels(16, 8));
            GpuCommands sooner = device.gpu.commands("sooner");
            sooner.clear(other.view(), new ClearColor(1, 1, 1, 1));
            device.gpu.submit(sooner);
            device.gpu.submit(commands);

            assertEquals(5, TestDevice.ints(device.gpu.read(before, 0, 64))[15]);
            assertEquals(List.of(8, 6, 7), List.of(first(device, image, 0), first(device, image, 1), first(device, other, 0)));
        }
    }

    @Test
    void makesLevelsByFiltering() {
        try (var device = TestDevice.open()) {
            GpuImage image = device.gpu.image(ImageSpec.of2d(Format.R8G8B8A8_UNORM, 4, 4,
                    ImageUse.SAMPLED).withMips(3), "mips");
            GpuCommands commands = device.gpu.commands("mips");
            commands.upload(image, ImagePart.level(image.spec(), 0), MemorySegment.ofArray(IntStream.range(0,
                    16).map(i -> (i & 1) == 0 ? 0x40404040 : 0x80808080).toArray()));
            commands.makeMips(image);
            device.gpu.submit(commands);

            assertArrayEquals(new int[] {0x60606060}, TestDevice.ints(device.gpu.read(image,
                    ImagePart.level(image.spec(), 2))));
        }
    }

    @Test
    void keepsCompressedBlocksAsTheyAre() {
        try (var device = TestDevice.open()) {
            GpuImage image = device.gpu.image(ImageSpec.of2d(Format.BC3_UNORM_BLOCK, 8, 4, ImageUse.SAMPLED), "blocks");
            int[] blocks = IntStream.range(0, 8).map(i -> i * 0x01010101).toArray();
            GpuCommands commands = device.gpu.commands("blocks");
            commands.upload(image, ImagePart.level(image.spec(), 0), MemorySegment.ofArray(blocks));
            device.gpu.submit(commands);

            assertArrayEquals(blocks, TestDevice.ints(device.gpu.read(image, ImagePart.level(image.spec(), 0))));
        }
    }

    @Test
    void readsDepthAndStencilApart() {
        try (var device = TestDevice.open()) {
            GpuImage image = device.gpu.image(ImageSpec.of2d(Format.D32_SFLOAT_S8_UINT, 4, 4, ImageUse.DEPTH_TARGET),
                    "depth");
            ViewSpec whole = ViewSpec.whole(image.spec());
            GpuCommands commands = device.gpu.commands("clear");
            commands.clear(image.view(), 0.25f, 0);
            commands.clear(image.view(whole.withAspect(Aspect.STENCIL)), 0, 77);
            device.gpu.submit(commands);

            ImagePart part = ImagePart.level(image.spec(), 0);
            assertEquals(0.25f, Float.intBitsToFloat(TestDevice.ints(device.gpu.read(image, part))[5]));
            byte[] stencil = device.gpu.read(image, part.withAspect(Aspect.STENCIL));
            assertEquals(16, stencil.length);
            assertEquals(77, stencil[5]);
        }
    }

    @Test
    void copiesScalesAndConverts() {
        try (var device = TestDevice.open()) {
            ImageSpec small = ImageSpec.of2d(Format.R8G8B8A8_UNORM, 1, 1, ImageUse.SAMPLED);
            GpuImage source = device.gpu.image(small, "source");
            GpuImage same = device.gpu.image(small, "same");
            GpuImage scaled = device.gpu.image(ImageSpec.of2d(Format.B8G8R8A8_UNORM, 2, 1, ImageUse.SAMPLED), "scaled");
            ImagePart one = ImagePart.level(small, 0);
            GpuCommands commands = device.gpu.commands("copies");
            commands.upload(source, one, MemorySegment.ofArray(new int[] {0x04030201}));
            commands.copy(source, one, same, one);
            commands.blit(same, one, scaled, ImagePart.level(scaled.spec(), 0), Filter.NEAREST);
            device.gpu.submit(commands);

            assertArrayEquals(new int[] {0x04010203, 0x04010203}, TestDevice.ints(device.gpu.read(scaled,
                    ImagePart.level(scaled.spec(), 0))));
        }
    }

    @Test
    void seesTheSameTexelsInAnotherFormat() {
        try (var device = TestDevice.open()) {
            GpuImage image = device.gpu.image(ImageSpec.of2d(Format.R8G8B8A8_UNORM, 4, 4, ImageUse.SAMPLED,
                    ImageUse.COLOR_TARGET).withMutableFormat(), "bits");
            ViewSpec srgb = ViewSpec.whole(image.spec()).withFormat(Format.R8G8B8A8_SRGB);

            assertSame(image.view(srgb), image.view(srgb));
            assertNotSame(image.view(), image.view(srgb));
            GpuCommands commands = device.gpu.commands("clear through srgb");
            commands.targets(new RenderTargets(List.of(RenderTargets.Color.cleared(image.view(srgb),
                    ClearColor.of(0.5f, 0, 1, 1))), null, new Rect(0, 0, 4, 4), 1));
            device.gpu.submit(commands);

            // Documented: the sRGB transfer function gives 187.5 for linear 0.5.
            assertEquals(188, device.gpu.read(image, ImagePart.level(image.spec(), 0))[0] & 0xff, 1);
        }
    }

    @Test
    void writesDimensionsOfThreeDimensionalImages() {
        try (var device = TestDevice.open()) {
            var spec = new ImageSpec(ImageKind.D3, Format.R16_UINT, 2, 2, 2, 1, 1, 1, Set.of(ImageUse.SAMPLED), false,
                    false);
            GpuImage image = device.gpu.image(spec, "volume");
            GpuCommands commands = device.gpu.commands("volume");
            commands.upload(image, ImagePart.level(spec, 0), MemorySegment.ofArray(new short[] {0, 1, 2, 3, 4, 5, 6,
                    7}));
            device.gpu.submit(commands);

            byte[] all = device.gpu.read(image, ImagePart.level(spec, 0));
            assertEquals(16, all.length);
            assertEquals(6, all[12]);
        }
    }

    @Test
    void refusesImagesThatTheDeviceDoesNotHave() {
        try (var device = TestDevice.open()) {
            assertThrows(GpuUnsupported.class, () -> device.gpu.image(
                    ImageSpec.of2d(Format.BC1_RGB_UNORM_BLOCK, 4, 4, ImageUse.COLOR_TARGET), "blocks as target"));
            assertThrows(GpuUnsupported.class, () -> device.gpu.image(
                    ImageSpec.of2d(Format.R8_UNORM, 1 << 20, 1, ImageUse.SAMPLED), "too wide"));
        }
    }

    @Test
    void knowsWhatFormatsCanDo() {
        try (var device = TestDevice.open()) {
            var required = EnumSet.of(Format.R8_UNORM, Format.R8G8B8A8_UNORM, Format.R8G8B8A8_SRGB,
                    Format.R16G16B16A16_SFLOAT, Format.R32_SFLOAT, Format.A2B10G10R10_UNORM_PACK32,
                    Format.B10G11R11_UFLOAT_PACK32);

            required.forEach(f -> assertTrue(device.gpu.supports(f, FormatUse.SAMPLED), f.name()));
            assertFalse(device.gpu.supports(Format.R8G8B8A8_UNORM, FormatUse.DEPTH_TARGET));
            assertTrue(device.gpu.supports(Format.D16_UNORM, FormatUse.DEPTH_TARGET));
            assertTrue(device.gpu.supports(Format.R32G32B32_SFLOAT, FormatUse.VERTEX));
        }
    }
}
