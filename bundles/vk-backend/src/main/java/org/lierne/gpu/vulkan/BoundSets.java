package org.lierne.gpu.vulkan;

import static org.lwjgl.vulkan.VK13.*;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.BindingKind;
import org.lierne.gpu.GpuBinding;
import org.lierne.gpu.GpuBuffer;
import org.lierne.gpu.GpuFeature;
import org.lierne.gpu.GpuImageView;
import org.lierne.gpu.GpuSampler;
import org.lierne.gpu.GpuUnsupported;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VkCommandBuffer;

/**
 * The descriptor sets of one kind of pipeline in one recording. What a set holds is worked out as the words its
 * template reads; the set is made anew only when they differ from those of the last one. Handles are compared, which
 * is safe because nothing is destroyed while the recording exists.
 */
final class BoundSets {
    private static final int ENTRY_WORDS = SetLayout.ENTRY_BYTES / Long.BYTES;
    private static final int ZEROS_BYTES = 256;

    /** One set number: what is bound there, and what is to be. */
    private static final class Slot {
        @Nullable SetLayout layout;
        long handle;
        long[] words = new long[0];
        int[] offsets = new int[0];
        long[] nextWords = new long[0];
        int[] nextOffsets = new int[0];
        boolean[] isGiven = new boolean[0];

        void expect(SetLayout wanted) {
            int length = wanted.elements * ENTRY_WORDS;
            if (nextWords.length != length) {
                nextWords = new long[length];
            } else {
                Arrays.fill(nextWords, 0);
            }
            // Words alternate between two arrays, so that their lengths say nothing about this one's.
            if (isGiven.length != wanted.elements) {
                isGiven = new boolean[wanted.elements];
            } else {
                Arrays.fill(isGiven, false);
            }
            if (nextOffsets.length != wanted.dynamic.length) {
                nextOffsets = new int[wanted.dynamic.length];
            }
        }

        void swap() {
            long[] oldWords = words;
            int[] oldOffsets = offsets;
            words = nextWords;
            offsets = nextOffsets;
            nextWords = oldWords;
            nextOffsets = oldOffsets;
        }
    }

    private final VulkanDevice device;
    private final Recording recording;
    private final int bindPoint;
    private @Nullable PipelineLayout layout;
    private Slot[] slots = new Slot[0];

    BoundSets(VulkanDevice device, Recording recording, int bindPoint) {
        this.device = device;
        this.recording = recording;
        this.bindPoint = bindPoint;
    }

    /** Binds what a list gives for a layout. */
    void bind(VkCommandBuffer commands, PipelineLayout wanted, List<GpuBinding> bindings) {
        work(wanted, bindings);
        PipelineLayout old = layout;
        boolean isRebound = old == null || old.handle != wanted.handle;
        for (int i = 0; i < wanted.sets.length; i++) {
            SetLayout set = wanted.sets[i];
            if (set.elements == 0) {
                continue;
            }
            Slot slot = slots[i];
            boolean isSame = slot.layout == set && Arrays.equals(slot.words, slot.nextWords);
            if (!isSame) {
                slot.layout = set;
                slot.handle = recording.set(set);
                fill(set, slot);
            }
            if (!isSame || isRebound || !Arrays.equals(slot.offsets, slot.nextOffsets)) {
                try (MemoryStack stack = MemoryStack.stackPush()) {
                    vkCmdBindDescriptorSets(commands, bindPoint, wanted.handle, i, stack.longs(slot.handle),
                            slot.nextOffsets.length == 0 ? null : stack.ints(slot.nextOffsets));
                }
            }
            slot.swap();
        }
        layout = wanted;
    }

    /** Works out the words of all sets of a layout. */
    private void work(PipelineLayout wanted, List<GpuBinding> bindings) {
        int count = wanted.sets.length;
        int known = slots.length;
        if (known < count) {
            slots = Arrays.copyOf(slots, count);
            for (int i = known; i < count; i++) {
                slots[i] = new Slot();
            }
        }
        for (int i = 0; i < count; i++) {
            slots[i].expect(wanted.sets[i]);
        }
        for (int i = 0; i < bindings.size(); i++) {
            GpuBinding binding = bindings.get(i);
            int set = binding.set();
            int element = set < count ? wanted.sets[set].elementAt(binding.binding(), binding.element()) : -1;
            if (element < 0) {
                throw new IllegalArgumentException("the pipeline has no binding for " + binding);
            }
            if (binding instanceof GpuBinding.SampledArray array) {
                write(slots[set], wanted.sets[set], element, array);
            } else {
                slots[set].isGiven[element] = true;
                write(slots[set].nextWords, element * ENTRY_WORDS, wanted.sets[set].kinds[element], binding);
            }
        }
        for (int i = 0; i < count; i++) {
            SetLayout set = wanted.sets[i];
            Slot slot = slots[i];
            for (int element = 0; element < set.elements; element++) {
                if (!slot.isGiven[element]) {
                    writeNull(slot.nextWords, element * ENTRY_WORDS, set.kinds[element]);
                }
            }
            for (int j = 0; j < set.dynamic.length; j++) {
                int offset = set.dynamic[j] * ENTRY_WORDS + 1;
                if (slot.nextWords[offset] >>> Integer.SIZE != 0) {
                    throw new IllegalArgumentException("a uniform block at byte 0x"
                            + Long.toHexString(slot.nextWords[offset]) + " of its buffer: offsets have 32 bits");
                }
                slot.nextOffsets[j] = (int) slot.nextWords[offset];
                slot.nextWords[offset] = 0;
            }
        }
    }

    private void write(Slot slot, SetLayout set, int first, GpuBinding.SampledArray array) {
        int last = array.views().size() - 1;
        if (set.elementAt(array.binding(), last) != first + last || set.kinds[first] != BindingKind.SAMPLED_IMAGE) {
            throw new IllegalArgumentException("the pipeline has no %d sampled images at set %d binding %d".formatted(last + 1, array.set(),
                    array.binding()));
        }
        for (int i = 0; i <= last; i++) {
            slot.isGiven[first + i] = true;
            image(slot.nextWords, (first + i) * ENTRY_WORDS, BindingKind.SAMPLED_IMAGE, null, array.views().get(i), false);
        }
    }

    private void fill(SetLayout set, Slot slot) {
        long memory = recording.scratch(set.elements * SetLayout.ENTRY_BYTES);
        MemoryUtil.memLongBuffer(memory, slot.nextWords.length).put(slot.nextWords);
        vkUpdateDescriptorSetWithTemplate(device.handle, slot.handle, set.template, memory);
    }

    private void write(long[] words, int at, BindingKind kind, GpuBinding binding) {
        var limits = device.facts().limits();
        switch (binding) {
            case GpuBinding.Uniform b when kind == BindingKind.UNIFORM_BUFFER ->
                buffer(words, at, kind, b, b.buffer(), b.offset(), b.bytes(), limits.maxUniformBufferRange());
            case GpuBinding.Storage b when kind == BindingKind.STORAGE_BUFFER ->
                buffer(words, at, kind, b, b.buffer(), b.offset(), b.bytes(), limits.maxStorageBufferRange());
            case GpuBinding.Constants b when kind == BindingKind.UNIFORM_BUFFER || kind == BindingKind.STORAGE_BUFFER ->
                constants(words, at, b);
            case GpuBinding.Texels b when kind == BindingKind.UNIFORM_TEXEL_BUFFER
                    || kind == BindingKind.STORAGE_TEXEL_BUFFER -> {
                if (b.buffer() == null || b.bytes() == 0) {
                    writeNull(words, at, kind);
                } else {
                    words[at] = ((VulkanBuffer) b.buffer()).texels(b.format(), b.offset(), b.bytes());
                }
            }
            case GpuBinding.Sampled b when kind == BindingKind.SAMPLED_IMAGE -> image(words, at, kind, null, b.view(),
                    false);
            case GpuBinding.Stored b when kind == BindingKind.STORAGE_IMAGE -> image(words, at, kind, null, b.view(),
                    true);
            case GpuBinding.Sampler b when kind == BindingKind.SAMPLER ->
                    words[at] = ((VulkanSampler) b.sampler()).handle();
            case GpuBinding.Combined b when kind == BindingKind.COMBINED_IMAGE_SAMPLER ->
                image(words, at, kind, b.sampler(), b.view(), false);
            default -> throw new IllegalArgumentException(binding + " stands where the pipeline has a " + kind);
        }
    }

    /** Words of {@code VkDescriptorBufferInfo}. */
    private static void bufferInfo(long[] words, int at, VulkanBuffer buffer, long offset, long bytes) {
        words[at] = buffer.handle;
        words[at + 1] = offset;
        words[at + 2] = bytes;
    }

    private void buffer(long[] words, int at, BindingKind kind, GpuBinding binding, @Nullable GpuBuffer buffer,
            long offset, long bytes, long most) {
        if (buffer == null || bytes == 0) {
            writeNull(words, at, kind);
            return;
        }
        if (offset < 0 || bytes < 0 || offset + bytes > buffer.sizeBytes() || bytes > most) {
            throw new IllegalArgumentException(binding + " reaches beyond its buffer, or over more than " + most
                    + " bytes");
        }
        bufferInfo(words, at, (VulkanBuffer) buffer, offset, bytes);
    }

    private void constants(long[] words, int at, GpuBinding.Constants binding) {
        int[] source = binding.words();
        long bytes = Math.max(4, 4L * source.length);
        var limits = device.facts().limits();
        Recording.Slice slice = recording.stage(bytes, Math.max(limits.minUniformBufferOffsetAlignment(),
                limits.minStorageBufferOffsetAlignment()));
        MemorySegment.copy(source, 0, slice.buffer().mapped(), ValueLayout.JAVA_INT, slice.offset(), source.length);
        bufferInfo(words, at, slice.buffer(), slice.offset(), bytes);
    }

    /** Words of {@code VkDescriptorImageInfo}. */
    private void image(long[] words, int at, BindingKind kind, @Nullable GpuSampler sampler,
            @Nullable GpuImageView view, boolean isStored) {
        if (sampler != null) {
            words[at] = ((VulkanSampler) sampler).handle();
        }
        if (view == null) {
            requireNulls(kind);
        } else {
            words[at + 1] = isStored ? ((VulkanView) view).stored() : ((VulkanView) view).sampled();
        }
        words[at + 2] = VK_IMAGE_LAYOUT_GENERAL;
    }

    /**
     * A descriptor that reads zero. Where the device has none, buffers get one full of zeros and images are refused.
     */
    private void writeNull(long[] words, int at, BindingKind kind) {
        switch (kind) {
            case UNIFORM_BUFFER, STORAGE_BUFFER -> {
                if (device.facts().has(GpuFeature.NULL_DESCRIPTOR)) {
                    words[at + 2] = VK_WHOLE_SIZE;
                } else {
                    Recording.Slice zeros = recording.stage(ZEROS_BYTES, ZEROS_BYTES);
                    zeros.buffer().mapped().asSlice(zeros.offset(), ZEROS_BYTES).fill((byte) 0);
                    bufferInfo(words, at, zeros.buffer(), zeros.offset(), ZEROS_BYTES);
                }
            }
            case SAMPLER -> words[at] = device.anySampler().handle();
            case COMBINED_IMAGE_SAMPLER -> image(words, at, kind, device.anySampler(), null, false);
            case SAMPLED_IMAGE, STORAGE_IMAGE -> image(words, at, kind, null, null, false);
            case UNIFORM_TEXEL_BUFFER, STORAGE_TEXEL_BUFFER -> requireNulls(kind);
        }
    }

    private void requireNulls(BindingKind kind) {
        if (!device.facts().has(GpuFeature.NULL_DESCRIPTOR)) {
            throw new GpuUnsupported(GpuFeature.NULL_DESCRIPTOR, "an empty " + kind);
        }
    }
}
