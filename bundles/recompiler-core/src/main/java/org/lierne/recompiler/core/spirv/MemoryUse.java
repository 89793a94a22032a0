package org.lierne.recompiler.core.spirv;

import org.lierne.recompiler.ir.BufferAccess;
import org.lierne.recompiler.ir.GlobalAccess;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.LdsAccess;
import org.lierne.recompiler.ir.MemoryOp;

/**
 * What a program does with memory anywhere, where that decides how all its accesses are written.
 *
 * @param hasLds some access is one of LDS
 * @param hasLdsPairs some atomic changes two words of LDS
 * @param hasBufferPairs some atomic changes two words of a buffer or behind a pointer
 * @param tellsCoherentAccesses some accesses ask for what others write meanwhile, and no instruction drops what caches hold, so that the
 *     rest need not see it
 */
record MemoryUse(boolean hasLds, boolean hasLdsPairs, boolean hasBufferPairs, boolean tellsCoherentAccesses) {
    static MemoryUse of(IrModule module) {
        boolean lds = false;
        boolean ldsPairs = false;
        boolean bufferPairs = false;
        boolean coherent = false;
        for (IrBlock block : module.blocks()) {
            for (Inst inst : block.instructions()) {
                switch (inst) {
                    case LdsAccess access -> {
                        lds = true;
                        ldsPairs |= isPair(access.op(), access.element().bits());
                    }
                    case BufferAccess access -> {
                        bufferPairs |= isPair(access.op(), access.element().bits());
                        coherent |= access.coherent();
                    }
                    case GlobalAccess access -> {
                        bufferPairs |= isPair(access.op(), access.element().bits());
                        coherent |= access.coherent();
                    }
                    default -> { }
                }
            }
        }
        return new MemoryUse(lds, ldsPairs, bufferPairs, coherent && !module.dropsCaches());
    }

    private static boolean isPair(MemoryOp op, int bits) {
        return op.isAtomic() && bits == 64;
    }
}
