package org.lierne.pass.image.packed_gather;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Construct;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.Extract;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.ImageAddress;
import org.lierne.recompiler.ir.ImageDim;
import org.lierne.recompiler.ir.ImageFlag;
import org.lierne.recompiler.ir.ImageOp;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Place;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Type;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.ir.VectorType;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.RowWindow;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.UnifiedFormat;
import org.osgi.service.component.annotations.Component;

/**
 * {@code image_gather4h_pck} becomes four loads of a row at level 0, from one texel left of the anchor to two right of it, whose bits
 * are put one behind the other. Measured: gfx1031, rule A-044. Written behind the float passes, as the texture unit has no float mode.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.image.packed-gather", needs = {Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED},
        after = {"pass.image.cube-face", "pass.float.nan", "pass.float.denormal.f32"}, before = "pass.cf.structurizer")
@Compat(rules = "A-044", off = Compat.Off.REFUSE)
public final class PackedGather implements TranslationPass {
    private static final int TEXELS = 4;
    private static final int WORD = 32;
    /** Bit 15 of a sampler's first word: coordinates are texels. */
    private static final int FORCE_UNNORMALIZED = 1 << 15;
    private static final Const ZERO = Const.i32(0);

    @Override
    public boolean run(IrModule module, PassContext context) {
        Expansion code = new Expansion(module);
        boolean changed = false;
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = code.enter(block); at.hasNext(); ) {
                Inst inst = at.next();
                if (inst instanceof ImageAccess access && isPackedGather(access.op())) {
                    code.before(access);
                    replace(module, context, code, access);
                    changed = true;
                }
            }
        }
        return changed;
    }

    private static boolean isPackedGather(ImageOp op) {
        return op == ImageOp.GATHER4H_PCK || op == ImageOp.GATHER8H_PCK;
    }

    private static void replace(IrModule module, PassContext context, Expansion code, ImageAccess access) {
        DescriptorWords image = words(context, access.image());
        String problem = problem(access, words(context, access.sampler()));
        if (problem != null) {
            throw context.refuse(access.pc(), problem);
        }
        UnifiedFormat format = UnifiedFormat.of(image == null ? 0 : image.word(1) >>> 20 & 0x1ff);
        List<Value> stream;
        if (image != null && image.isNull() || format != null && format.bytes() * 8 > WORD) {
            stream = List.of();
        } else {
            int[] sources = sources(image, format);
            if (image == null || format == null || sources == null) {
                throw context.refuse(access.pc(), "the texels' bits cannot be told from what the host reads of "
                        + (format == null ? "this format" : format) + " (words " + image + ")");
            }
            stream = new Gather(module, code, access, format, sources).stream();
            context.acted(access.pc(), "four texels of a row read by loads");
        }
        finish(code, access, stream);
    }

    private static @Nullable DescriptorWords words(PassContext context, @Nullable Place place) {
        return place instanceof Place.ResourceRef resource ? context.descriptor(resource.index()) : null;
    }

    /** Why the access is not among those measured, null when it is. */
    private static @Nullable String problem(ImageAccess access, @Nullable DescriptorWords sampler) {
        return access.op() == ImageOp.GATHER8H_PCK ? "what a gather of eight texels returns is not known"
                : access.has(ImageFlag.D16) ? "a packed gather of 16-bit data is not measured"
                : access.dim() != ImageDim.D2 ? "a packed gather with dim:" + access.dim().word() + " is not measured"
                : access.has(ImageFlag.UNNORMALIZED) || sampler != null && (sampler.word(0) & FORCE_UNNORMALIZED) != 0
                        ? "a packed gather at texel coordinates is not measured" : null;
    }

    /**
     * Which channel of a host texel holds each of the format's, null when one is missing or does not say its bits: -1.0 stands for two
     * codes of a signed normalised channel, and a narrow float's NaN may come out changed.
     */
    private static int @Nullable [] sources(@Nullable DescriptorWords image, @Nullable UnifiedFormat format) {
        if (image == null || format == null) {
            return null;
        }
        boolean exact = switch (format.encoding()) {
            case UINT, SINT, UNORM -> true;
            case FLOAT -> format.fields().getFirst() == WORD;
            case SNORM, USCALED, SSCALED, SRGB -> false;
        };
        int[] sources = new int[format.channels()];
        for (int channel = 0; channel < sources.length; channel++) {
            sources[channel] = selected(image.word(3), channel);
            exact &= sources[channel] >= 0;
        }
        return exact ? sources : null;
    }

    /** The first destination that selects a channel, -1 for none. */
    private static int selected(int selects, int channel) {
        for (int i = 0; i < 4; i++) {
            if ((selects >>> 3 * i & 7) == 4 + channel) {
                return i;
            }
        }
        return -1;
    }

    /** The dwords of the stream that DMASK asks for; past its end there are zeros. */
    private static void finish(Expansion code, ImageAccess access, List<Value> stream) {
        List<Value> asked = new ArrayList<>();
        for (int i = 0; i < TEXELS; i++) {
            if ((access.dmask() >>> i & 1) != 0) {
                asked.add(i < stream.size() ? stream.get(i) : ZERO);
            }
        }
        Ssa result = java.util.Objects.requireNonNull(access.result());
        if (asked.size() == 1) {
            code.replace(result, asked.getFirst());
        } else {
            code.replace(new Construct(result, asked, access.pc()));
        }
    }

    /** One gather being written out. */
    private record Gather(IrModule module, Expansion code, ImageAccess access, UnifiedFormat format, int[] sources) {
        List<Value> stream() {
            Value size = read(ImageOp.RESINFO, 3, 2, new ImageAddress(List.of(), List.of(), List.of(), ZERO, null, null, null, null));
            RowWindow window = RowWindow.of(code, access.address().coordinates().get(0), access.address().coordinates().get(1), extract(size, 0),
                    extract(size, 1));
            List<Value> texels = new ArrayList<>();
            for (Value column : window.columns()) {
                texels.add(texel(column, window.row()));
            }
            return packed(texels).stream().map(word -> code.select(window.isBelow(), ZERO, word)).toList();
        }

        private Value integer(AluOp op, Value a, Value b) {
            return code.alu(op, ScalarType.I32, a, b);
        }

        /** The bits of one texel. */
        private Value texel(Value column, Value row) {
            int mask = 0;
            for (int source : sources) {
                mask |= 1 << source;
            }
            int count = Integer.bitCount(mask);
            Value texel = read(ImageOp.LOAD, mask, count, ImageAddress.at(List.of(column, row)));
            Value bits = ZERO;
            for (int channel = 0; channel < sources.length; channel++) {
                Value word = count == 1 ? texel : extract(texel, Integer.bitCount(mask & (1 << sources[channel]) - 1));
                bits = code.or(bits, integer(AluOp.SHL, field(word, format.fields().get(channel)), Const.i32(format.offset(channel))));
            }
            return bits;
        }

        private Value field(Value word, int width) {
            if (format.encoding() == UnifiedFormat.Encoding.UNORM) {
                Value code255 = code.alu(AluOp.FMUL, ScalarType.F32, code.real(word, ScalarType.F32), Const.f32((1 << width) - 1));
                return code.alu(AluOp.F_TO_U, ScalarType.I32, code.alu(AluOp.FRNDNE, ScalarType.F32, code255));
            }
            return width == WORD ? word : code.and(word, Const.i32((1 << width) - 1));
        }

        private List<Value> packed(List<Value> texels) {
            int bits = 8 * format.bytes();
            int perWord = WORD / bits;
            List<Value> words = new ArrayList<>();
            for (int first = 0; first < TEXELS; first += perWord) {
                Value word = texels.get(first);
                for (int i = 1; i < perWord; i++) {
                    word = code.or(word, integer(AluOp.SHL, texels.get(first + i), Const.i32(i * bits)));
                }
                words.add(word);
            }
            return words;
        }

        private Value read(ImageOp op, int dmask, int dwords, ImageAddress address) {
            Type type = dwords == 1 ? ScalarType.I32 : new VectorType(ScalarType.I32, dwords);
            Ssa result = module.fresh(type);
            code.add(new ImageAccess(result, op, access.image(), null, access.dim(), dmask, Set.of(ImageFlag.UNNORMALIZED), 0, address, List.of(),
                    access.guard(), access.pc()));
            return result;
        }

        private Value extract(Value vector, int index) {
            Ssa result = module.fresh(ScalarType.I32);
            code.add(new Extract(result, vector, index, access.pc()));
            return result;
        }
    }
}
