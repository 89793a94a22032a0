package org.lierne.recompiler.core.flow;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.isa.Decoded;

/** Finds what an address in scalar registers is, where the instructions before a jump make it out of constants. */
@FunctionalInterface
public interface JumpAddress {
    /** Knows no address. */
    JumpAddress UNKNOWN = (_, _) -> null;

    /**
     * The guest address that a pair of scalar registers holds.
     *
     * @param run  instructions that ran one after the other just before; nothing is known of what registers held before them
     * @param sgpr number of the pair's first register
     * @return null when the run does not fix it
     */
    @Nullable Long after(List<Decoded> run, int sgpr);
}
