package org.lierne.gpu.vulkan;

import static org.lwjgl.vulkan.VK13.*;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.lierne.gpu.BindingKind;
import org.lierne.gpu.BindingSlot;
import org.lierne.gpu.ShaderStage;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkDescriptorSetLayoutBinding;
import org.lwjgl.vulkan.VkDescriptorSetLayoutCreateInfo;
import org.lwjgl.vulkan.VkDescriptorUpdateTemplateCreateInfo;
import org.lwjgl.vulkan.VkDescriptorUpdateTemplateEntry;

/**
 * The layout of one descriptor set with a template that fills it from one block of memory: {@value #ENTRY_BYTES} bytes
 * for each element of each binding, in the order of the bindings.
 */
final class SetLayout {
    /** Size of {@code VkDescriptorBufferInfo} and {@code VkDescriptorImageInfo}. */
    static final int ENTRY_BYTES = 24;

    /** Documented: Vulkan, required limits: a pipeline layout may have 8 of them at least, and 4 sets. */
    private static final int MAX_DYNAMIC = 2;

    final long handle;
    final long template;
    /** Elements of all bindings together. */
    final int elements;
    /** Kinds by element. */
    final BindingKind[] kinds;
    /**
     * Elements whose offset in their buffer is given when the set is bound, so that a set serves draws that differ
     * only in their constants. They are the uniform buffers of sets that have no more than {@value #MAX_DYNAMIC} of
     * them.
     */
    final int[] dynamic;
    private final int[] firstOf;
    private final int[] countOf;

    SetLayout(VulkanDevice device, List<BindingSlot> unsorted) {
        List<BindingSlot> slots = unsorted.stream().sorted(Comparator.comparingInt(BindingSlot::binding)).toList();
        int bindings = slots.isEmpty() ? 0 : slots.getLast().binding() + 1;
        firstOf = new int[bindings];
        countOf = new int[bindings];
        Arrays.fill(firstOf, -1);
        int next = 0;
        for (BindingSlot slot : slots) {
            if (firstOf[slot.binding()] >= 0) {
                throw new IllegalArgumentException("set " + slot.set() + " binding " + slot.binding()
                        + " is declared twice");
            }
            firstOf[slot.binding()] = next;
            countOf[slot.binding()] = slot.count();
            next += slot.count();
        }
        elements = next;
        kinds = new BindingKind[elements];
        for (BindingSlot slot : slots) {
            Arrays.fill(kinds, firstOf[slot.binding()], firstOf[slot.binding()] + slot.count(), slot.kind());
        }
        int[] uniforms = IntStream.range(0, elements).filter(i -> kinds[i] == BindingKind.UNIFORM_BUFFER).toArray();
        dynamic = uniforms.length <= MAX_DYNAMIC ? uniforms : new int[0];
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var descriptions = VkDescriptorSetLayoutBinding.calloc(slots.size(), stack);
            var entries = VkDescriptorUpdateTemplateEntry.calloc(slots.size(), stack);
            for (int i = 0; i < slots.size(); i++) {
                BindingSlot slot = slots.get(i);
                int first = firstOf[slot.binding()];
                int type = slot.kind() == BindingKind.UNIFORM_BUFFER && dynamic.length > 0
                        ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC : Formats.descriptorType(slot.kind());
                descriptions.get(i).binding(slot.binding()).descriptorType(type).descriptorCount(slot.count())
                        .stageFlags(stageBits(slot));
                entries.get(i).dstBinding(slot.binding()).descriptorCount(slot.count()).descriptorType(type)
                        .offset((long) first * ENTRY_BYTES).stride(ENTRY_BYTES);
            }
            var id = stack.mallocLong(1);
            Vk.check(vkCreateDescriptorSetLayout(device.handle,
                    VkDescriptorSetLayoutCreateInfo.calloc(stack).sType$Default()
                    .pBindings(descriptions), null, id), "vkCreateDescriptorSetLayout", slots.toString());
            long layout = id.get(0);
            handle = layout;
            device.lifetimes.own(() -> vkDestroyDescriptorSetLayout(device.handle, layout, null));
            if (elements > 0) {
                Vk.check(vkCreateDescriptorUpdateTemplate(device.handle,
                        VkDescriptorUpdateTemplateCreateInfo.calloc(stack)
                        .sType$Default().pDescriptorUpdateEntries(entries)
                        .templateType(VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_DESCRIPTOR_SET).descriptorSetLayout(layout),
                                null, id),
                        "vkCreateDescriptorUpdateTemplate", slots.toString());
                long filler = id.get(0);
                template = filler;
                device.lifetimes.own(() -> vkDestroyDescriptorUpdateTemplate(device.handle, filler, null));
            } else {
                template = VK_NULL_HANDLE;
            }
        }
    }

    private static int stageBits(BindingSlot slot) {
        int bits = 0;
        for (ShaderStage stage : slot.stages()) {
            bits |= Formats.stageBit(stage);
        }
        return bits;
    }

    /** The element at a binding, or -1 when the layout has none there. */
    int elementAt(int binding, int element) {
        if (binding >= firstOf.length || firstOf[binding] < 0 || element < 0 || element >= countOf[binding]) {
            return -1;
        }
        return firstOf[binding] + element;
    }
}
