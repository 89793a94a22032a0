package org.lierne.recompiler.core.spirv;

import static org.lierne.recompiler.core.spirv.Spv.Op.*;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.ImageAddress;
import org.lierne.recompiler.ir.ImageDim;
import org.lierne.recompiler.ir.ImageOp;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.HostBinding;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.recompiler.program.NumericClass;
import org.lierne.recompiler.program.ShaderResource;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.UnifiedFormat;
import org.lierne.recompiler.program.ViewShape;

/**
 * Images. A resource is declared once for each shape of view it is used through: the instruction's dimension decides the view's, passes
 * have rewritten instructions whose dimension does not fit the descriptor's type. Sampled images and plain loads go through sampled
 * views, which apply the descriptor's selects; whatever the program also writes goes through storage views.
 */
final class ImageEmitter {
    /** A declared view: its variable and types. */
    private record View(int variable, int imageType, NumericClass numericClass, ViewShape shape, boolean storage) {}

    /** What tells declared views of one resource apart. */
    private record Key(int resource, ViewShape shape, boolean storage) {}

    private final Emission emission;
    private final Code code;
    private final ModuleBuilder module;
    private final Map<Key, View> views = new HashMap<>();
    private final Map<Integer, Integer> samplers = new HashMap<>();

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
            case LOAD, MSAA_LOAD -> load(access, image);
            case STORE -> {
                store(access, image);
                yield null;
            }
            case RESINFO -> size(access, image);
            case GET_LOD -> levelOfDetail(access, image);
            case ATOMIC_SWAP, ATOMIC_CMPSWAP, ATOMIC_ADD, ATOMIC_SUB, ATOMIC_SMIN, ATOMIC_UMIN, ATOMIC_SMAX, ATOMIC_UMAX,
                    ATOMIC_AND, ATOMIC_OR, ATOMIC_XOR, ATOMIC_INC, ATOMIC_DEC -> atomic(access, image);
            case GATHER4H_PCK, GATHER8H_PCK ->
                    throw emission.refuse(access.pc(), access.op().word() + " needs its texels' bits", "pass.image.packed-gather");
            case LOAD_PCK, BVH_INTERSECT, BVH64_INTERSECT ->
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

    private View view(ShaderResource image, ImageDim dim, boolean storage, boolean depthCompare, Pc pc) {
        DescriptorWords words = emission.descriptor(image);
        int number = format(image);
        NumericClass numericClass = UnifiedFormat.numericClass(number);
        ViewShape.Dimension dimension = switch (dim) {
            case D1, D1_ARRAY -> ViewShape.Dimension.D1;
            case D2, D2_ARRAY, D2_MSAA, D2_MSAA_ARRAY -> ViewShape.Dimension.D2;
            case D3 -> ViewShape.Dimension.D3;
            case CUBE -> storage ? ViewShape.Dimension.D2 : ViewShape.Dimension.CUBE;
        };
        boolean arrayed = dim == ImageDim.D1_ARRAY || dim == ImageDim.D2_ARRAY || dim == ImageDim.D2_MSAA_ARRAY
                || dim == ImageDim.CUBE && (storage || isCubeArray(words));
        boolean multisampled = dim == ImageDim.D2_MSAA || dim == ImageDim.D2_MSAA_ARRAY;
        ViewShape shape = new ViewShape(dimension, arrayed, multisampled, numericClass, storage ? number : 0, depthCompare,
                storage ? ViewShape.PLAIN_SWIZZLE : words.word(3) & 0xfff);
        Key key = new Key(image.index(), shape, storage);
        View known = views.get(key);
        if (known != null) {
            return known;
        }
        View declared = declare(image, shape, storage, pc);
        views.put(key, declared);
        return declared;
    }

    /** A cube whose slices reach past one cube is an array of cubes: last slice - first slice at least 6. */
    private static boolean isCubeArray(DescriptorWords words) {
        int last = words.word(4) & 0x1fff;
        int first = words.word(4) >>> 16 & 0x1fff;
        return last - first >= 6;
    }

    private View declare(ShaderResource image, ViewShape shape, boolean storage, Pc pc) {
        int texel = switch (shape.numericClass()) {
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
        int variable = module.variable(Spv.StorageClass.UniformConstant, type);
        if (storage && !image.read()) {
            module.decorate(variable, Spv.Decoration.NonReadable);
        }
        emission.bindNext(variable, number -> new HostBinding(emission.set(), number,
                storage ? HostBinding.Kind.STORAGE_IMAGE : HostBinding.Kind.SAMPLED_IMAGE, image.index(), storage && image.written(), shape),
                (storage ? "storage" : "image") + image.index());
        return new View(variable, type, shape.numericClass(), shape, storage);
    }

    private Spv.ImageFormat storageFormat(ShaderResource image, ViewShape shape, Pc pc) {
        UnifiedFormat format = UnifiedFormat.of(format(image));
        Spv.ImageFormat known = format == null ? null : hostFormat(format);
        if (known != null && (!needsExtendedFormats(known) || emission.host().has(HostFeature.STORAGE_IMAGE_EXTENDED_FORMATS))) {
            if (needsExtendedFormats(known)) {
                module.capability(Spv.Capability.StorageImageExtendedFormats);
            }
            return known;
        }
        if (image.read() && !emission.host().has(HostFeature.STORAGE_IMAGE_READ_WITHOUT_FORMAT)) {
            throw emission.refuse(pc, "the device cannot read storage images without a format, and image format " + format(image)
                    + " has none in modules");
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

    private int sampler(ImageAccess access) {
        if (access.sampler() == null) {
            throw new IllegalStateException("a sampling access without sampler");
        }
        ShaderResource resource = emission.resource(access.sampler(), access.pc());
        return samplers.computeIfAbsent(resource.index(), index -> {
            int variable = module.variable(Spv.StorageClass.UniformConstant, module.typeSampler());
            emission.bindNext(variable, number -> new HostBinding(emission.set(), number, HostBinding.Kind.SAMPLER, index, false, null),
                    "sampler" + index);
            return variable;
        });
    }

    private int loaded(View view) {
        return code.load(view.imageType, view.variable);
    }

    private int sampled(View view, ImageAccess access) {
        int sampler = code.load(module.typeSampler(), sampler(access));
        return code.op(OpSampledImage, module.typeSampledImage(view.imageType), loaded(view), sampler);
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
        View view = view(image, access.dim(), false, compares, access.pc());
        int sampled = sampled(view, access);
        int coordinates = coordinates(access, view);
        List<Integer> operands = new ArrayList<>();
        int mask = 0;
        boolean gradients = !address.ddx().isEmpty();
        boolean explicit = address.lod() != null || access.zeroLod() || gradients || emission.program.stage() != ShaderStage.PIXEL;
        if (address.bias() != null && !explicit) {
            mask |= Spv.ImageOperands.Bias.code();
            operands.add(emission.float32(address.bias()));
        }
        if (explicit && !gradients) {
            mask |= Spv.ImageOperands.Lod.code();
            // Decision B-001: implicit levels outside of the pixel stage are level 0.
            operands.add(address.lod() != null ? emission.float32(address.lod()) : code.constantFloat(0));
        }
        if (gradients) {
            mask |= Spv.ImageOperands.Grad.code();
            operands.add(gradient(access, address.ddx()));
            operands.add(gradient(access, address.ddy()));
        }
        if (address.offset() != null) {
            Integer offset = constOffset(access, view);
            if (offset == null) {
                throw emission.refuse(access.pc(), "the texel offset is not a constant, which only gathers may have");
            }
            mask |= Spv.ImageOperands.ConstOffset.code();
            operands.add(offset);
        }
        if (address.lodClamp() != null) {
            throw emission.refuse(access.pc(), "a minimum level of detail needs a device that has shaderResourceMinLod");
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
            int one = code.constant(Float.floatToRawIntBits(1));
            return result(access, new int[] {word, code.constant(0), code.constant(0), one}, NumericClass.FLOAT);
        }
        Spv.Op op = explicit ? OpImageSampleExplicitLod : OpImageSampleImplicitLod;
        int texel = code.op(op, texelType(view), Words.join(new int[] {sampled, coordinates}, tail));
        return result(access, channels(view, texel), view.numericClass);
    }

    private void refuseUnnormalised(ImageAccess access) {
        if (access.unorm()) {
            throw emission.refuse(access.pc(), "sampling with texel coordinates is not modelled yet");
        }
    }

    private int gather(ImageAccess access, ShaderResource image) {
        ImageAddress address = access.address();
        refuseUnnormalised(access);
        if (address.bias() != null || address.lod() != null) {
            throw emission.refuse(access.pc(), "a gather with a level other than 0 is not modelled yet");
        }
        boolean compares = address.compare() != null;
        View view = view(image, access.dim(), false, compares, access.pc());
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
            int channel = Integer.numberOfTrailingZeros(Math.max(access.dmask(), 1));
            texel = code.op(OpImageGather, texelType(view), Words.join(new int[] {sampled, coordinates, code.constant(channel)}, tail));
        }
        int[] words = channels(view, texel);
        return access.d16() ? vector(TexelCodec.pack16(code, module, words, view.numericClass == NumericClass.FLOAT)) : vector(words);
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
            throw emission.refuse(access.pc(), "cube gradients are not modelled yet", "pass.image.cube-gradients");
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
        View view = view(image, access.dim(), storage, false, access.pc());
        int coordinates = texelCoordinates(access, view);
        int texel;
        if (storage) {
            if (access.address().lod() != null && !isZero(access.address().lod())) {
                throw emission.refuse(access.pc(), "a load of a level other than 0 of an image that is also written is not modelled yet");
            }
            texel = code.op(OpImageRead, texelType(view), loaded(view), coordinates);
            return result(access, selected(image, channels(view, texel)), view.numericClass);
        }
        if (view.shape.multisampled()) {
            int sample = emission.word(access.address().coordinates().getLast());
            texel = code.op(OpImageFetch, texelType(view), loaded(view), coordinates, Spv.ImageOperands.Sample.code(), sample);
        } else {
            int lod = access.address().lod() == null ? code.constant(0) : emission.word(access.address().lod());
            texel = code.op(OpImageFetch, texelType(view), loaded(view), coordinates, Spv.ImageOperands.Lod.code(), lod);
        }
        return result(access, channels(view, texel), view.numericClass);
    }

    private static boolean isZero(@Nullable Value value) {
        return value != null && Integer.valueOf(0).equals(Emission.constantWord(value));
    }

    private int[] selected(ShaderResource image, int[] channels) {
        int selects = selects(image);
        boolean isFloat = UnifiedFormat.numericClass(format(image)) == NumericClass.FLOAT;
        int[] result = new int[4];
        for (int i = 0; i < 4; i++) {
            int select = selects >>> 3 * i & 7;
            result[i] = select >= 4 ? channels[select - 4] : code.constant(select == 0 ? 0 : isFloat ? Float.floatToRawIntBits(1) : 1);
        }
        return result;
    }

    private void store(ImageAccess access, ShaderResource image) {
        if (access.address().lod() != null && !isZero(access.address().lod())) {
            throw emission.refuse(access.pc(), "a store to a level other than 0 is not modelled yet");
        }
        View view = view(image, access.dim(), true, false, access.pc());
        int coordinates = texelCoordinates(access, view);
        int[] given = access.data().stream().mapToInt(emission::word).toArray();
        int count = Integer.bitCount(access.dmask());
        int[] words = access.d16() ? TexelCodec.unpack16(code, given, count, view.numericClass) : given;
        int[] channels = new int[4];
        int next = 0;
        for (int i = 0; i < 4; i++) {
            channels[i] = (access.dmask() >>> i & 1) != 0 ? words[next++] : code.constant(0);
        }
        int texel = code.construct(texelType(view), typed(view, channels));
        code.effect(OpImageWrite, loaded(view), coordinates, texel);
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

    private int atomic(ImageAccess access, ShaderResource image) {
        View view = view(image, access.dim(), true, false, access.pc());
        if (view.numericClass == NumericClass.FLOAT) {
            throw emission.refuse(access.pc(), "an atomic on a float image is not modelled yet", "pass.image.atomic-on-float");
        }
        int scalar = view.numericClass == NumericClass.SINT ? module.typeSigned32() : code.word();
        int pointer = code.op(OpImageTexelPointer, module.typePointer(Spv.StorageClass.Image, scalar), view.variable,
                texelCoordinates(access, view), code.constant(0));
        int scope = code.constant(Spv.Scope.Device.code());
        int relaxed = code.constant(0);
        int[] data = typed(view, access.data().stream().mapToInt(emission::word).toArray());
        Spv.Op op = switch (access.op()) {
            case ATOMIC_SWAP -> OpAtomicExchange;
            case ATOMIC_ADD -> OpAtomicIAdd;
            case ATOMIC_SUB -> OpAtomicISub;
            case ATOMIC_SMIN -> OpAtomicSMin;
            case ATOMIC_UMIN -> OpAtomicUMin;
            case ATOMIC_SMAX -> OpAtomicSMax;
            case ATOMIC_UMAX -> OpAtomicUMax;
            case ATOMIC_AND -> OpAtomicAnd;
            case ATOMIC_OR -> OpAtomicOr;
            case ATOMIC_XOR -> OpAtomicXor;
            case ATOMIC_CMPSWAP -> OpAtomicCompareExchange;
            default -> throw emission.refuse(access.pc(), access.op().word() + " is not modelled yet");
        };
        int old = op == OpAtomicCompareExchange ? code.op(op, scalar, pointer, scope, relaxed, relaxed, data[0], data[1])
                : code.op(op, scalar, pointer, scope, relaxed, data[0]);
        return scalar == code.word() ? old : code.asWord(old);
    }

    // Queries.

    private int size(ImageAccess access, ShaderResource image) {
        module.capability(Spv.Capability.ImageQuery);
        View view = view(image, access.dim(), false, false, access.pc());
        int components = switch (view.shape.dimension()) {
            case D1 -> 1;
            case D2, CUBE -> 2;
            case D3 -> 3;
        } + (view.shape.arrayed() ? 1 : 0);
        int type = module.typeVector(code.word(), components);
        int loaded = loaded(view);
        Value level = access.address().coordinates().isEmpty() ? access.address().lod() : access.address().coordinates().getFirst();
        int size = view.shape.multisampled() ? code.op(OpImageQuerySize, type, loaded)
                : code.op(OpImageQuerySizeLod, type, loaded, level == null ? code.constant(0) : emission.word(level));
        int[] channels = {code.constant(1), code.constant(1), code.constant(1),
                view.shape.multisampled() ? code.constant(1) : code.op(OpImageQueryLevels, code.word(), loaded)};
        for (int i = 0; i < components; i++) {
            channels[view.shape.dimension() == ViewShape.Dimension.D1 && i == 1 ? 2 : i] =
                    components == 1 ? size : code.extract(code.word(), size, i);
        }
        return result(access, channels, NumericClass.UINT);
    }

    private int levelOfDetail(ImageAccess access, ShaderResource image) {
        if (emission.program.stage() != ShaderStage.PIXEL) {
            throw emission.refuse(access.pc(), "a level-of-detail query needs derivatives, which only the pixel stage has");
        }
        module.capability(Spv.Capability.ImageQuery);
        View view = view(image, access.dim(), false, false, access.pc());
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
        return vector(access.d16() ? TexelCodec.pack16(code, module, wanted, numericClass == NumericClass.FLOAT) : wanted);
    }

    private int vector(int[] words) {
        return words.length == 1 ? words[0] : code.construct(module.typeVector(code.word(), words.length), words);
    }
}
