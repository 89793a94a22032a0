package org.lierne.recompiler.core.lift;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.ImageAddress;
import org.lierne.recompiler.ir.ImageDim;
import org.lierne.recompiler.ir.ImageFlag;
import org.lierne.recompiler.ir.ImageOp;
import org.lierne.recompiler.ir.Place;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Type;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Effect.Image;

/**
 * Image instructions. Documented: RDNA 2 ISA, "MIMG" and "Image Opcodes with Sampler": address VGPRs hold offset, bias, depth
 * reference, derivatives, coordinates, LOD or LOD clamp, in this order, as far as the instruction has them.
 */
final class ImageLift {
    private final Lift lift;
    private final Emit emit;
    private final Registers registers;

    ImageLift(Lift lift) {
        this.lift = lift;
        this.emit = lift.emit();
        this.registers = lift.registers();
    }

    /** The address operands in order: whole registers, or halves of them with 16-bit addresses. */
    private final class Addresses {
        private final Decoded inst;
        private final boolean half;
        private int next;
        private int nextHalf;

        Addresses(Decoded inst) {
            this.inst = inst;
            this.half = inst.field('e') != 0;
        }

        private Value register(int position) {
            if (position == 0 || inst.field('n') == 0) {
                return lift.vgpr((inst.field('a') & 0xff) + position);
            }
            int word = inst.word(2 + (position - 1) / 4);
            return lift.vgpr(word >>> (position - 1) % 4 * 8 & 0xff);
        }

        /** A register of its own, even with 16-bit addresses. */
        Value whole() {
            return register(next++);
        }

        /** The bits of the next component; half a register, zero-extended, where components are halves. */
        private Value bits(boolean halves) {
            if (!halves) {
                return whole();
            }
            Value word = register(next + nextHalf / 2);
            Value part = nextHalf % 2 == 0 ? emit.and(word, Const.i32(0xffff)) : emit.shiftRight(word, 16);
            nextHalf++;
            return part;
        }

        /** Goes on with a fresh register after a group of halves. */
        void align() {
            next += (nextHalf + 1) / 2;
            nextHalf = 0;
        }

        Value real() {
            Value bits = bits(half);
            return half ? widened(bits) : lift.real(bits);
        }

        private Value widened(Value bits) {
            return emit.alu(AluOp.F_TO_F, ScalarType.F32,
                    emit.bitcast(emit.alu(AluOp.TRUNCATE, ScalarType.I16, bits), ScalarType.F16));
        }

        /** Derivatives are 16 bits wide in the g16 forms alone, whatever the width of the coordinates. */
        List<Value> derivatives(int count, boolean halves) {
            List<Value> all = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                Value bits = bits(halves);
                all.add(halves ? widened(bits) : lift.real(bits));
            }
            align();
            return all;
        }

        Value integer() {
            return bits(half);
        }

        List<Value> reals(int count) {
            List<Value> all = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                all.add(real());
            }
            return all;
        }

        List<Value> integers(int count) {
            List<Value> all = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                all.add(integer());
            }
            return all;
        }
    }

    void lift(Decoded inst, Image access) {
        ImageDim dim = ImageDim.values()[inst.field('p')];
        Place image = new Place.DescriptorWords(lift.descriptor((inst.word(1) >>> 16 & 31) * 4, 8));
        if ((inst.word(0) >>> 15 & 1) != 0) {
            throw lift.refuse(inst, "128-bit image descriptors (r128) are not translated");
        }
        switch (access.action()) {
            case LOAD, LOAD_MIP, MSAA_LOAD -> plain(inst, access, ImageOp.LOAD, dim, image);
            case LOAD_BY2, LOAD_MIP_BY2 -> plain(inst, access, ImageOp.LOAD_BY2, dim, image);
            case LOAD_BY4, LOAD_MIP_BY4 -> plain(inst, access, ImageOp.LOAD_BY4, dim, image);
            case LOAD_PCK2, LOAD_MIP_PCK2 -> plain(inst, access, ImageOp.LOAD_PCK2, dim, image);
            case LOAD_PCK4, LOAD_MIP_PCK4 -> plain(inst, access, ImageOp.LOAD_PCK4, dim, image);
            case STORE_BY2, STORE_BY4, STORE_MIP_BY2, STORE_MIP_BY4 -> throw lift.refuse(inst,
                    "a store of several texels ends at its first dword, which is not modelled", "pass.image.by-load");
            case STORE_PCK2, STORE_PCK4, STORE_MIP_PCK2, STORE_MIP_PCK4 -> throw lift.refuse(inst,
                    "what a packed store of several texels does is not known", "pass.image.pck-load");
            case STORE, STORE_MIP -> plain(inst, access, ImageOp.STORE, dim, image);
            case SAMPLE -> sampled(inst, access, ImageOp.SAMPLE, dim, image);
            case GATHER4 -> sampled(inst, access, ImageOp.GATHER4, dim, image);
            case GATHER4H -> sampled(inst, access, ImageOp.GATHER4H, dim, image);
            case GATHER4H_PCK -> sampled(inst, access, ImageOp.GATHER4H_PCK, dim, image);
            case GATHER8H_PCK -> sampled(inst, access, ImageOp.GATHER8H_PCK, dim, image);
            case GET_LOD -> sampled(inst, access, ImageOp.GET_LOD, dim, image);
            case RESINFO -> {
                Addresses at = new Addresses(inst);
                load(inst, ImageOp.RESINFO, dim, image, null, flags(inst),
                        new ImageAddress(List.of(), List.of(), List.of(), at.integer(), null, null, null, null));
            }
            case ATOMIC_SWAP -> atomic(inst, ImageOp.ATOMIC_SWAP, dim, image);
            case ATOMIC_CMPSWAP -> atomic(inst, ImageOp.ATOMIC_CMPSWAP, dim, image);
            case ATOMIC_ADD -> atomic(inst, ImageOp.ATOMIC_ADD, dim, image);
            case ATOMIC_SUB -> atomic(inst, ImageOp.ATOMIC_SUB, dim, image);
            case ATOMIC_SMIN -> atomic(inst, ImageOp.ATOMIC_SMIN, dim, image);
            case ATOMIC_UMIN -> atomic(inst, ImageOp.ATOMIC_UMIN, dim, image);
            case ATOMIC_SMAX -> atomic(inst, ImageOp.ATOMIC_SMAX, dim, image);
            case ATOMIC_UMAX -> atomic(inst, ImageOp.ATOMIC_UMAX, dim, image);
            case ATOMIC_AND -> atomic(inst, ImageOp.ATOMIC_AND, dim, image);
            case ATOMIC_OR -> atomic(inst, ImageOp.ATOMIC_OR, dim, image);
            case ATOMIC_XOR -> atomic(inst, ImageOp.ATOMIC_XOR, dim, image);
            case ATOMIC_INC -> atomic(inst, ImageOp.ATOMIC_INC, dim, image);
            case ATOMIC_DEC -> atomic(inst, ImageOp.ATOMIC_DEC, dim, image);
            case LOAD_PCK, LOAD_PCK_SIGNED, LOAD_MIP_PCK, LOAD_MIP_PCK_SIGNED, STORE_PCK, STORE_MIP_PCK, BVH, BVH64 ->
                    throw lift.refuse(inst, Objects.requireNonNull(access.action().undocumented()));
            case ATOMIC_FCMPSWAP -> atomic(inst, ImageOp.ATOMIC_FCMPSWAP, dim, image);
            case ATOMIC_FMIN -> atomic(inst, ImageOp.ATOMIC_FMIN, dim, image);
            case ATOMIC_FMAX -> atomic(inst, ImageOp.ATOMIC_FMAX, dim, image);
        }
    }

    private void plain(Decoded inst, Image access, ImageOp op, ImageDim dim, Place image) {
        Addresses at = new Addresses(inst);
        List<Value> coordinates = at.integers(dim.coordinates());
        Value level = access.action().hasLevel() ? at.integer() : null;
        ImageAddress address = new ImageAddress(coordinates, List.of(), List.of(), level, null, null, null, null);
        if (op != ImageOp.STORE) {
            load(inst, op, dim, image, null, flags(inst), address);
        } else {
            List<Value> data = data(inst, dwords(inst, Integer.bitCount(inst.field('m'))));
            emit.add(new ImageAccess(null, op, image, null, dim, inst.field('m'), flags(inst), 0, address, data, lift.guard(),
                    emit.pc()));
        }
    }

    private void sampled(Decoded inst, Image access, ImageOp op, ImageDim dim, Place image) {
        Addresses at = new Addresses(inst);
        Value offset = access.offset() ? at.whole() : null;
        Value bias = access.lod() == Image.Lod.BIAS ? at.real() : null;
        if (bias != null && inst.field('e') != 0) {
            at.align();
        }
        Value compare = access.compare() ? lift.real(at.whole()) : null;
        List<Value> ddx = List.of();
        List<Value> ddy = List.of();
        if (access.lod() == Image.Lod.DERIVATIVES || access.lod() == Image.Lod.COARSE_DERIVATIVES) {
            ddx = at.derivatives(dim.gradients(), access.half());
            ddy = at.derivatives(dim.gradients(), access.half());
        }
        List<Value> coordinates = at.reals(dim.coordinates());
        Value lod = access.lod() == Image.Lod.EXPLICIT ? at.real() : null;
        Value clamp = access.clamp() ? at.real() : null;
        Place sampler = new Place.DescriptorWords(lift.descriptor(inst.field('c') * 4, 4));
        Set<ImageFlag> flags = flags(inst);
        if (access.lod() == Image.Lod.ZERO) {
            flags.add(ImageFlag.ZERO_LOD);
        }
        load(inst, op, dim, image, sampler, flags, new ImageAddress(coordinates, ddx, ddy, lod, bias, clamp, compare, offset));
    }

    private static Set<ImageFlag> flags(Decoded inst) {
        Set<ImageFlag> flags = EnumSet.noneOf(ImageFlag.class);
        set(flags, ImageFlag.UNNORMALIZED, inst.field('u'));
        set(flags, ImageFlag.D16, inst.field('h'));
        set(flags, ImageFlag.A16, inst.field('e'));
        set(flags, ImageFlag.COHERENT, inst.field('g'));
        set(flags, ImageFlag.TFE, inst.field('t'));
        set(flags, ImageFlag.LWE, inst.field('w'));
        return flags;
    }

    private static void set(Set<ImageFlag> flags, ImageFlag flag, int bit) {
        if (bit != 0) {
            flags.add(flag);
        }
    }

    private void load(Decoded inst, ImageOp op, ImageDim dim, Place image, @Nullable Place sampler, Set<ImageFlag> flags,
            ImageAddress address) {
        int channels = op == ImageOp.GATHER4 || op == ImageOp.GATHER4H ? 4 : Integer.bitCount(inst.field('m'));
        int dwords = dwords(inst, channels);
        if (channels == 0) {
            throw lift.refuse(inst, "loads no channel");
        }
        Ssa result = emit.fresh(Type.of(ScalarType.I32, dwords));
        emit.add(new ImageAccess(result, op, image, sampler, dim, inst.field('m'), flags, 0, address, List.of(), null, emit.pc()));
        result(inst, result);
    }

    private void atomic(Decoded inst, ImageOp op, ImageDim dim, Place image) {
        int dwords = Integer.bitCount(inst.field('m'));
        int operands = op.operands();
        if (dwords != operands && dwords != 2 * operands) {
            throw lift.refuse(inst, "an atomic with DMASK 0x" + Integer.toHexString(inst.field('m')) + " names neither one dword nor two");
        }
        Addresses at = new Addresses(inst);
        List<Value> coordinates = at.integers(dim.coordinates());
        Ssa result = inst.field('g') != 0 ? emit.fresh(Type.of(ScalarType.I32, dwords / operands)) : null;
        emit.add(new ImageAccess(result, op, image, null, dim, inst.field('m'), flags(inst), 0, ImageAddress.at(coordinates),
                data(inst, dwords), lift.guard(), emit.pc()));
        if (result != null) {
            result(inst, result);
        }
    }

    private static boolean isD16(Decoded inst) {
        return inst.field('h') != 0;
    }

    private static int dwords(Decoded inst, int channels) {
        return isD16(inst) ? (channels + 1) / 2 : channels;
    }

    private List<Value> data(Decoded inst, int dwords) {
        List<Value> all = new ArrayList<>(dwords);
        for (int i = 0; i < dwords; i++) {
            all.add(lift.vgpr(inst.field('d') + i));
        }
        return all;
    }

    /** Rule A-043: the status register behind the data that tfe and lwe ask for is left alone. */
    private void result(Decoded inst, Ssa result) {
        for (int i = 0; i < result.type().size(); i++) {
            lift.setVector(inst.field('d') + i, emit.extract(result, i));
        }
    }
}
