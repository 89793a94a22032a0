package org.lierne.agc.driver;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.GpuImageView;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.ViewShape;

/** Views by the whole T# and what the module sees it as. */
final class ViewCache {
    /**
     * A view of a descriptor.
     *
     * @param view null for a descriptor that names no memory
     */
    record Known(ViewShape shape, boolean isStorage, @Nullable GpuImageView view) {}

    private final Map<DescriptorWords, List<Known>> views = new HashMap<>();

    /** Null for a view that was not asked for yet. Takes nothing from the heap. */
    @Nullable Known find(DescriptorWords words, ViewShape shape, boolean isStorage) {
        List<Known> all = views.get(words);
        for (int i = 0; all != null && i < all.size(); i++) {
            Known each = all.get(i);
            if (each.isStorage == isStorage && each.shape.equals(shape)) {
                return each;
            }
        }
        return null;
    }

    void keep(DescriptorWords words, Known view) {
        views.computeIfAbsent(words, _ -> new ArrayList<>(1)).add(view);
    }

    void clear() {
        views.clear();
    }
}
