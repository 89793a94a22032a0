package org.lierne.recompiler.core.spirv;

import static org.lierne.recompiler.core.spirv.Spv.Op.*;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.ImageAddress;
import org.lierne.recompiler.ir.ImageDim;
import org.lierne.recompiler.ir.ImageFlag;
import org.lierne.recompiler.ir.ImageOp;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.Place;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.HostBinding;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.recompiler.program.ImageBits;
import org.lierne.recompiler.program.NumericClass;
import org.lierne.recompiler.program.SamplerBits;
import org.lierne.recompiler.program.ShaderResource;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.UnifiedFormat;
import org.lierne.recompiler.program.ViewShape;

/**
 * Images. A resource is declared once for each shape of view it is used through: the instruction's dimension decides the view's, passes
 * have rewritten instructions whose dimension does not fit the descriptor's type. Sampled images and plain loads go through sampled
 * views; whatever the program also writes goes through storage views. The descriptor's selects are applied to what views give: hosts leave
 * open whether those of a view apply to a sampler's border (Vulkan, {@code VK_EXT_border_color_swizzle}).
 */
final class ImageEmitter {
    /** A declared view: its variable and types; whether the variable is an array of the members of a set. */
    private record View(int variable, int imageType, NumericClass numericClass, ViewShape shape, boolean storage, boolean isSet) {}

    /** What tells declared samplers of one resource apart. */
    private record SamplerKey(int resource, HostBinding.Kind kind) {}

    /** What tells declared views of one resource apart. */
    private record Key(int resource, ViewShape shape, boolean storage) {}

    private static final int MAX_LEVEL = 15;
    private static final int FACES = 6;
    private static final int UNORM_16 = 7;
    private static final int UINT_32 = 20;
    private static final int FLOAT_32 = 22;
    private static final int FIRST_CHANNEL_SELECT = 4;
    private static final int LAST_CHANNEL_SELECT = 7;

    private final Emission emission;
    private final Code code;
    private final ModuleBuilder module;
    private final Map<Key, View> views = new HashMap<>();
    private final Map<SamplerKey, Integer> samplers = new HashMap<>();
    private final Map<Integer, Integer> arrays = new HashMap<>();

    ImageEmitter(Emission emission) {
        this.emission = emission;
        this.code = emission.code;
        this.module = emission.module;
    }

    void emit(ImageAccess access) {
        ShaderResource image = emission.resource(access.image(), access.pc());
        if (emission.descriptor(image).isNull()) {
            // Field note R12: a descriptor of zeros reads zero and drops writes.
            if (access.result() != null) {
                emission.bind(access.result(), module.constantNull(emission.type(access.result().type())));
            }
            return;
        }
        refuseWhatAModeCovers(access, image);
        Integer guard = access.guard() == null ? null : (Integer) emission.value(access.guard());
        if (access.result() == null) {
            code.when(guard, () -> apply(access, image));
            return;
        }
        int type = emission.type(access.result().type());
        // Sampling with implicit derivatives has to stay where the whole quad runs; its result is harmless where the guard is false.
        if (guard == null || access.op().usesSampler()) {
            emission.bind(access.result(), present(apply(access, image)));
        } else {
            emission.bind(access.result(), code.when(guard, type, module.constantNull(type), () -> present(apply(access, image))));
        }
    }

    /** Refuses what only a mode that is off, or that does not cover it, would have rewritten. */
    private void refuseWhatAModeCovers(ImageAccess access, ShaderResource image) {
        int format = format(image);
        SamplerBits sampler = access.sampler() == null ? null
                : SamplerBits.of(emission.descriptor(emission.resource(access.sampler(), access.pc())));
        boolean own = access.format() == 0;
        if (access.has(ImageFlag.TFE) || access.has(ImageFlag.LWE)) {
            throw emission.refuse(access.pc(), "a status of texels is not modelled", "pass.image.tfe-lwe");
        }
        if (own && ImageBits.isSampleMask(format)) {
            throw emission.refuse(access.pc(), "sample masks (format " + format + ") are not modelled", "pass.image.fmask");
        }
        if (own && ImageBits.isConverted(format)) {
            throw emission.refuse(access.pc(), "the host has no format for format " + format, "pass.image.converted-unorm");
        }
        if (access.address().compare() != null && format != UNORM_16 && format != FLOAT_32) {
            throw emission.refuse(access.pc(), "a comparison with colours (format " + format + ") is not modelled", "pass.image.color-compare");
        }
        if (sampler != null && sampler.isDegamma() && own) {
            throw emission.refuse(access.pc(), "a sampler that takes texels of format " + format + " for sRGB is not modelled",
                    "pass.image.force-degamma");
        }
        if (sampler != null && sampler.isUnnormalized() && !access.has(ImageFlag.TEXEL_SAMPLER)) {
            throw emission.refuse(access.pc(), "a sampler whose coordinates are texels is not modelled", "pass.image.unnormalized");
        }
        if (access.op().isAtomic() && access.data().size() != access.op().operands() && access.format() != ViewShape.FORMAT_64_UINT) {
            throw emission.refuse(access.pc(), "an atomic on two dwords is not modelled", "pass.image.atomic64");
        }
        if (access.op().isAtomic() && own && format != UINT_32) {
            throw emission.refuse(access.pc(), "an atomic on format " + format + " is not modelled", "pass.image.atomic-raw32");
        }
    }

    private static int present(@Nullable Integer id) {
        if (id == null) {
            throw new IllegalStateException("an image access with a result gave none");
        }
        return id;
    }

    private @Nullable Integer apply(ImageAccess access, ShaderResource image) {
        return switch (access.op()) {
            case SAMPLE -> sample(access, image);
            case GATHER4 -> gather(access, image);
            case LOAD -> load(access, image);
            case STORE -> {
                store(access, image);
                yield null;
            }
            case RESINFO -> size(access, image);
            case GET_LOD -> levelOfDetail(access, image);
            case ATOMIC_SWAP, ATOMIC_CMPSWAP, ATOMIC_ADD, ATOMIC_SUB, ATOMIC_SMIN, ATOMIC_UMIN, ATOMIC_SMAX, ATOMIC_UMAX,
                    ATOMIC_AND, ATOMIC_OR, ATOMIC_XOR, ATOMIC_INC, ATOMIC_DEC, ATOMIC_FCMPSWAP, ATOMIC_FMIN, ATOMIC_FMAX -> atomic(access, image);
            case GATHER4H -> throw emission.refuse(access.pc(), "the host does not gather from one row", "pass.image.row-gather");
            case GATHER4H_PCK, GATHER8H_PCK ->
                    throw emission.refuse(access.pc(), access.op().word() + " needs its texels' bits", "pass.image.packed-gather");
            case LOAD_BY2, LOAD_BY4 ->
                    throw emission.refuse(access.pc(), access.op().word() + " reads several texels", "pass.image.by-load");
            case LOAD_PCK2, LOAD_PCK4 ->
                    throw emission.refuse(access.pc(), access.op().word() + " reads several texels' bits", "pass.image.pck-load");
            case BVH_INTERSECT, BVH64_INTERSECT ->
                    throw emission.refuse(access.pc(), access.op().word() + " is not modelled yet");
        };
    }

    // Views.

    private int format(ShaderResource image) {
        return emission.descriptor(image).word(1) >>> 20 & 0x1ff;
    }

    private int selects(ShaderResource image) {
        return emission.descriptor(image).word(3) & 0xfff;
    }

    private View view(ShaderResource image, ImageAccess access, boolean storage) {
        DescriptorWords words = emission.descriptor(image);
        ImageDim dim = access.dim();
        boolean own = access.format() == 0;
        int number = own ? format(image) : access.format();
        NumericClass numericClass = number == ViewShape.FORMAT_64_UINT ? NumericClass.UINT : UnifiedFormat.numericClass(number);
        // Texels of a cube are those of an array of its faces.
        boolean facewise = storage || !access.op().usesSampler() && access.op() != ImageOp.RESINFO;
        ViewShape.Dimension dimension = switch (dim) {
            case D1, D1_ARRAY -> ViewShape.Dimension.D1;
            case D2, D2_ARRAY, D2_MSAA, D2_MSAA_ARRAY -> ViewShape.Dimension.D2;
            case D3 -> ViewShape.Dimension.D3;
            case CUBE -> facewise ? ViewShape.Dimension.D2 : ViewShape.Dimension.CUBE;
        };
        boolean arrayed = dim == ImageDim.D1_ARRAY || dim == ImageDim.D2_ARRAY || dim == ImageDim.D2_MSAA_ARRAY
                || dim == ImageDim.CUBE && (facewise || isCubeArray(words));
        boolean multisampled = dim == ImageDim.D2_MSAA || dim == ImageDim.D2_MSAA_ARRAY;
        ViewShape shape = new ViewShape(dimension, arrayed, multisampled, numericClass, storage ? number : access.format(),
                access.address().compare() != null, storage ? level(access) : 0);
        Pc pc = access.pc();
        if (storage && multisampled) {
            throw emission.refuse(pc, "the host stores to no images of several samples");
        }
        if (shape.depthCompare() && dimension == ViewShape.Dimension.D3) {
            throw emission.refuse(pc, "the host compares with no volumes");
        }
        Key key = new Key(image.index(), shape, storage);
        View known = views.get(key);
        if (known != null) {
            return known;
        }
        View declared = declare(image, shape, storage, pc);
        views.put(key, declared);
        return declared;
    }

    /** The level that a storage access names, which has to be known for a view of it. */
    private int level(ImageAccess access) {
        Value level = access.op() == ImageOp.RESINFO ? null : access.address().lod();
        Integer known = level == null ? Integer.valueOf(0) : Emission.constantWord(level);
        if (known == null || known < 0 || known > MAX_LEVEL) {
            throw emission.refuse(access.pc(), "a storage image is seen level by level, and this level is "
                    + (known == null ? "computed in the program" : known.toString()), "pass.image.store-level");
        }
        return known;
    }

    /** A cube whose slices reach past one cube is an array of cubes: last slice - first slice at least 6. */
    private static boolean isCubeArray(DescriptorWords words) {
        int last = words.word(4) & 0x1fff;
        int first = words.word(4) >>> 16 & 0x1fff;
        return last - first >= 6;
    }

    private View declare(ShaderResource image, ViewShape shape, boolean storage, Pc pc) {
        int texel = shape.unifiedFormat() == ViewShape.FORMAT_64_UINT ? module.typeInt(64) : switch (shape.numericClass()) {
            case FLOAT -> code.float32();
            case UINT -> code.word();
            case SINT -> module.typeSigned32();
        };
        Spv.Dim dim = switch (shape.dimension()) {
            case D1 -> Spv.Dim.Dim1D;
            case D2 -> Spv.Dim.Dim2D;
            case D3 -> Spv.Dim.Dim3D;
            case CUBE -> Spv.Dim.Cube;
        };
        if (dim == Spv.Dim.Dim1D) {
            module.capability(storage ? Spv.Capability.Image1D : Spv.Capability.Sampled1D);
        }
        if (dim == Spv.Dim.Cube && shape.arrayed()) {
            module.capability(Spv.Capability.SampledCubeArray);
        }
        Spv.ImageFormat format = storage ? storageFormat(image, shape, pc) : Spv.ImageFormat.Unknown;
        int type = module.typeImage(texel, dim, shape.depthCompare(), shape.arrayed(), shape.multisampled(), storage ? 2 : 1, format);
        boolean isSet = image.kind() == ShaderResource.Kind.IMAGE_SET;
        int variable = module.variable(Spv.StorageClass.UniformConstant, isSet ? array(type, pc) : type);
        if (storage && !image.read()) {
            module.decorate(variable, Spv.Decoration.NonReadable);
        }
        emission.bindNext(variable, number -> new HostBinding(emission.set(), number,
                storage ? HostBinding.Kind.STORAGE_IMAGE : HostBinding.Kind.SAMPLED_IMAGE, image.index(), storage && image.written(), shape),
                (storage ? "storage" : "image") + image.index());
        return new View(variable, type, shape.numericClass(), shape, storage, isSet);
    }

    private int array(int imageType, Pc pc) {
        if (!emission.host().has(HostFeature.DESCRIPTOR_INDEXING)) {
            throw emission.refuse(pc, "images are chosen in an array, and the device cannot (descriptor indexing)", "srt.image-tables");
        }
        module.capability(Spv.Capability.ShaderNonUniform);
        module.capability(Spv.Capability.RuntimeDescriptorArray);
        module.capability(Spv.Capability.SampledImageArrayNonUniformIndexing);
        return arrays.computeIfAbsent(imageType, module::typeRuntimeArray);
    }

    private Spv.ImageFormat storageFormat(ShaderResource image, ViewShape shape, Pc pc) {
        if (shape.unifiedFormat() == ViewShape.FORMAT_64_UINT) {
            module.capability(Spv.Capability.Int64ImageEXT);
            module.extension("SPV_EXT_shader_image_int64");
            return Spv.ImageFormat.R64ui;
        }
        UnifiedFormat format = UnifiedFormat.of(shape.unifiedFormat());
        Spv.ImageFormat known = format == null ? null : hostFormat(format);
        if (known != null && (!needsExtendedFormats(known) || emission.host().has(HostFeature.STORAGE_IMAGE_EXTENDED_FORMATS))) {
            if (needsExtendedFormats(known)) {
                module.capability(Spv.Capability.StorageImageExtendedFormats);
            }
            return known;
        }
        if (image.read() && !emission.host().has(HostFeature.STORAGE_IMAGE_READ_WITHOUT_FORMAT)) {
            throw emission.refuse(pc, "the device cannot read storage images without a format, and image format "
                    + shape.unifiedFormat() + " has none in modules");
        }
        if (image.read()) {
            module.capability(Spv.Capability.StorageImageReadWithoutFormat);
        }
        if (image.written()) {
            module.capability(Spv.Capability.StorageImageWriteWithoutFormat);
        }
        return Spv.ImageFormat.Unknown;
    }

    private static boolean needsExtendedFormats(Spv.ImageFormat format) {
        return switch (format) {
            case Rgba32f, Rgba16f, R32f, Rgba8, Rgba8Snorm, Rgba32i, Rgba16i, Rgba8i, R32i, Rgba32ui, Rgba16ui, Rgba8ui, R32ui -> false;
            default -> true;
        };
    }

    private static Spv.@Nullable ImageFormat hostFormat(UnifiedFormat format) {
        return switch (format.number()) {
            case 1 -> Spv.ImageFormat.R8;
            case 2 -> Spv.ImageFormat.R8Snorm;
            case 5 -> Spv.ImageFormat.R8ui;
            case 6 -> Spv.ImageFormat.R8i;
            case 7 -> Spv.ImageFormat.R16;
            case 8 -> Spv.ImageFormat.R16Snorm;
            case 11 -> Spv.ImageFormat.R16ui;
            case 12 -> Spv.ImageFormat.R16i;
            case 13 -> Spv.ImageFormat.R16f;
            case 14 -> Spv.ImageFormat.Rg8;
            case 15 -> Spv.ImageFormat.Rg8Snorm;
            case 18 -> Spv.ImageFormat.Rg8ui;
            case 19 -> Spv.ImageFormat.Rg8i;
            case 20 -> Spv.ImageFormat.R32ui;
            case 21 -> Spv.ImageFormat.R32i;
            case 22 -> Spv.ImageFormat.R32f;
            case 23 -> Spv.ImageFormat.Rg16;
            case 24 -> Spv.ImageFormat.Rg16Snorm;
            case 27 -> Spv.ImageFormat.Rg16ui;
            case 28 -> Spv.ImageFormat.Rg16i;
            case 29 -> Spv.ImageFormat.Rg16f;
            case 36 -> Spv.ImageFormat.R11fG11fB10f;
            case 50 -> Spv.ImageFormat.Rgb10A2;
            case 54 -> Spv.ImageFormat.Rgb10a2ui;
            case 56 -> Spv.ImageFormat.Rgba8;
            case 57 -> Spv.ImageFormat.Rgba8Snorm;
            case 60 -> Spv.ImageFormat.Rgba8ui;
            case 61 -> Spv.ImageFormat.Rgba8i;
            case 62 -> Spv.ImageFormat.Rg32ui;
            case 63 -> Spv.ImageFormat.Rg32i;
            case 64 -> Spv.ImageFormat.Rg32f;
            case 65 -> Spv.ImageFormat.Rgba16;
            case 66 -> Spv.ImageFormat.Rgba16Snorm;
            case 69 -> Spv.ImageFormat.Rgba16ui;
            case 70 -> Spv.ImageFormat.Rgba16i;
            case 71 -> Spv.ImageFormat.Rgba16f;
            case 75 -> Spv.ImageFormat.Rgba32ui;
            case 76 -> Spv.ImageFormat.Rgba32i;
            case 77 -> Spv.ImageFormat.Rgba32f;
            default -> null;
        };
    }

    private int sampler(ImageAccess access, View view) {
        if (access.sampler() == null) {
            throw new IllegalStateException("a sampling access without sampler");
        }
        ShaderResource resource = emission.resource(access.sampler(), access.pc());
        boolean isTexel = access.has(ImageFlag.ONE_TEXEL);
        HostBinding.Kind kind = view.shape.depthCompare() ? isTexel ? HostBinding.Kind.COMPARING_TEXEL_SAMPLER : HostBinding.Kind.COMPARING_SAMPLER
                : view.numericClass != NumericClass.FLOAT ? isTexel ? HostBinding.Kind.INTEGER_TEXEL_SAMPLER : HostBinding.Kind.POINT_SAMPLER
                : isTexel ? HostBinding.Kind.TEXEL_SAMPLER : HostBinding.Kind.SAMPLER;
        return samplers.computeIfAbsent(new SamplerKey(resource.index(), kind), key -> {
            int variable = module.variable(Spv.StorageClass.UniformConstant, module.typeSampler());
            emission.bindNext(variable, number -> new HostBinding(emission.set(), number, kind, key.resource, false, null),
                    "sampler" + key.resource);
            return variable;
        });
    }

    /** The image; of a set the member that the access names. */
    private int loaded(View view, ImageAccess access) {
        if (!view.isSet) {
            return code.load(view.imageType, view.variable);
        }
        Value element = ((Place.ResourceRef) access.image()).element();
        int index = code.op(OpCopyObject, code.word(), emission.word(java.util.Objects.requireNonNull(element)));
        int pointer = code.chain(module.typePointer(Spv.StorageClass.UniformConstant, view.imageType), view.variable, nonUniform(index));
        return nonUniform(code.load(view.imageType, nonUniform(pointer)));
    }

    private int nonUniform(int id) {
        module.decorate(id, Spv.Decoration.NonUniform);
        return id;
    }

    private int sampled(View view, ImageAccess access) {
        int sampler = code.load(module.typeSampler(), sampler(access, view));
        int image = loaded(view, access);
        int both = code.op(OpSampledImage, module.typeSampledImage(view.imageType), image, sampler);
        return view.isSet ? nonUniform(both) : both;
    }

    private int texelType(View view) {
        int scalar = switch (view.numericClass) {
            case FLOAT -> code.float32();
            case UINT -> code.word();
            case SINT -> module.typeSigned32();
        };
        return module.typeVector(scalar, 4);
    }

    // Sampling.

    private int sample(ImageAccess access, ShaderResource image) {
        ImageAddress address = access.address();
        refuseUnnormalised(access);
        boolean compares = address.compare() != null;
        View view = view(image, access, false);
        int sampled = sampled(view, access);
        int coordinates = coordinates(access, view);
        List<Integer> operands = new ArrayList<>();
        int mask = 0;
        boolean gradients = !address.ddx().isEmpty();
        boolean explicit = address.lod() != null || access.has(ImageFlag.ZERO_LOD) || gradients || emission.program.stage() != ShaderStage.PIXEL;
        if (address.bias() != null && !explicit) {
            mask |= Spv.ImageOperands.Bias.code();
            operands.add(emission.float32(address.bias()));
        }
        if (explicit && !gradients) {
            mask |= Spv.ImageOperands.Lod.code();
            operands.add(level(address));
        }
        if (gradients) {
            mask |= Spv.ImageOperands.Grad.code();
            operands.add(gradient(access, address.ddx()));
            operands.add(gradient(access, address.ddy()));
        }
        if (address.offset() != null) {
            Integer offset = constOffset(access, view);
            if (offset == null) {
                throw emission.refuse(access.pc(), "the texel offset is not a constant, which only gathers may have", "pass.image.texel-offset");
            }
            mask |= Spv.ImageOperands.ConstOffset.code();
            operands.add(offset);
        }
        if (address.lodClamp() != null && (gradients || !explicit)) {
            if (!emission.host().has(HostFeature.RESOURCE_MIN_LOD)) {
                throw emission.refuse(access.pc(), "a minimum level of detail needs a device that has shaderResourceMinLod");
            }
            module.capability(Spv.Capability.MinLod);
            mask |= Spv.ImageOperands.MinLod.code();
            operands.add(emission.float32(address.lodClamp()));
        }
        int[] tail = new int[operands.size() + (mask == 0 ? 0 : 1)];
        if (mask != 0) {
            tail[0] = mask;
            for (int i = 0; i < operands.size(); i++) {
                tail[i + 1] = operands.get(i);
            }
        }
        if (compares) {
            int reference = emission.float32(java.util.Objects.requireNonNull(address.compare()));
            Spv.Op op = explicit ? OpImageSampleDrefExplicitLod : OpImageSampleDrefImplicitLod;
            int value = code.op(op, code.float32(), Words.join(new int[] {sampled, coordinates, reference}, tail));
            int word = code.asWord(value);
            int[] channels = new int[4];
            for (int i = 0; i < channels.length; i++) {
                channels[i] = compared(image, i, word);
            }
            return result(access, channels, NumericClass.FLOAT);
        }
        Spv.Op op = explicit ? OpImageSampleExplicitLod : OpImageSampleImplicitLod;
        int texel = code.op(op, texelType(view), Words.join(new int[] {sampled, coordinates}, tail));
        return result(access, selected(access, image, channels(view, texel)), view.numericClass);
    }

    /**
     * The level of a sample whose level is not the host's to find: the one given, else 0, as decision B-001 says for implicit levels outside
     * of the pixel stage, moved by the bias and not below the clamp.
     */
    private int level(ImageAddress address) {
        if (address.lod() != null) {
            return emission.float32(address.lod());
        }
        int level = address.bias() != null ? emission.float32(address.bias()) : code.constantFloat(0);
        return address.lodClamp() == null ? level : code.glsl(Spv.Glsl.NMax, code.float32(), level, emission.float32(address.lodClamp()));
    }

    private void refuseUnnormalised(ImageAccess access) {
        if (access.has(ImageFlag.UNNORMALIZED)) {
            throw emission.refuse(access.pc(), "texel coordinates of an instruction (unrm) are not modelled", "pass.image.unrm");
        }
    }

    /**
     * An output channel of a comparison. The descriptor's selects are applied to what the comparison gives, which stands for x; hosts need
     * not do that in views. Documented: public drivers leave swizzles of depth textures, which come behind the comparison, to the descriptor.
     */
    private int compared(ShaderResource image, int channel, int result) {
        int select = selects(image) >>> 3 * channel & 7;
        boolean isOne = select == 1 || select == LAST_CHANNEL_SELECT;
        return select == FIRST_CHANNEL_SELECT ? result : code.constant(isOne ? Float.floatToRawIntBits(1) : 0);
    }

    private int gather(ImageAccess access, ShaderResource image) {
        ImageAddress address = access.address();
        refuseUnnormalised(access);
        if (address.bias() != null || address.lod() != null || address.lodClamp() != null) {
            throw emission.refuse(access.pc(), "the host gathers from the first level of a view alone", "pass.image.gather-level");
        }
        boolean compares = address.compare() != null;
        if (access.dim() != ImageDim.D2 && access.dim() != ImageDim.D2_ARRAY && access.dim() != ImageDim.CUBE) {
            throw emission.refuse(access.pc(), "the host gathers from 2D images and cubes, not from dim:" + access.dim().word(),
                    "pass.image.gather-level");
        }
        View view = view(image, access, false);
        int sampled = sampled(view, access);
        int coordinates = coordinates(access, view);
        int[] tail = new int[0];
        if (address.offset() != null) {
            Integer constant = constOffset(access, view);
            if (constant != null) {
                tail = new int[] {Spv.ImageOperands.ConstOffset.code(), constant};
            } else {
                module.capability(Spv.Capability.ImageGatherExtended);
                tail = new int[] {Spv.ImageOperands.Offset.code(), dynamicOffset(access, view)};
            }
        }
        int texel;
        if (compares) {
            int reference = emission.float32(java.util.Objects.requireNonNull(address.compare()));
            texel = code.op(OpImageDrefGather, texelType(view), Words.join(new int[] {sampled, coordinates, reference}, tail));
        } else {
            Integer constant = constantChannel(access, image);
            if (constant != null) {
                return gathered(access, view, new int[] {constant, constant, constant, constant});
            }
            texel = code.op(OpImageGather, texelType(view), Words.join(new int[] {sampled, coordinates, code.constant(gatheredChannel(access, image))},
                    tail));
        }
        int[] words = channels(view, texel);
        for (int i = 0; i < words.length && compares; i++) {
            words[i] = compared(image, Integer.numberOfTrailingZeros(Math.max(access.dmask(), 1)), words[i]);
        }
        return gathered(access, view, words);
    }

    private int gathered(ImageAccess access, View view, int[] words) {
        return access.has(ImageFlag.D16) ? vector(TexelCodec.pack16(code, module, words, view.numericClass == NumericClass.FLOAT)) : vector(words);
    }

    /** The channel of the texel that a gather takes; the descriptor's selects say which one stands for the one asked for. */
    private int gatheredChannel(ImageAccess access, ShaderResource image) {
        int channel = Integer.numberOfTrailingZeros(Math.max(access.dmask(), 1));
        return access.format() == 0 ? (selects(image) >>> 3 * channel & 7) - FIRST_CHANNEL_SELECT : channel;
    }

    /** What a gather gives whose channel the descriptor's selects make a constant; else null. */
    private @Nullable Integer constantChannel(ImageAccess access, ShaderResource image) {
        if (gatheredChannel(access, image) >= 0) {
            return null;
        }
        int channel = Integer.numberOfTrailingZeros(Math.max(access.dmask(), 1));
        return selected(access, image, new int[4])[channel];
    }

    /** Host coordinates of a sampling access: the guest's cube face and place on it become a direction. */
    private int coordinates(ImageAccess access, View view) {
        List<Value> given = access.address().coordinates();
        if (access.dim() == ImageDim.CUBE) {
            return cubeDirection(given, view);
        }
        int[] floats = new int[given.size()];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = emission.float32(given.get(i));
        }
        return floats.length == 1 ? floats[0] : code.construct(module.typeVector(code.float32(), floats.length), floats);
    }

    /** The guest's face coordinates run from 1 to 2; faces in the order +x, -x, +y, -y, +z, -z; eight slices a cube in arrays. */
    private int cubeDirection(List<Value> given, View view) {
        int t = code.float32();
        int s = fromFace(emission.float32(given.get(0)));
        int v = fromFace(emission.float32(given.get(1)));
        int faceFloat = code.glsl(Spv.Glsl.RoundEven, t, emission.float32(given.get(2)));
        int slice = code.op(OpConvertFToU, code.word(), code.glsl(Spv.Glsl.NMax, t, faceFloat, code.constantFloat(0)));
        int face = view.shape.arrayed() ? code.and(slice, code.constant(7)) : code.glsl(Spv.Glsl.UMin, code.word(), slice, code.constant(5));
        int one = code.constantFloat(1);
        int minusOne = code.constantFloat(-1);
        int minusS = code.op(OpFNegate, t, s);
        int minusV = code.op(OpFNegate, t, v);
        int isX = code.lessUnsigned(face, code.constant(2));
        int isY = code.lessUnsigned(face, code.constant(4));
        int odd = code.notEqual(code.and(face, code.constant(1)), code.constant(0));
        int axis = code.select(t, odd, minusOne, one);
        int x = code.select(t, isX, axis, code.select(t, isY, s, code.select(t, odd, minusS, s)));
        int y = code.select(t, isX, minusV, code.select(t, isY, axis, minusV));
        int z = code.select(t, isX, code.select(t, odd, s, minusS), code.select(t, isY, code.select(t, odd, minusV, v), axis));
        if (!view.shape.arrayed()) {
            return code.construct(module.typeVector(t, 3), x, y, z);
        }
        int layer = code.op(OpConvertUToF, t, code.shiftRightConstant(slice, 3));
        return code.construct(module.typeVector(t, 4), x, y, z, layer);
    }

    private int fromFace(int coordinate) {
        int centred = code.op(OpFSub, code.float32(), coordinate, code.constantFloat(1.5f));
        return code.op(OpFMul, code.float32(), centred, code.constantFloat(2));
    }

    private int gradient(ImageAccess access, List<Value> values) {
        if (access.dim() == ImageDim.CUBE) {
            throw emission.refuse(access.pc(), "a cube sample with derivatives is not modelled", "pass.image.cube-face");
        }
        int[] floats = values.stream().mapToInt(emission::float32).toArray();
        return floats.length == 1 ? floats[0] : code.construct(module.typeVector(code.float32(), floats.length), floats);
    }

    private static int offsetComponents(View view) {
        return switch (view.shape.dimension()) {
            case D1 -> 1;
            case D2, CUBE -> 2;
            case D3 -> 3;
        };
    }

    private @Nullable Integer constOffset(ImageAccess access, View view) {
        Value offset = access.address().offset();
        if (offset != null && view.shape.dimension() == ViewShape.Dimension.CUBE) {
            throw emission.refuse(access.pc(), "the host has no texel offsets on cubes");
        }
        Integer word = offset == null ? null : Emission.constantWord(offset);
        if (word == null) {
            return null;
        }
        int[] parts = new int[offsetComponents(view)];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = module.constant(module.typeSigned32(), 32, word << 26 - 8 * i >> 26);
        }
        return parts.length == 1 ? parts[0] : module.constantComposite(module.typeVector(module.typeSigned32(), parts.length), parts);
    }

    private int dynamicOffset(ImageAccess access, View view) {
        int word = emission.word(java.util.Objects.requireNonNull(access.address().offset()));
        int[] parts = new int[offsetComponents(view)];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = code.op(OpBitcast, module.typeSigned32(), code.signedField(word, 8 * i, 6));
        }
        return parts.length == 1 ? parts[0] : code.construct(module.typeVector(module.typeSigned32(), parts.length), parts);
    }

    // Loads and stores.

    private int load(ImageAccess access, ShaderResource image) {
        boolean storage = image.written();
        View view = view(image, access, storage);
        int coordinates = texelCoordinates(access, view);
        int texel;
        if (storage) {
            texel = code.op(OpImageRead, texelType(view), loaded(view, access), coordinates);
            return result(access, selected(access, image, channels(view, texel)), view.numericClass);
        }
        if (view.shape.multisampled()) {
            int sample = emission.word(access.address().coordinates().getLast());
            texel = code.op(OpImageFetch, texelType(view), loaded(view, access), coordinates, Spv.ImageOperands.Sample.code(), sample);
        } else {
            int lod = access.address().lod() == null ? code.constant(0) : emission.word(access.address().lod());
            texel = code.op(OpImageFetch, texelType(view), loaded(view, access), coordinates, Spv.ImageOperands.Lod.code(), lod);
        }
        return result(access, selected(access, image, channels(view, texel)), view.numericClass);
    }

    /** A texel's channels as the descriptor selects them; those of a texel seen in another format are its own. */
    private int[] selected(ImageAccess access, ShaderResource image, int[] channels) {
        if (access.format() != 0) {
            return channels;
        }
        int selects = selects(image);
        boolean isFloat = UnifiedFormat.numericClass(format(image)) == NumericClass.FLOAT;
        int[] result = new int[4];
        for (int i = 0; i < 4; i++) {
            int select = selects >>> 3 * i & 7;
            if (select == 2 || select == 3) {
                throw emission.refuse(access.pc(), "channel select " + select + " of an image is none");
            }
            int constant = select == 0 ? 0 : isFloat ? Float.floatToRawIntBits(1) : 1;
            result[i] = select >= FIRST_CHANNEL_SELECT ? channels[select - FIRST_CHANNEL_SELECT] : code.constant(constant);
        }
        return result;
    }

    private void store(ImageAccess access, ShaderResource image) {
        View view = view(image, access, true);
        int coordinates = texelCoordinates(access, view);
        int[] given = access.data().stream().mapToInt(emission::word).toArray();
        int count = Integer.bitCount(access.dmask());
        int[] words = access.has(ImageFlag.D16) ? TexelCodec.unpack16(code, given, count, view.numericClass) : given;
        int[] channels = new int[4];
        int next = 0;
        for (int i = 0; i < 4; i++) {
            channels[i] = (access.dmask() >>> i & 1) != 0 ? words[next++] : code.constant(0);
        }
        int texel = code.construct(texelType(view), typed(view, channels));
        code.effect(OpImageWrite, loaded(view, access), coordinates, texel);
    }

    private int[] typed(View view, int[] words) {
        int[] result = new int[words.length];
        for (int i = 0; i < words.length; i++) {
            result[i] = switch (view.numericClass) {
                case FLOAT -> code.asFloat(words[i]);
                case UINT -> words[i];
                case SINT -> code.op(OpBitcast, module.typeSigned32(), words[i]);
            };
        }
        return result;
    }

    private int texelCoordinates(ImageAccess access, View view) {
        List<Value> given = access.address().coordinates();
        int count = view.shape.multisampled() ? given.size() - 1 : given.size();
        int[] words = new int[count];
        for (int i = 0; i < count; i++) {
            words[i] = given.get(i).type() == ScalarType.I32 ? emission.value(given.get(i)) : emission.word(given.get(i));
        }
        return count == 1 ? words[0] : code.construct(module.typeVector(code.word(), count), words);
    }

    /** Rule A-054: on the bits; minima, maxima and comparisons of floats as in buffers (rule C-024). */
    private int atomic(ImageAccess access, ShaderResource image) {
        View view = view(image, access, true);
        int bits = view.shape.unifiedFormat() == ViewShape.FORMAT_64_UINT ? 64 : 32;
        int type = module.typeInt(bits);
        int pointer = code.op(OpImageTexelPointer, module.typePointer(Spv.StorageClass.Image, type), view.variable,
                texelCoordinates(access, view), code.constant(0));
        AtomicEmitter atomics = new AtomicEmitter(code, module, emission.ir.floatMode(), new AtomicEmitter.FloatRules(true, true));
        int[] words = access.data().stream().mapToInt(emission::word).toArray();
        int[] data = new int[access.op().operands()];
        for (int i = 0; i < data.length; i++) {
            data[i] = bits == 32 ? words[i] : atomics.pair(words[2 * i], words[2 * i + 1]);
        }
        IntSupplier change = () -> atomics.apply(access.op().memoryOp(), new AtomicEmitter.Shared(pointer, Spv.Scope.Device.code(), bits),
                data[data.length - 1], data[0]);
        int old = AtomicEmitter.isLoop(access.op().memoryOp()) ? code.when(isInside(access, view), type, module.constantNull(type), change)
                : change.getAsInt();
        return bits == 32 ? old : atomics.split(old);
    }

    /** Whether a texel exists: an exchange of one that does not would never succeed. */
    private int isInside(ImageAccess access, View view) {
        module.capability(Spv.Capability.ImageQuery);
        List<Value> coordinates = access.address().coordinates();
        int count = coordinates.size();
        int size = code.op(OpImageQuerySize, count == 1 ? code.word() : module.typeVector(code.word(), count), loaded(view, access));
        int inside = 0;
        for (int i = 0; i < count; i++) {
            int within = code.lessUnsigned(emission.word(coordinates.get(i)), count == 1 ? size : code.extract(code.word(), size, i));
            inside = i == 0 ? within : code.both(inside, within);
        }
        return inside;
    }

    // Queries.

    /**
     * Width, height, depth or layers, levels; the layers of a 1D array are the second word, and those of cubes are their faces. Documented:
     * public drivers move the former there from the third for the generation alone whose 1D images have rows, and divide the latter by 6.
     * A level's size follows from that of the first: llvmpipe, asked for a level in each lane, answers all for that of one.
     */
    private int size(ImageAccess access, ShaderResource image) {
        module.capability(Spv.Capability.ImageQuery);
        View view = view(image, access, false);
        int components = switch (view.shape.dimension()) {
            case D1 -> 1;
            case D2, CUBE -> 2;
            case D3 -> 3;
        } + (view.shape.arrayed() ? 1 : 0);
        int type = module.typeVector(code.word(), components);
        int loaded = loaded(view, access);
        Value level = access.address().coordinates().isEmpty() ? access.address().lod() : access.address().coordinates().getFirst();
        int size = view.shape.multisampled() ? code.op(OpImageQuerySize, type, loaded)
                : code.op(OpImageQuerySizeLod, type, loaded, code.constant(0));
        int[] channels = {code.constant(1), code.constant(1), code.constant(1),
                view.shape.multisampled() ? code.constant(1) : code.op(OpImageQueryLevels, code.word(), loaded)};
        for (int i = 0; i < components; i++) {
            channels[i] = components == 1 ? size : code.extract(code.word(), size, i);
        }
        if (view.shape.dimension() == ViewShape.Dimension.CUBE) {
            channels[2] = view.shape.arrayed() ? code.mul(channels[2], code.constant(FACES)) : code.constant(FACES);
        }
        Integer known = level == null ? Integer.valueOf(0) : Emission.constantWord(level);
        if (known == null || known != 0) {
            int number = emission.word(java.util.Objects.requireNonNull(level));
            int halvings = code.and(number, code.constant(MAX_LEVEL));
            for (int i = 0; i < components - (view.shape.arrayed() ? 1 : 0); i++) {
                channels[i] = code.glsl(Spv.Glsl.UMax, code.word(), code.shiftRight(channels[i], halvings), code.constant(1));
            }
            int exists = code.lessUnsigned(number, channels[3]);
            for (int i = 0; i < channels.length; i++) {
                channels[i] = code.selectWord(exists, channels[i], code.constant(0));
            }
        }
        return result(access, channels, NumericClass.UINT);
    }

    private int levelOfDetail(ImageAccess access, ShaderResource image) {
        if (emission.program.stage() != ShaderStage.PIXEL) {
            throw emission.refuse(access.pc(), "a level-of-detail query needs derivatives, which only the pixel stage has");
        }
        module.capability(Spv.Capability.ImageQuery);
        View view = view(image, access, false);
        int sampled = sampled(view, access);
        int pair = code.op(OpImageQueryLod, module.typeVector(code.float32(), 2), sampled, coordinates(access, view));
        int[] channels = {code.asWord(code.extract(code.float32(), pair, 0)), code.asWord(code.extract(code.float32(), pair, 1)),
                code.constant(0), code.constant(0)};
        return result(access, channels, NumericClass.FLOAT);
    }

    // Results.

    private int[] channels(View view, int texel) {
        int[] words = new int[4];
        for (int i = 0; i < 4; i++) {
            words[i] = switch (view.numericClass) {
                case FLOAT -> code.asWord(code.extract(code.float32(), texel, i));
                case UINT -> code.extract(code.word(), texel, i);
                case SINT -> code.asWord(code.extract(module.typeSigned32(), texel, i));
            };
        }
        return words;
    }

    /** The channels that DMASK asks for, packed in pairs for 16-bit data. */
    private int result(ImageAccess access, int[] channels, NumericClass numericClass) {
        int[] wanted = new int[Math.max(1, Integer.bitCount(access.dmask()))];
        int next = 0;
        for (int i = 0; i < 4; i++) {
            if ((access.dmask() >>> i & 1) != 0) {
                wanted[next++] = channels[i];
            }
        }
        if (next == 0) {
            wanted[0] = channels[0];
        }
        return vector(access.has(ImageFlag.D16) ? TexelCodec.pack16(code, module, wanted, numericClass == NumericClass.FLOAT) : wanted);
    }

    private int vector(int[] words) {
        return words.length == 1 ? words[0] : code.construct(module.typeVector(code.word(), words.length), words);
    }
}
