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
 * The descriptor sets of one kind of pipeline in one recording. A set is made anew only when an object in it is
 * another one.
 */
final class BoundSets {
    private final VulkanDevice device;
    private final Recording recording;
    private final int bindPoint;
    private @Nullable PipelineLayout layout;
    private @Nullable GpuBinding[][] contents = new GpuBinding[0][];
    private @Nullable GpuBinding[][] next = new GpuBinding[0][];
    private long[] sets = new long[0];

    BoundSets(VulkanDevice device, Recording recording, int bindPoint) {
        this.device = device;
        this.recording = recording;
        this.bindPoint = bindPoint;
    }

    /** Binds what a list gives for a layout. */
    void bind(VkCommandBuffer commands, PipelineLayout wanted, List<GpuBinding> bindings) {
        int count = wanted.sets.length;
        sort(wanted, bindings);
        PipelineLayout old = layout;
        if (sets.length < count) {
            sets = Arrays.copyOf(sets, count);
            contents = Arrays.copyOf(contents, count);
        }
        boolean isRebound = old == null || old.handle != wanted.handle;
        for (int i = 0; i < count; i++) {
            SetLayout set = wanted.sets[i];
            if (set.elements == 0) {
                continue;
            }
            boolean isSame = old != null && i < old.sets.length && old.sets[i] == set && isUnchanged(next[i],
                    contents[i], set.elements);
            if (!isSame) {
                sets[i] = recording.set(set);
                fill(set, i);
                @Nullable GpuBinding[] reused = contents[i];
                contents[i] = next[i];
                next[i] = reused == null ? new GpuBinding[set.elements] : reused;
            }
            if (!isSame || isRebound) {
                try (MemoryStack stack = MemoryStack.stackPush()) {
                    vkCmdBindDescriptorSets(commands, bindPoint, wanted.handle, i, stack.longs(sets[i]), null);
                }
            }
        }
        layout = wanted;
    }

    private static boolean isUnchanged(@Nullable GpuBinding[] now, @Nullable GpuBinding[] before, int elements) {
        if (before == null || before.length < elements) {
            return false;
        }
        for (int i = 0; i < elements; i++) {
            if (now[i] != before[i] || now[i] instanceof GpuBinding.Constants) {
                return false;
            }
        }
        return true;
    }

    /** Puts each binding in its element's place. */
    private void sort(PipelineLayout wanted, List<GpuBinding> bindings) {
        if (next.length < wanted.sets.length) {
            next = Arrays.copyOf(next, wanted.sets.length);
        }
        for (int i = 0; i < wanted.sets.length; i++) {
            int elements = wanted.sets[i].elements;
            if (next[i] == null || next[i].length < elements) {
                next[i] = new GpuBinding[elements];
            } else {
                Arrays.fill(next[i], null);
            }
        }
        for (int i = 0; i < bindings.size(); i++) {
            GpuBinding binding = bindings.get(i);
            int set = binding.set();
            int element = set < wanted.sets.length ? wanted.sets[set].elementAt(binding.binding(),
                    binding.element()) : -1;
            if (element < 0) {
                throw new IllegalArgumentException("the pipeline has no binding for " + binding);
            }
            next[set][element] = binding;
        }
    }

    /** Writes the elements of a set, in the form its template reads. */
    private void fill(SetLayout set, int index) {
        long memory = recording.scratch(set.elements * SetLayout.ENTRY_BYTES);
        for (int i = 0; i < set.elements; i++) {
            write(memory + (long) i * SetLayout.ENTRY_BYTES, set.kinds[i], next[index][i]);
        }
        vkUpdateDescriptorSetWithTemplate(device.handle, sets[index], set.template, memory);
    }

    private void write(long at, BindingKind kind, @Nullable GpuBinding binding) {
        switch (binding) {
            case null -> writeNull(at, kind);
            case GpuBinding.Uniform b when kind == BindingKind.UNIFORM_BUFFER ->
                buffer(at, kind, b, b.buffer(), b.offset(), b.bytes(), device.facts().limits().maxUniformBufferRange());
            case GpuBinding.Storage b when kind == BindingKind.STORAGE_BUFFER ->
                buffer(at, kind, b, b.buffer(), b.offset(), b.bytes(), device.facts().limits().maxStorageBufferRange());
            case GpuBinding.Constants b when kind == BindingKind.UNIFORM_BUFFER
                    || kind == BindingKind.STORAGE_BUFFER -> constants(at, b);
            case GpuBinding.Texels b when kind == BindingKind.UNIFORM_TEXEL_BUFFER
                    || kind == BindingKind.STORAGE_TEXEL_BUFFER -> {
                if (b.buffer() == null || b.bytes() == 0) {
                    writeNull(at, kind);
                } else {
                    MemoryUtil.memPutLong(at, ((VulkanBuffer) b.buffer()).texels(b.format(), b.offset(), b.bytes()));
                }
            }
            case GpuBinding.Sampled b when kind == BindingKind.SAMPLED_IMAGE -> image(at, kind, null, b.view(), false);
            case GpuBinding.Stored b when kind == BindingKind.STORAGE_IMAGE -> image(at, kind, null, b.view(), true);
            case GpuBinding.Sampler b when kind == BindingKind.SAMPLER ->
                MemoryUtil.memPutLong(at, ((VulkanSampler) b.sampler()).handle());
            case GpuBinding.Combined b when kind == BindingKind.COMBINED_IMAGE_SAMPLER -> image(at, kind, b.sampler(),
                    b.view(), false);
            default -> throw new IllegalArgumentException(binding + " stands where the pipeline has a " + kind);
        }
    }

    private void buffer(long at, BindingKind kind, GpuBinding binding, @Nullable GpuBuffer buffer, long offset,
            long bytes, long most) {
        if (buffer == null || bytes == 0) {
            writeNull(at, kind);
            return;
        }
        if (offset < 0 || bytes < 0 || offset + bytes > buffer.sizeBytes() || bytes > most) {
            throw new IllegalArgumentException(binding + " reaches beyond its buffer, or over more than " + most
                    + " bytes");
        }
        MemoryUtil.memPutLong(at, ((VulkanBuffer) buffer).handle);
        MemoryUtil.memPutLong(at + 8, offset);
        MemoryUtil.memPutLong(at + 16, bytes);
    }

    private void constants(long at, GpuBinding.Constants binding) {
        int[] words = binding.words();
        long bytes = Math.max(4, 4L * words.length);
        var limits = device.facts().limits();
        Recording.Slice slice = recording.stage(bytes, Math.max(limits.minUniformBufferOffsetAlignment(),
                limits.minStorageBufferOffsetAlignment()));
        MemorySegment.copy(words, 0, slice.buffer().mapped(), ValueLayout.JAVA_INT, slice.offset(), words.length);
        MemoryUtil.memPutLong(at, slice.buffer().handle);
        MemoryUtil.memPutLong(at + 8, slice.offset());
        MemoryUtil.memPutLong(at + 16, bytes);
    }

    private void image(long at, BindingKind kind, @Nullable GpuSampler sampler, @Nullable GpuImageView view,
            boolean isStored) {
        if (sampler != null) {
            MemoryUtil.memPutLong(at, ((VulkanSampler) sampler).handle());
        }
        if (view == null) {
            requireNulls(kind);
        } else {
            MemoryUtil.memPutLong(at + 8, isStored ? ((VulkanView) view).stored() : ((VulkanView) view).sampled());
        }
        MemoryUtil.memPutInt(at + 16, VK_IMAGE_LAYOUT_GENERAL);
    }

    /**
     * A descriptor that reads zero. Where the device has none, buffers get one full of zeros and images are refused.
     */
    private void writeNull(long at, BindingKind kind) {
        switch (kind) {
            case UNIFORM_BUFFER, STORAGE_BUFFER -> {
                if (device.facts().has(GpuFeature.NULL_DESCRIPTOR)) {
                    MemoryUtil.memPutLong(at + 16, VK_WHOLE_SIZE);
                } else {
                    Recording.Slice zeros = recording.stage(256, 256);
                    zeros.buffer().mapped().asSlice(zeros.offset(), 256).fill((byte) 0);
                    MemoryUtil.memPutLong(at, zeros.buffer().handle);
                    MemoryUtil.memPutLong(at + 8, zeros.offset());
                    MemoryUtil.memPutLong(at + 16, 256);
                }
            }
            case SAMPLER -> MemoryUtil.memPutLong(at, device.anySampler().handle());
            case COMBINED_IMAGE_SAMPLER -> {
                requireNulls(kind);
                MemoryUtil.memPutLong(at, device.anySampler().handle());
                MemoryUtil.memPutInt(at + 16, VK_IMAGE_LAYOUT_GENERAL);
            }
            case SAMPLED_IMAGE, STORAGE_IMAGE -> {
                requireNulls(kind);
                MemoryUtil.memPutInt(at + 16, VK_IMAGE_LAYOUT_GENERAL);
            }
            case UNIFORM_TEXEL_BUFFER, STORAGE_TEXEL_BUFFER -> requireNulls(kind);
        }
    }

    private void requireNulls(BindingKind kind) {
        if (!device.facts().has(GpuFeature.NULL_DESCRIPTOR)) {
            throw new GpuUnsupported(GpuFeature.NULL_DESCRIPTOR, "an empty " + kind);
        }
    }
}
