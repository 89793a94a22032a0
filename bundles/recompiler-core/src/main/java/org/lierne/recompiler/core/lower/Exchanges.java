package org.lierne.recompiler.core.lower;

import org.lierne.recompiler.ir.Barrier;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Wave;

/** What the whole workgroup has to come to where a wave is spread over several host subgroups: it waits for all lanes. */
final class Exchanges {
    private Exchanges() {}

    static boolean isOne(Inst inst) {
        return inst instanceof Wave wave && looksAtLanes(wave) || inst instanceof Barrier barrier && barrier.workgroup();
    }

    private static boolean looksAtLanes(Wave wave) {
        return switch (wave.op()) {
            case ANY, GROUP_ANY, BALLOT_WORD, READ_FIRST_LANE, READ_LANE, DPP16, DPP8, PERMLANE16, PERMLANEX16, DS_PERMUTE, DS_BPERMUTE,
                    DS_SWIZZLE, COUNT_BELOW -> true;
            case LANE_ID, INVERSE_BALLOT, WRITE_LANE, QUAD_ANY -> false;
        };
    }
}
