package org.lierne.recompiler.core.interpreter;

import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Effect.Image;
import org.lierne.recompiler.isa.FloatFormat;
import org.lierne.recompiler.isa.Operand;

/**
 * Images that lie linear in memory, with one level: loads, stores, sizes, atomics, samples and gathers. Tiled images, mip levels, several
 * samples and block compression are refused.
 *
 * <p>Samples blend on a grid of 1/256 between texels, rounded to even (rule C-021); integers are never blended (rule A-035).
 */
final class LinearImages {
    private static final int GRID = 256;
    private static final int CUBE = 3;

    private final WaveMemory memory;

    LinearImages(WaveMemory memory) {
        this.memory = memory;
    }

    /** Runs an image instruction for the lanes active in EXEC. */
    void access(Wave wave, Decoded d, Image access) {
        ImageResource image = ImageResource.of(words(wave, d.field('r') * 4, 8));
        Access work = new Access(wave, d, access, image);
        for (int l = 0; l < wave.lanes; l++) {
            if ((wave.exec() >>> l & 1) != 0) {
                work.lane(l);
            }
        }
    }

    private static int[] words(Wave wave, int first, int count) {
        int[] words = new int[count];
        for (int i = 0; i < count; i++) {
            words[i] = wave.scalar(first + i);
        }
        return words;
    }

    /** One instruction with what it names. */
    private final class Access {
        private final Wave wave;
        private final Decoded d;
        private final Image access;
        private final ImageResource image;
        private final TexelFormat format;
        private final int dim;
        private int lane;
        private int next;
        private int nextHalf;

        Access(Wave wave, Decoded d, Image access, ImageResource image) {
            this.wave = wave;
            this.d = d;
            this.access = access;
            this.image = image;
            this.dim = d.field('p');
            if (d.flag('k')) {
                throw refuse("descriptors of 128 bits are not modelled");
            }
            if (dim >= 6 || image.type() >= 14) {
                throw refuse("images of several samples are not modelled");
            }
            TexelFormat known = TexelFormat.of(image.isNull() ? nullImage() : image);
            if (known == null) {
                throw refuse("image format " + image.format() + " has no plain bit fields");
            }
            this.format = known;
            if (!image.isNull() && access.action() != Image.Action.RESINFO && (image.tiling() != 0 || image.levels() > 1)) {
                throw refuse(image.tiling() != 0 ? "swizzle mode " + image.tiling() + " is not linear" : "images with mip levels are not modelled");
            }
        }

        /** A null descriptor has no format; one of 32 bits reads its zeros. */
        private ImageResource nullImage() {
            return new ImageResource(0, 20, 0, 0, 0, 0, image.selectors(), 1, 0, 0);
        }

        private InterpreterRefusal refuse(String reason) {
            return new InterpreterRefusal(d.pc(), d.toString(), reason);
        }

        void lane(int number) {
            lane = number;
            next = 0;
            nextHalf = 0;
            switch (access.action()) {
                case LOAD, LOAD_MIP -> give(texel(place()), format.isInteger());
                case STORE, STORE_MIP -> store(place());
                case RESINFO -> give(size(address(0)), true);
                case SAMPLE -> sample();
                case GATHER4 -> gather();
                default -> {
                    if (!access.action().isAtomic()) {
                        throw refuse("is not modelled");
                    }
                    atomic(place());
                }
            }
        }

        // Addresses.

        private int address(int position) {
            Operand operand = d.operandAt(org.lierne.recompiler.isa.Place.ADDRESS);
            if (operand instanceof Operand.VgprList list) {
                return wave.vectors[list.registers().get(position)][lane];
            }
            throw refuse("has no address");
        }

        private int whole() {
            return address(next++);
        }

        /** The next part of the body: half a register with 16-bit addresses. */
        private int part() {
            if (!d.flag('e')) {
                return whole();
            }
            int word = address(next + nextHalf / 2);
            return word >>> 16 * (nextHalf++ & 1) & 0xffff;
        }

        private double real() {
            int bits = part();
            return d.flag('e') ? Float.float16ToFloat((short) bits) : Float.intBitsToFloat(bits);
        }

        private int coordinates() {
            return switch (dim) {
                case 0 -> 1;
                case 1, 4 -> 2;
                default -> 3;
            };
        }

        private boolean isLayered() {
            return dim == 4 || dim == 5 || dim == CUBE;
        }

        /** x, y, slice of a load, store or atomic. Access to a level that is not there is outside. */
        private int[] place() {
            int[] at = new int[3];
            for (int i = 0; i < coordinates(); i++) {
                at[i] = part();
            }
            if (dim == 4) {
                at[2] = at[1];
                at[1] = 0;
            }
            boolean mip = access.action() == Image.Action.LOAD_MIP || access.action() == Image.Action.STORE_MIP;
            return mip && part() != 0 ? new int[] {-1, -1, -1} : at;
        }

        private boolean isInside(int[] at) {
            return !image.isNull() && image.holds(at[0], at[1], at[2]);
        }

        private long addressOf(int[] at) {
            return image.address(at[0], at[1], at[2], format.bytes());
        }

        private int[] texel(int[] at) {
            return isInside(at) ? format.load(memory, addressOf(at)) : new int[4];
        }

        // Data.

        /** Writes the channels that DMASK names to the data registers. */
        private void give(int[] channels, boolean integers) {
            int slot = 0;
            for (int c = 0; c < 4; c++) {
                if ((d.field('m') >>> c & 1) != 0) {
                    put(slot++, channels[c], integers);
                }
            }
        }

        private void put(int slot, int value, boolean integer) {
            if (!d.flag('h')) {
                wave.vectors[d.field('d') + slot][lane] = value;
                return;
            }
            int bits = integer ? value & 0xffff
                    : (int) wave.floats().convert(FloatFormat.F32, FloatFormat.F16, value & 0xffffffffL);
            int[] register = wave.vectors[d.field('d') + slot / 2];
            register[lane] = slot % 2 == 0 ? register[lane] & 0xffff0000 | bits : register[lane] & 0xffff | bits << 16;
        }

        private int taken(int slot) {
            if (!d.flag('h')) {
                return wave.vectors[d.field('d') + slot][lane];
            }
            int bits = wave.vectors[d.field('d') + slot / 2][lane] >>> 16 * (slot & 1) & 0xffff;
            return format.isInteger() ? (short) bits : Float.floatToRawIntBits(Float.float16ToFloat((short) bits));
        }

        private void store(int[] at) {
            if (!format.canBeStored()) {
                throw refuse("stores to sRGB images are not modelled");
            }
            if (!isInside(at)) {
                return;
            }
            int[] data = new int[4];
            int slot = 0;
            for (int c = 0; c < 4; c++) {
                data[c] = (d.field('m') >>> c & 1) != 0 ? taken(slot++) : 0;
            }
            int[] channels = new int[4];
            int[] slots = format.slots();
            for (int c = 0; c < 4; c++) {
                channels[c] = slots[c] < 0 ? 0 : data[slots[c]];
            }
            format.store(memory, addressOf(at), channels);
        }

        /** Width, height, depth or slices, levels; zeros past the last level. */
        private int[] size(int level) {
            if (image.isNull() || Integer.compareUnsigned(level, image.levels()) >= 0) {
                return new int[4];
            }
            int width = Math.max(1, image.width() >>> level);
            int height = Math.max(1, image.height() >>> level);
            if (dim == CUBE) {
                throw refuse("the size of a cube is not modelled");
            }
            int deep = image.type() == ImageResource.TYPE_3D ? Math.max(1, image.depth() >>> level)
                    : dim == 2 || isLayered() ? image.slices() : 1;
            return dim == 0 || dim == 4 ? new int[] {width, deep, 1, image.levels()} : new int[] {width, height, deep, image.levels()};
        }

        private void atomic(int[] at) {
            boolean compares = access.action() == Image.Action.ATOMIC_CMPSWAP || access.action() == Image.Action.ATOMIC_FCMPSWAP;
            int words = Math.max(1, Integer.bitCount(d.field('m')) / (compares ? 2 : 1));
            if (format.bytes() != 4 * words) {
                throw refuse("an atomic of " + 4 * words + " bytes on texels of " + format.bytes());
            }
            long data = register(0, words);
            long compare = compares ? register(words, words) : 0;
            long old = 0;
            if (isInside(at)) {
                long address = addressOf(at);
                old = memory.read(address, 4 * words);
                memory.write(address, 4 * words, Atomics.apply(operation(), wave.floats(), 32 * words, old, data, compare));
            }
            if (d.glc()) {
                for (int i = 0; i < words; i++) {
                    wave.vectors[d.field('d') + i][lane] = (int) (old >>> 32 * i);
                }
            }
        }

        private org.lierne.recompiler.isa.Effect.Memory.Action operation() {
            return org.lierne.recompiler.isa.Effect.Memory.Action.valueOf(access.action().name().substring("ATOMIC_".length()));
        }

        private long register(int offset, int words) {
            long low = wave.vectors[d.field('d') + offset][lane] & 0xffffffffL;
            return words == 1 ? low : low | (long) wave.vectors[d.field('d') + offset + 1][lane] << 32;
        }

        // Samples.

        private void sample() {
            Sampled at = sampled();
            boolean linear = at.sampler.magnified();
            if (at.sampler.magnified() != at.sampler.minified() && access.lod() != Image.Lod.ZERO) {
                throw refuse("the filter depends on the level of detail");
            }
            give(at.blend(linear && !format.isInteger()), format.isInteger());
        }

        /** One channel of the four texels that a blend would take: lower left, lower right, upper right, upper left. */
        private void gather() {
            Sampled at = sampled();
            int channel = Integer.numberOfTrailingZeros(d.field('m'));
            int[][] corners = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
            for (int i = 0; i < 4; i++) {
                put(i, at.texel(at.corner(corners[i][0], corners[i][1]))[channel], format.isInteger());
            }
        }

        private Sampled sampled() {
            SamplerResource sampler = SamplerResource.of(words(wave, d.field('c') * 4, 4));
            int offsets = access.offset() ? whole() : 0;
            if (access.lod() == Image.Lod.BIAS) {
                whole();
            }
            double reference = access.compare() ? Float.intBitsToFloat(whole()) : 0;
            if (access.lod() == Image.Lod.DERIVATIVES || access.lod() == Image.Lod.COARSE_DERIVATIVES) {
                int each = dim == 0 || dim == 4 ? 1 : dim == 2 ? 3 : 2;
                next += access.half() ? 2 * ((each + 1) / 2) : 2 * each;
            }
            double[] at = new double[3];
            for (int i = 0; i < coordinates(); i++) {
                at[i] = real();
            }
            return new Sampled(sampler, at, offsets, reference);
        }

        /** Where a sample lies, in texels. */
        private final class Sampled {
            private final SamplerResource sampler;
            private final double[] at = new double[3];
            private final int slice;
            private final double reference;

            Sampled(SamplerResource sampler, double[] coordinates, int offsets, double reference) {
                this.sampler = sampler;
                this.reference = reference;
                if (!sampler.plain() || sampler.border() == 3) {
                    throw refuse("samplers that take the smallest or greatest texel, or a border of a table, are not modelled");
                }
                int axes = dim == 0 || dim == 4 ? 1 : dim == 2 ? 3 : 2;
                int[] sizes = {image.width(), image.height(), image.depth()};
                boolean counts = sampler.unnormalized() || d.flag('u');
                for (int i = 0; i < axes; i++) {
                    if (!SamplerResource.isModelled(sampler.clamp()[i])) {
                        throw refuse("clamping half way to the border is not modelled");
                    }
                    double coordinate = dim == CUBE ? coordinates[i] - 1 : coordinates[i];
                    at[i] = (counts ? coordinate : coordinate * sizes[i]) + (offsets << 26 - 8 * i >> 26);
                }
                double layer = isLayered() ? coordinates[dim == 4 ? 1 : 2] : 0;
                this.slice = (int) Math.clamp(Math.rint(layer), 0, Math.max(0, image.slices() - 1));
            }

            private int[] corner(int right, int down) {
                boolean flat = dim == 0 || dim == 4;
                return new int[] {(int) Math.floor(at[0] - 0.5) + right, flat ? 0 : (int) Math.floor(at[1] - 0.5) + down,
                    dim == 2 ? (int) Math.floor(at[2]) : slice};
            }

            int[] blend(boolean linear) {
                boolean flat = dim == 0 || dim == 4;
                if (!linear) {
                    return texel(new int[] {(int) Math.floor(at[0]), flat ? 0 : (int) Math.floor(at[1]),
                        dim == 2 ? (int) Math.floor(at[2]) : slice});
                }
                if (dim == 2 && sampler.deep()) {
                    throw refuse("blending along z is not modelled");
                }
                double right = weight(at[0]);
                double down = flat ? 0 : weight(at[1]);
                double[] sums = new double[4];
                for (int i = 0; i < 4; i++) {
                    double weight = ((i & 1) != 0 ? right : 1 - right) * (i > 1 ? down : 1 - down);
                    int[] texel = weight == 0 ? new int[4] : texel(corner(i & 1, i >> 1));
                    for (int c = 0; c < 4; c++) {
                        sums[c] += weight * Float.intBitsToFloat(texel[c]);
                    }
                }
                int[] blended = new int[4];
                for (int c = 0; c < 4; c++) {
                    blended[c] = Float.floatToRawIntBits((float) sums[c]);
                }
                return blended;
            }

            /** How much of the texel further on. */
            private double weight(double coordinate) {
                double from = coordinate - 0.5;
                return Math.rint((from - Math.floor(from)) * GRID) / GRID;
            }

            /** A texel, or the border; of a comparison, 1 or 0 in all channels. */
            private int[] texel(int[] index) {
                if (image.isNull()) {
                    return new int[4];
                }
                int[] where = {SamplerResource.wrapped(sampler.clamp()[0], index[0], image.width()),
                    SamplerResource.wrapped(sampler.clamp()[1], index[1], image.height()),
                    dim == 2 ? SamplerResource.wrapped(sampler.clamp()[2], index[2], image.depth()) : index[2]};
                int[] channels = image.holds(where[0], where[1], where[2]) ? format.load(memory, addressOf(where)) : border();
                if (!access.compare()) {
                    return channels;
                }
                boolean passes = format.isDepth() && sampler.passes(reference, Float.intBitsToFloat(channels[0]));
                int result = passes ? Float.floatToRawIntBits(1) : 0;
                return new int[] {result, result, result, result};
            }

            private int[] border() {
                int one = format.isInteger() ? 1 : Float.floatToRawIntBits(1);
                return format.border(sampler.border() == 2 ? one : 0, sampler.border() == 0 ? 0 : one);
            }
        }
    }
}
