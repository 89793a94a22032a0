package org.lierne.pass.image.store_channel_select;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.ImageFlag;
import org.lierne.recompiler.ir.ImageOp;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.ImageAccessPass;
import org.lierne.recompiler.pass.ImageSite;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.UnifiedFormat;
import org.osgi.service.component.annotations.Component;

/**
 * A channel is stored from the data word whose destination select names it. With {@code pass.image.store-channel-select.w-slot} on, the second
 * of two integer channels comes from the fourth word where the selects are x, y, z, w, as measured on gfx1035 (rule B-020).
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.image.store-channel-select", needs = {Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED},
        after = {"recompiler.image-dimensions", "pass.image.store-saturate"}, before = {"recompiler.float-controls", "stage.pixel.end", "pass.cf.structurizer"},
        switches = "pass.image.store-channel-select.w-slot=off")
@Compat(rules = "B-020", off = Compat.Off.PLAIN)
public final class StoreChannelSelect extends ImageAccessPass {
    private static final String W_SLOT = "pass.image.store-channel-select.w-slot";
    private static final int CHANNELS = 4;
    private static final int FIRST_CHANNEL_SELECT = 4;

    @Override
    protected boolean rewrite(ImageSite site) {
        ImageAccess access = site.access();
        UnifiedFormat format = UnifiedFormat.of(site.image().format());
        if (access.op() != ImageOp.STORE || access.format() != 0 || format == null) {
            return false;
        }
        int[] slots = slots(site, format);
        if (isInOrder(slots)) {
            return false;
        }
        List<@Nullable Value> words = site.stored(format.encoding().numericClass());
        List<Value> data = new ArrayList<>();
        for (int slot : slots) {
            Value word = slot < 0 ? null : words.get(slot);
            data.add(word == null ? Const.i32(0) : word);
        }
        Set<ImageFlag> flags = EnumSet.noneOf(ImageFlag.class);
        flags.addAll(access.flags());
        flags.remove(ImageFlag.D16);
        site.become(access.moving((1 << slots.length) - 1, flags, data));
        site.acted("channels stored by the descriptor's selects");
        return true;
    }

    /** For each channel the data word it takes, -1 for none. */
    private static int[] slots(ImageSite site, UnifiedFormat format) {
        int[] slots = new int[format.channels()];
        for (int channel = 0; channel < slots.length; channel++) {
            slots[channel] = -1;
            for (int slot = CHANNELS - 1; slot >= 0; slot--) {
                slots[channel] = site.image().select(slot) == FIRST_CHANNEL_SELECT + channel ? slot : slots[channel];
            }
        }
        boolean isInteger = format.encoding() == UnifiedFormat.Encoding.UINT || format.encoding() == UnifiedFormat.Encoding.SINT;
        if (slots.length == 2 && isInteger && site.image().isUnselected() && site.context().switches().isOn(W_SLOT, false)) {
            slots[1] = CHANNELS - 1;
        }
        return slots;
    }

    private static boolean isInOrder(int[] slots) {
        for (int i = 0; i < slots.length; i++) {
            if (slots[i] != i) {
                return false;
            }
        }
        return true;
    }
}
