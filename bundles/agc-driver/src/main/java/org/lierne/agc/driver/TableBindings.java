package org.lierne.agc.driver;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.BufferMemory;
import org.lierne.gpu.GpuBinding;
import org.lierne.gpu.GpuBuffer;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuFacts;
import org.lierne.gpu.GpuFeature;
import org.lierne.gpu.GpuImageView;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.HostBinding;
import org.lierne.recompiler.program.RecordedResources;
import org.lierne.recompiler.program.TableSnapshot;
import org.lierne.recompiler.program.ViewShape;

/**
 * Tables of descriptors as one recording binds them: the numbers by which programs find what they choose, and images in arrays. A record
 * that cannot be bound has no number, so that it faults where it is chosen (rule A-026).
 */
final class TableBindings {
    /** Finds images. */
    interface Views {
        /**
         * @return null for a descriptor that names no memory
         * @throws WorkRefused for one that no image can be made for
         */
        @Nullable GpuImageView find(DescriptorWords words, ViewShape shape);
    }

    private record ArrayKey(TableSnapshot table, int choice, ViewShape shape) {}

    private record Numbers(GpuBuffer buffer, int unbound) {}

    private final GpuDevice device;
    private final Map<ArrayKey, List<@Nullable GpuImageView>> arrays = new HashMap<>();
    private final Map<TableSnapshot, Numbers> numbers = new HashMap<>();
    private Map<DescriptorWords, String> unbound = new HashMap<>();

    TableBindings(GpuDevice device) {
        this.device = device;
    }

    /** How many images a program may find in arrays on a device; half of what it binds stays for others. */
    static int arrayImages(GpuFacts facts) {
        boolean hasArrays = facts.has(GpuFeature.SHADER_SAMPLED_IMAGE_ARRAY_NON_UNIFORM_INDEXING)
                && facts.has(GpuFeature.RUNTIME_DESCRIPTOR_ARRAY);
        return hasArrays ? Math.min(facts.limits().maxPerStageSampledImages(), facts.limits().maxPerStageResources()) / 2 : 0;
    }

    /** Views may be others from now on. */
    void forgetViews() {
        arrays.clear();
    }

    /** What was recorded is on its way. */
    void submitted() {
        numbers.values().forEach(each -> each.buffer.close());
        numbers.clear();
        arrays.clear();
        unbound = new HashMap<>();
    }

    /** Records of this recording that could not be bound, with the reasons; it grows while the recording does. */
    Map<DescriptorWords, String> unbound() {
        return unbound;
    }

    /** One image of a table. */
    GpuBinding image(HostBinding binding, RecordedResources.Choice choice, Views views) {
        return new GpuBinding.Sampled(binding.set(), binding.binding(), 0, view(choice.members().getFirst(), shape(binding), views));
    }

    /** Those images of a table between which the program makes no difference. */
    GpuBinding.SampledArray array(HostBinding binding, RecordedResources.Choice choice, Views views) {
        ArrayKey key = new ArrayKey(choice.table(), choice.number(), shape(binding));
        List<@Nullable GpuImageView> found = arrays.get(key);
        if (found == null) {
            found = found(choice.members(), key.shape, views);
            arrays.put(key, found);
        }
        return new GpuBinding.SampledArray(binding.set(), binding.binding(), found);
    }

    /** As many as a power of two, so that layouts are few; what stands behind the last is never chosen. */
    private List<@Nullable GpuImageView> found(List<DescriptorWords> members, ViewShape shape, Views views) {
        List<@Nullable GpuImageView> found = new ArrayList<>();
        members.forEach(words -> found.add(view(words, shape, views)));
        GpuImageView any = found.stream().filter(Objects::nonNull).findFirst().orElse(null);
        found.replaceAll(view -> view == null ? any : view);
        int size = Integer.highestOneBit(2 * found.size() - 1);
        while (found.size() < size) {
            found.add(any);
        }
        return java.util.Collections.unmodifiableList(found);
    }

    private @Nullable GpuImageView view(DescriptorWords words, ViewShape shape, Views views) {
        try {
            GpuImageView view = views.find(words, shape);
            if (view == null) {
                unbound.put(words, "it names no memory");
            }
            return view;
        } catch (WorkRefused e) {
            unbound.put(words, String.valueOf(e.getMessage()));
            return null;
        }
    }

    private static ViewShape shape(HostBinding binding) {
        return Objects.requireNonNull(binding.view(), "an image without a view");
    }

    /** The numbers of a table's choices, without those that could not be bound; comes behind all images of the program. */
    GpuBinding numbers(HostBinding binding, TableSnapshot table) {
        int[] entries = table.entries();
        if (entries.length == 0) {
            return new GpuBinding.Storage(binding.set(), binding.binding(), 0, null, 0, 0);
        }
        Numbers known = numbers.get(table);
        if (known == null || known.unbound != unbound.size()) {
            if (known != null) {
                known.buffer.close();
            }
            GpuBuffer buffer = device.buffer(4L * entries.length, BufferMemory.UPLOAD, "table");
            MemorySegment.copy(MemorySegment.ofArray(unbound.isEmpty() ? entries : bound(table)), 0, buffer.mapped(), 0, 4L * entries.length);
            known = new Numbers(buffer, unbound.size());
            numbers.put(table, known);
        }
        return new GpuBinding.Storage(binding.set(), binding.binding(), 0, known.buffer, 0, 4L * entries.length);
    }

    private int[] bound(TableSnapshot table) {
        int[] entries = table.entries().clone();
        for (int i = 0; i < entries.length; i++) {
            if (table.record(i).filter(unbound::containsKey).isPresent()) {
                entries[i] = 0;
            }
        }
        return entries;
    }
}
