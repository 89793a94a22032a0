package org.lierne.recompiler.core.flow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Effect;
import org.lierne.recompiler.isa.Encoding;
import org.lierne.recompiler.isa.Instruction;
import org.lierne.recompiler.isa.Operand;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.TranslationRefused;

/**
 * The calls of a program and the code they run (rules C-034, C-043, C-044, C-046). A call names a pair of scalar registers for its
 * return address; the first {@code s_setpc_b64} of that pair at or behind the target returns. What lies between the two is the call's
 * region. Regions nest or are disjoint, control flow enters one by its call and leaves it by its return, and nothing else looks at a
 * return address.
 */
final class Calls {
    static final String PLUGIN = "pass.cf.calls";
    /** s104 and s105 are the last pair; behind them stand VCC and the trap registers. */
    private static final int LAST_PAIR = 104;

    /**
     * A call.
     *
     * @param site     the calling instruction
     * @param target   byte offset of the code called
     * @param pair     number of the first register that holds the return address
     * @param returnPc byte offset of the instruction that returns
     */
    record Call(Decoded site, int target, int pair, int returnPc) {
        boolean holds(int pc) {
            return pc >= target && pc <= returnPc;
        }

        private boolean isDisjointFrom(Call other) {
            return returnPc < other.target || other.returnPc < target;
        }

        private boolean isWithin(Call other) {
            return other.target <= target && returnPc <= other.returnPc;
        }
    }

    private final ShaderProgram program;
    private final NavigableMap<Integer, Decoded> code;
    /** A call through a table has a region for each copy of what it may call. */
    private final Map<Integer, List<Call>> bySite = new TreeMap<>();
    private final Map<Integer, Call> byReturn = new HashMap<>();

    /**
     * Finds the regions.
     *
     * @param code    all instructions of the program by byte offset
     * @param targets byte offsets called, by that of the calling instruction
     * @throws TranslationRefused when calls are not nested as the rules want it
     */
    Calls(ShaderProgram program, NavigableMap<Integer, Decoded> code, Map<Integer, List<Integer>> targets) {
        this.program = program;
        this.code = code;
        targets.forEach((pc, called) -> {
            Decoded site = code.get(pc);
            if (site != null) {
                called.forEach(target -> add(site, target));
            }
        });
        List<Call> all = all();
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).holds(all.get(i).site.pc())) {
                throw refuse(all.get(i).site, "calls the region that it stands in, and recursion is not translated");
            }
            if (all.get(i).holds(all.get(i).site.nextPc())) {
                throw refuse(all.get(i).site, "calls code that it also falls into");
            }
            for (int k = i + 1; k < all.size(); k++) {
                nest(all.get(i), all.get(k));
            }
        }
        if (!all.isEmpty()) {
            code.values().forEach(this::refuseRelativeReads);
        }
    }

    private void add(Decoded site, int target) {
        int pair = site.field('d');
        if (pair % 2 != 0 || pair > LAST_PAIR) {
            throw refuse(site, "keeps its return address in registers from %d on, which are no pair of s0 to s105".formatted(pair));
        }
        Decoded closing = closing(target, pair);
        if (closing == null) {
            throw refuse(site, "calls 0x%04x, behind which nothing returns through s[%d:%d]".formatted(target, pair, pair + 1));
        }
        Call call = new Call(site, target, pair, closing.pc());
        bySite.computeIfAbsent(site.pc(), _ -> new ArrayList<>()).add(call);
        if (byReturn.put(closing.pc(), call) != null) {
            throw refuse(site, "shares the return at 0x%04x with another call".formatted(closing.pc()));
        }
    }

    /** The first return through a pair at or behind a place. */
    private @Nullable Decoded closing(int target, int pair) {
        for (Decoded inst : code.tailMap(target).values()) {
            if (isJumpThrough(inst, pair)) {
                return inst;
            }
        }
        return null;
    }

    private static boolean isJumpThrough(Decoded inst, int pair) {
        return inst.row().effect() instanceof Effect.Flow flow && flow.kind() == Effect.Flow.Kind.SETPC
                && inst.source(0) instanceof Operand.Sgpr sgpr && sgpr.index() == pair;
    }

    private void nest(Call a, Call b) {
        if (!a.isDisjointFrom(b) && !a.isWithin(b) && !b.isWithin(a)) {
            throw refuse(b.site, "calls 0x%04x to 0x%04x, which interleaves with the region 0x%04x to 0x%04x of the call at 0x%04x"
                    .formatted(b.target, b.returnPc, a.target, a.returnPc, a.site.pc()));
        }
        if (a.pair == b.pair && (a.holds(b.site.pc()) || b.holds(a.site.pc()) || !a.isDisjointFrom(b))) {
            throw refuse(b.site, "keeps its return address in s[%d:%d], where that of the call at 0x%04x is still needed"
                    .formatted(b.pair, b.pair + 1, a.site.pc()));
        }
    }

    private void refuseRelativeReads(Decoded inst) {
        if (isRelative(inst) && inst.row().is(Instruction.Trait.READS_RELATIVE)) {
            throw refuse(inst, "reads scalar registers through M0 in a program with calls, and may meet a return address");
        }
    }

    /** Whether M0 says which scalar registers an instruction means. */
    static boolean isRelative(Decoded inst) {
        return inst.row().encoding() == Encoding.SOP1 && inst.row().is(Instruction.Trait.RELATIVE);
    }

    /** The call that stands at a place, or null; of one through a table the first region. */
    @Nullable Call at(int pc) {
        List<Call> calls = bySite.get(pc);
        return calls == null ? null : calls.getFirst();
    }

    /** The call that the instruction at a place returns from, or null. */
    @Nullable Call returningAt(int pc) {
        return byReturn.get(pc);
    }

    boolean isEmpty() {
        return bySite.isEmpty();
    }

    /** All calls, by rising place. */
    List<Call> all() {
        return bySite.values().stream().flatMap(List::stream).toList();
    }

    /**
     * Checks that an edge of the graph stays on its side of every region.
     *
     * @param from the instruction control leaves
     * @param to   byte offset it goes to
     * @throws TranslationRefused when it enters or leaves a region
     */
    void check(Decoded from, int to) {
        for (Call call : all()) {
            boolean inside = call.holds(from.pc());
            if (inside && from.pc() != call.returnPc && !call.holds(to) && !leadsBack(from, call)) {
                throw refuse(from, "leaves the region of the call at 0x%04x for 0x%04x".formatted(call.site.pc(), to));
            }
            if (!inside && call.holds(to) && from.pc() != call.site.pc() && !returnsInto(from, call)) {
                throw refuse(from, "enters the region of the call at 0x%04x at 0x%04x".formatted(call.site.pc(), to));
            }
        }
    }

    /** Whether {@code from} is a call in the region that comes back to it. */
    private boolean leadsBack(Decoded from, Call region) {
        Call call = at(from.pc());
        return call != null && region.holds(call.site.nextPc());
    }

    /** Whether {@code from} returns from a call that stands in the region. */
    private boolean returnsInto(Decoded from, Call region) {
        Call call = byReturn.get(from.pc());
        return call != null && region.holds(call.site.pc());
    }

    TranslationRefused refuse(Decoded inst, String reason) {
        return new TranslationRefused(program.stage(), program.id(), inst.pc(), inst.toString(), reason, PLUGIN);
    }
}
