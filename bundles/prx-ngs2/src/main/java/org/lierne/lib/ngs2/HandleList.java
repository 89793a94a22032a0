package org.lierne.lib.ngs2;

import java.util.List;
import org.lierne.hle.GuestArray;

/** Lists of handles in the title's memory. */
final class HandleList {
    private HandleList() {}

    /** As many as have room. @return how many there are */
    static int fill(GuestArray<Long> into, List<Long> values) {
        long room = into.isNull() ? 0 : Math.max(into.count(), 0);
        for (int i = 0; i < Math.min(room, values.size()); i++) {
            into.at(i).set(values.get(i));
        }
        return values.size();
    }
}
