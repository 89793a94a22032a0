package org.lierne.recompiler.pass;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Construct;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.Extract;
import org.lierne.recompiler.ir.HostWord;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.ImageAddress;
import org.lierne.recompiler.ir.ImageDim;
import org.lierne.recompiler.ir.ImageFlag;
import org.lierne.recompiler.ir.ImageOp;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Place;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Type;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.ImageBits;
import org.lierne.recompiler.program.NumericClass;
import org.lierne.recompiler.program.SamplerBits;
import org.lierne.recompiler.program.ShaderResource;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.TranslationRefused;
import org.lierne.recompiler.program.WordSource;

/** An image access with the descriptors it goes through, and what a pass needs to write another one in its place. */
public final class ImageSite {
    private static final int CHANNELS = 4;
    private static final int FIRST_CHANNEL_SELECT = 4;

    private final IrModule module;
    private final PassContext context;
    private final Expansion code;
    private final ImageAccess access;
    private final int resource;
    private final ImageBits image;
    private final @Nullable SamplerBits sampler;

    private ImageSite(IrModule module, PassContext context, Expansion code, ImageAccess access, int resource, ImageBits image,
            @Nullable SamplerBits sampler) {
        this.module = module;
        this.context = context;
        this.code = code;
        this.access = access;
        this.resource = resource;
        this.image = image;
        this.sampler = sampler;
    }

    /** Null where the image's descriptor is not known, or is null. */
    static @Nullable ImageSite of(IrModule module, PassContext context, Expansion code, ImageAccess access) {
        if (!(access.image() instanceof Place.ResourceRef reference)) {
            return null;
        }
        DescriptorWords words = context.descriptor(reference.index());
        if (words == null || words.count() != 8 || words.isNull()) {
            return null;
        }
        DescriptorWords sampling = access.sampler() instanceof Place.ResourceRef sampled ? context.descriptor(sampled.index()) : null;
        return new ImageSite(module, context, code, access, reference.index(), ImageBits.of(words),
                sampling == null ? null : SamplerBits.of(sampling));
    }

    public ImageAccess access() {
        return access;
    }

    public ImageAddress address() {
        return access.address();
    }

    /** The image's descriptor. */
    public ImageBits image() {
        return image;
    }

    /** The sampler's descriptor, null for accesses without one. */
    public @Nullable SamplerBits sampler() {
        return sampler;
    }

    /** How the program uses the image. */
    public ShaderResource resource() {
        return module.resources().get(resource);
    }

    public PassContext context() {
        return context;
    }

    /** Writes instructions before the access. */
    public Expansion code() {
        return code;
    }

    /** Where the words of a resource's descriptor come from. */
    public List<WordSource> path(int index) {
        return module.resources().get(index).path().words();
    }

    /** A word of a resource's descriptor, as it is when work is recorded. */
    public Value word(int index, int word) {
        Ssa result = module.fresh(ScalarType.I32);
        code.add(new HostWord(result, path(index).get(word), access.pc()));
        return result;
    }

    public boolean isPixel() {
        return context.program().stage() == ShaderStage.PIXEL;
    }

    /** All accesses of the image in the program, this one included. */
    public List<ImageAccess> accesses() {
        List<ImageAccess> all = new ArrayList<>();
        for (IrBlock block : module.blocks()) {
            for (Inst inst : block.instructions()) {
                if (inst instanceof ImageAccess other && other.image() instanceof Place.ResourceRef place && place.index() == resource) {
                    all.add(other);
                }
            }
        }
        return all;
    }

    /** All accesses that go through the sampler, this one included. */
    public List<ImageAccess> sampledThroughTheSame() {
        List<ImageAccess> all = new ArrayList<>();
        for (IrBlock block : module.blocks()) {
            for (Inst inst : block.instructions()) {
                if (inst instanceof ImageAccess other && other.sampler() != null && other.sampler().equals(access.sampler())) {
                    all.add(other);
                }
            }
        }
        return all;
    }

    /** The descriptor of another access's sampler; null where it has none or it is not known. */
    public @Nullable SamplerBits samplerOf(ImageAccess other) {
        DescriptorWords words = other.sampler() instanceof Place.ResourceRef place ? context.descriptor(place.index()) : null;
        return words == null ? null : SamplerBits.of(words);
    }

    /** Makes the refusal to throw; what the descriptor is stands behind the reason. */
    public TranslationRefused refuse(String reason) {
        return context.refuse(access.pc(), reason + "; the image is a " + image + ", words " + context.told(resource));
    }

    /** Says that the mode acted. */
    public void acted(String what) {
        context.acted(access.pc(), what);
    }

    // What stands in its place.

    /** Puts another access in its place. */
    public void become(ImageAccess other) {
        code.replace(other);
    }

    /** Puts words in the place of its result, as many as it has. */
    public void give(List<Value> words) {
        Ssa result = access.result();
        if (result == null || result.type().size() != words.size()) {
            throw new IllegalStateException(access + " does not have " + words.size() + " words as its result");
        }
        if (words.size() == 1) {
            code.replace(result, words.getFirst());
        } else {
            code.replace(new Construct(result, words, access.pc()));
        }
    }

    /** Of channel words those that DMASK asks for, packed where the access asks for 16-bit data, as its result. */
    public void giveChannels(List<Value> channels, NumericClass numericClass) {
        List<Value> asked = new ArrayList<>();
        for (int i = 0; i < CHANNELS; i++) {
            if ((access.dmask() >>> i & 1) != 0) {
                asked.add(channels.get(i));
            }
        }
        giveWords(asked, numericClass);
    }

    /** Words of a channel each, packed where the access asks for 16-bit data, as its result. */
    public void giveWords(List<Value> words, NumericClass numericClass) {
        give(access.has(ImageFlag.D16) ? packed(words, numericClass) : words);
    }

    private List<Value> packed(List<Value> words, NumericClass numericClass) {
        List<Value> pairs = new ArrayList<>();
        for (int i = 0; i < words.size(); i += 2) {
            Value low = half(words.get(i), numericClass);
            Value high = i + 1 < words.size() ? half(words.get(i + 1), numericClass) : Const.i32(0);
            pairs.add(code.or(low, code.alu(AluOp.SHL, ScalarType.I32, high, Const.i32(16))));
        }
        return pairs;
    }

    private Value half(Value word, NumericClass numericClass) {
        if (numericClass != NumericClass.FLOAT) {
            return code.and(word, Const.i32(0xffff));
        }
        Value half = code.alu(AluOp.F_TO_F, ScalarType.F16, code.real(word, ScalarType.F32));
        return code.alu(AluOp.ZERO_EXTEND, ScalarType.I32, code.bits(half));
    }

    /** Channels as the descriptor selects them. */
    public List<Value> selected(List<Value> channels, NumericClass numericClass) {
        Value one = numericClass == NumericClass.FLOAT ? Const.i32(Float.floatToRawIntBits(1)) : Const.i32(1);
        List<Value> selected = new ArrayList<>();
        for (int i = 0; i < CHANNELS; i++) {
            int channel = image.select(i) - FIRST_CHANNEL_SELECT;
            boolean isPresent = channel >= 0 && channel < channels.size();
            boolean isOne = image.select(i) == 1 || channel == CHANNELS - 1 && !isPresent;
            selected.add(isPresent ? channels.get(channel) : isOne ? one : Const.i32(0));
        }
        return selected;
    }

    /** Words of a texel's first channels at integer coordinates. @param format 0 for the descriptor's own format and selects */
    public List<Value> load(ImageDim dim, List<Value> coordinates, @Nullable Value level, int format, int channels) {
        return read(ImageOp.LOAD, dim, new ImageAddress(coordinates, List.of(), List.of(), level, null, null, null, null), format, channels);
    }

    /** Width, height, depth or slices of a level, and the number of levels. @param format as for loads */
    public List<Value> size(ImageDim dim, Value level, int format) {
        return read(ImageOp.RESINFO, dim, new ImageAddress(List.of(), List.of(), List.of(), level, null, null, null, null), format, CHANNELS);
    }

    private List<Value> read(ImageOp op, ImageDim dim, ImageAddress at, int format, int channels) {
        Ssa result = module.fresh(Type.of(ScalarType.I32, channels));
        code.add(new ImageAccess(result, op, access.image(), null, dim, (1 << channels) - 1, Set.of(ImageFlag.UNNORMALIZED), format,
                at, List.of(), access.guard(), access.pc()));
        return extracted(result);
    }

    /** Words of the channels of another access in its place, unpacked. */
    public List<Value> words(ImageAccess other, int dmask) {
        Ssa result = module.fresh(Type.of(ScalarType.I32, Integer.bitCount(dmask)));
        Set<ImageFlag> flags = EnumSet.noneOf(ImageFlag.class);
        flags.addAll(other.flags());
        flags.remove(ImageFlag.D16);
        code.add(other.moving(dmask, flags, List.of()).into(result, dmask));
        return extracted(result);
    }

    /** What another access gives, where a condition holds, else zeros. */
    public void giveWhere(Value condition, ImageAccess other) {
        Ssa result = module.fresh(Objects.requireNonNull(other.result()).type());
        code.add(other.into(result, other.dmask()));
        List<Value> words = new ArrayList<>();
        extracted(result).forEach(word -> words.add(code.select(condition, word, Const.i32(0))));
        give(words);
    }

    private List<Value> extracted(Ssa result) {
        int size = result.type().size();
        if (size == 1) {
            return List.of(result);
        }
        List<Value> words = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            Ssa word = module.fresh(ScalarType.I32);
            code.add(new Extract(word, result, i, access.pc()));
            words.add(word);
        }
        return words;
    }

    /**
     * The words that a store has for each channel, null for a channel that DMASK leaves out; 16-bit data is widened, integers with their
     * sign.
     */
    public List<@Nullable Value> stored(NumericClass numericClass) {
        List<@Nullable Value> channels = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < CHANNELS; i++) {
            channels.add((access.dmask() >>> i & 1) == 0 ? null : datum(next++, numericClass));
        }
        return channels;
    }

    private Value datum(int index, NumericClass numericClass) {
        if (!access.has(ImageFlag.D16)) {
            return access.data().get(index);
        }
        Value word = access.data().get(index / 2);
        Const start = Const.i32(index % 2 * 16);
        if (numericClass == NumericClass.FLOAT) {
            Value bits = code.alu(AluOp.UBFE, ScalarType.I32, word, start, Const.i32(16));
            Value half = code.real(code.alu(AluOp.TRUNCATE, ScalarType.I16, bits), ScalarType.F16);
            return code.bits(code.alu(AluOp.F_TO_F, ScalarType.F32, half));
        }
        return code.alu(AluOp.SBFE, ScalarType.I32, word, start, Const.i32(16));
    }
}
