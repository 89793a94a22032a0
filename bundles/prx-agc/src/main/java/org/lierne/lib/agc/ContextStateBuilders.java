package org.lierne.lib.agc;

import static org.lierne.agc.packet.Pm4.*;

import org.jspecify.annotations.Nullable;
import org.lierne.agc.packet.Words;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.kernel.thread.GuestThreads;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/**
 * Context roll, save and restore. Operation 0 loads the stored default list; 1, 2 and 3 are a block that runs once,
 * guarded by a label. The words rest on one source, their sizes on five.
 */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.agc", library = "libSceAgc")
public final class ContextStateBuilders extends Builder implements HleModule {
    private static final int SHADOW = 0x80018001;
    private static final int SHADOW_WITH_CLEAR = 0x80018003;
    private static final int BOTTOM_OF_PIPE = 0x28;
    private static final int CONTEXT = 0x08100000;
    private static final int SWAP = 0x67;
    private static final int CONFIRMED = 2;
    private static final int POLL = 6;
    private static final int SAVE = 2;
    private static final int RESTORE = 3;

    private final LibraryState state;

    @Activate
    public ContextStateBuilders(@Reference LibraryState state,
            @Reference(cardinality = ReferenceCardinality.OPTIONAL, policyOption =
            ReferencePolicyOption.GREEDY) @Nullable GuestThreads threads) {
        super(threads);
        this.state = state;
    }

    @HleExport(name = "sceAgcDcbContextStateOp", nid = "HabmgqPwPw0")
    @HleExport(name = "sceAgcDcbContextStateOp_0100", nid = "qj7QZpgr9Uw")
    public long contextState(GuestPtr<CommandBuffer> cb, int operation) {
        LibraryState.ContextState places = state.contextState();
        Words load = RegisterBuilders.load(SET_CONTEXT_REG_INDIRECT, places.restoreList(), places.restoreCount());
        if (operation == 0) {
            return emit(cb, load);
        }
        if (operation < 0 || operation > RESTORE) {
            return 0;
        }
        boolean isSave = operation == SAVE;
        Words skip = COND_EXEC.words().with("address", isSave ? places.label() + 4 : places.label())
                .with("dwords", RELEASE_MEM.dwords());
        Words release = RELEASE_MEM.words().with("event", BOTTOM_OF_PIPE).with("index", 5).with("cache", 3)
                .word(2, 0x04010000).word(7, CONTEXT + operation);
        Words mark = MemoryBuilders.atomic(1, SWAP, CONFIRMED, 0, places.label(), isSave ? 1L << 32 : 1, 0, POLL);
        Words control = CONTEXT_CONTROL.words().word(2, isSave ? SHADOW_WITH_CLEAR : SHADOW);
        Words clear = CLEAR_STATE.words().with("command", operation == RESTORE && places.isRestoring() ? 1 : operation);
        Words[][] groups = switch (operation) {
            case SAVE -> new Words[][] {{control}, {skip, release, mark}, {clear}};
            case RESTORE -> places.isRestoring() ? new Words[][] {{skip, release, mark}, {control}, {clear}, {load}}
                    : new Words[][] {{skip, release, mark}, {control}, {clear}};
            default -> new Words[][] {{skip, release, mark}, {control}, {clear}};
        };
        long first = 0;
        for (Words[] group : groups) {
            long start = group(cb, group);
            if (start == 0) {
                return 0;
            }
            first = first == 0 ? start : first;
        }
        return first;
    }
}
