package org.lierne.recompiler.isa;

import org.jspecify.annotations.Nullable;

/** What an instruction is about, beside its operands. The arithmetic ones carry their {@link Semantics}; the others carry facts. */
public sealed interface Effect {
    /** Arithmetic and moves: everything {@link Sem} can say. */
    record Alu(Semantics semantics) implements Effect {
    }

    /** What has no effect on results here. The reason says why, for the manual. */
    record Hint(Kind kind, String reason) implements Effect {
        /** What it is on hardware. */
        public enum Kind { WAIT_STATE, HAZARD, SCHEDULING_HINT, COUNTER, NOTE }
    }

    /** A jump to the label operand when the condition holds. */
    record Branch(Condition condition) implements Effect {
        /** What a branch looks at. */
        public enum Condition {
            ALWAYS, SCC0, SCC1, VCCZ, VCCNZ, EXECZ, EXECNZ,
            /** The debugger's bits; never set for a guest program. */
            DEBUG
        }
    }

    /** Program flow and wave control other than branches. */
    record Flow(Kind kind) implements Effect {
        /** Which. */
        public enum Kind {
            END, SET_KILL, SET_HALT, BARRIER, TRAP, MESSAGE, GETPC, SETPC, SWAPPC, RETURN_FROM_EXCEPTION, CALL,
            SUBVECTOR_BEGIN, SUBVECTOR_END, GETREG, SETREG, SETREG_LITERAL, ROUND_MODE, DENORM_MODE, CLEAR_EXCEPTIONS, WAVE_ID,
            TIME, REAL_TIME, ILLEGAL
        }
    }

    /**
     * A load, store or atomic of memory outside the wave.
     *
     * @param space    how the address is made
     * @param action   what happens there
     * @param element  how one element is read or written; null for dword transfers of {@code dwords}
     * @param dwords   registers of data: results of a load, data of a store or atomic (a compare-and-swap's both halves)
     * @param channels channels that a formatted access moves, 0 for the others
     * @param high     whether 16-bit data is the high half of its register
     */
    record Memory(Space space, Action action, @Nullable Element element, int dwords, int channels, boolean high) implements Effect {
        /** Address kinds. */
        public enum Space { SCALAR, SCALAR_BUFFER, SCALAR_SCRATCH, BUFFER, TYPED_BUFFER, FLAT, GLOBAL, SCRATCH }

        /** Loads, stores and the atomic operations. */
        public enum Action {
            LOAD, STORE, SWAP, CMPSWAP, ADD, SUB, SMIN, UMIN, SMAX, UMAX, AND, OR, XOR, INC, DEC, FCMPSWAP, FMIN, FMAX;

            /** Whether it reads and writes in one step. */
            public boolean isAtomic() {
                return compareTo(STORE) > 0;
            }
        }

        /** Elements narrower than a dword, and formatted ones. */
        public enum Element {
            UBYTE, SBYTE, USHORT, SSHORT,
            /** The same into or out of one half of a register. */
            UBYTE_D16, SBYTE_D16, SHORT_D16,
            /** Converted by the descriptor's or the instruction's format. */
            FORMAT, FORMAT_D16
        }
    }

    /** Local or global data share. {@code returns}: the old value goes to the destination. */
    record Lds(Action action, int bits, boolean returns) implements Effect {
        /** Operations. */
        public enum Action {
            ADD, SUB, RSUB, INC, DEC, MIN_I, MAX_I, MIN_U, MAX_U, AND, OR, XOR, MSKOR, WRITE, WRITE2, WRITE2ST64, CMPST, CMPST_F,
            MIN_F, MAX_F, ADD_F, EXCHANGE, EXCHANGE2, EXCHANGE2ST64, WRAP, READ, READ2, READ2ST64, READ_SIGNED, WRITE_D16_HIGH,
            READ_D16, READ_D16_HIGH, READ_SIGNED_D16, READ_SIGNED_D16_HIGH, WRITE_ADDTID, READ_ADDTID, SWIZZLE, PERMUTE, BPERMUTE,
            CONSUME, APPEND, ORDERED_COUNT, GWS, CONDXCHG, NOP,
            /** The forms that take their second operand from LDS itself. */
            ADD_SRC2, SUB_SRC2, RSUB_SRC2, INC_SRC2, DEC_SRC2, MIN_I_SRC2, MAX_I_SRC2, MIN_U_SRC2, MAX_U_SRC2, AND_SRC2, OR_SRC2,
            XOR_SRC2, WRITE_SRC2, MIN_F_SRC2, MAX_F_SRC2, ADD_F_SRC2
        }

        /** Whether it reads and writes a place in one step. */
        public boolean isAtomic() {
            return switch (action) {
                case ADD, SUB, RSUB, INC, DEC, MIN_I, MAX_I, MIN_U, MAX_U, AND, OR, XOR, MSKOR, CMPST, CMPST_F, MIN_F, MAX_F, ADD_F, EXCHANGE,
                        EXCHANGE2, EXCHANGE2ST64, WRAP -> true;
                default -> false;
            };
        }
    }

    /**
     * An image instruction.
     *
     * @param action  what it does
     * @param lod     where the level of detail comes from
     * @param compare whether a reference value leads the body (the {@code _c} forms)
     * @param offset  whether packed texel offsets lead the address (the {@code _o} forms)
     * @param clamp   whether a LOD clamp ends the address (the {@code _cl} forms)
     * @param half    whether derivatives are 16 bits wide (the {@code _g16} forms)
     */
    record Image(Action action, Lod lod, boolean compare, boolean offset, boolean clamp, boolean half) implements Effect {
        /** Operations. */
        public enum Action {
            LOAD, LOAD_MIP, LOAD_PCK, LOAD_PCK_SIGNED, LOAD_MIP_PCK, LOAD_MIP_PCK_SIGNED,
            LOAD_BY2, LOAD_BY4, LOAD_MIP_BY2, LOAD_MIP_BY4, LOAD_PCK2, LOAD_PCK4, LOAD_MIP_PCK2, LOAD_MIP_PCK4,
            STORE, STORE_MIP, STORE_PCK, STORE_MIP_PCK,
            STORE_BY2, STORE_BY4, STORE_MIP_BY2, STORE_MIP_BY4, STORE_PCK2, STORE_PCK4, STORE_MIP_PCK2, STORE_MIP_PCK4,
            RESINFO, ATOMIC_SWAP, ATOMIC_CMPSWAP, ATOMIC_ADD, ATOMIC_SUB, ATOMIC_SMIN, ATOMIC_UMIN, ATOMIC_SMAX, ATOMIC_UMAX,
            ATOMIC_AND, ATOMIC_OR, ATOMIC_XOR, ATOMIC_INC, ATOMIC_DEC, ATOMIC_FCMPSWAP, ATOMIC_FMIN, ATOMIC_FMAX, SAMPLE, GATHER4,
            GATHER4H, GATHER4H_PCK, GATHER8H_PCK, GET_LOD, MSAA_LOAD, BVH, BVH64;

            /** Whether it reads and writes a texel in one step. */
            public boolean isAtomic() {
                return compareTo(ATOMIC_SWAP) >= 0 && compareTo(ATOMIC_FMAX) <= 0;
            }

            /** Whether it writes texels and reads none. */
            public boolean isStore() {
                return compareTo(STORE) >= 0 && compareTo(STORE_MIP_PCK4) <= 0;
            }

            /** Whether its address ends with a level. */
            public boolean hasLevel() {
                return name().contains("_MIP");
            }

            /** Whether it needs a sampler. */
            public boolean isSampled() {
                return compareTo(SAMPLE) >= 0 && compareTo(GET_LOD) <= 0;
            }

            /** What is not documented of it, so that nobody can do it; null where all is. */
            public @Nullable String undocumented() {
                return switch (this) {
                    case LOAD_PCK, LOAD_PCK_SIGNED, LOAD_MIP_PCK, LOAD_MIP_PCK_SIGNED, STORE_PCK, STORE_MIP_PCK ->
                            "which bits of a texel an access without conversion (pck) moves for each bit of DMASK is not known";
                    case BVH, BVH64 -> "how the nodes that a ray is intersected with lie in memory is not documented";
                    default -> null;
                };
            }
        }

        /** Level-of-detail sources of sampling. */
        public enum Lod { NONE, IMPLICIT, DERIVATIVES, COARSE_DERIVATIVES, EXPLICIT, BIAS, ZERO }
    }

    /**
     * Scalar and vector cache control and probes that address memory but change nothing a program can see.
     *
     * @param invalidates whether a whole cache forgets what it holds, so that later loads see what others wrote
     */
    record Cache(String what, boolean invalidates) implements Effect {
    }

    /** Export to a render target, position, parameter or primitive. */
    record Export() implements Effect {
    }

    /** Interpolation of pixel inputs. */
    record Interpolate(Kind kind) implements Effect {
        /** Which step. */
        public enum Kind {
            P1_F32, P2_F32, MOV_F32, P1LL_F16, P1LV_F16, P2_F16;

            /** Whether it works on one half of an attribute's two 16-bit values. */
            public boolean isHalf() {
                return compareTo(P1LL_F16) >= 0;
            }
        }
    }
}
