package org.lierne.recompiler.core.interpreter;

import java.util.ArrayList;
import java.util.List;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Effect;
import org.lierne.recompiler.isa.Effect.Image;
import org.lierne.recompiler.isa.FloatFormat;

/**
 * Images in guest memory: loads, stores, sizes, atomics, samples, gathers and level queries, as the hardware does them where the rules tell.
 * Linear images are found here, others where the memory says. Several samples and block compression are refused.
 */
final class ImageUnit {
    private static final int CHANNELS = 4;

    private final WaveMemory memory;

    ImageUnit(WaveMemory memory) {
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
        private final ImageTexels texels;
        private int lane;

        Access(Wave wave, Decoded d, Image access, ImageResource image) {
            this.wave = wave;
            this.d = d;
            this.access = access;
            this.image = image;
            String undocumented = access.action().undocumented();
            if (undocumented != null) {
                throw refuse(undocumented);
            }
            if (d.flag('k')) {
                throw refuse("descriptors of 128 bits are not modelled");
            }
            boolean isSized = access.action() == Image.Action.RESINFO;
            if (image.type() >= 14) {
                throw refuse("images of several samples are not modelled");
            }
            TexelFormat format = TexelFormat.of(image.isNull() ? 20 : image.format(), image.selectors());
            if (format == null && !isSized) {
                throw refuse("image format " + image.format() + " has no plain bit fields");
            }
            this.texels = new ImageTexels(memory, image, format == null ? TexelFormat.dwords() : format);
            if (!image.isNull() && !isSized && !texels.isFound()) {
                throw refuse("where texels of swizzle mode " + image.tiling() + " lie is not known");
            }
        }

        private InterpreterRefusal refuse(String reason) {
            return new InterpreterRefusal(d.pc(), d.toString(), reason);
        }

        private ImageAddresses addresses(int ofLane) {
            return ImageAddresses.of(wave, d, access, ofLane);
        }

        void lane(int number) {
            lane = number;
            TexelFormat format = texels.format();
            switch (access.action()) {
                case LOAD, LOAD_MIP -> give(texel(addresses(lane)), format.isInteger());
                case STORE, STORE_MIP -> store(addresses(lane));
                case RESINFO -> give(size(addresses(lane).first()), true);
                case LOAD_BY2, LOAD_MIP_BY2 -> several(2, false);
                case LOAD_BY4, LOAD_MIP_BY4 -> several(4, false);
                case LOAD_PCK2, LOAD_MIP_PCK2 -> several(2, true);
                case LOAD_PCK4, LOAD_MIP_PCK4 -> several(4, true);
                case SAMPLE -> {
                    ImageSampling at = sampling();
                    give(at.sample(), format.isInteger());
                }
                case GATHER4 -> gather();
                case GATHER4H -> gatherRow();
                case GATHER4H_PCK -> gatherBits();
                case GET_LOD -> give(sampling().levels(), false);
                default -> {
                    if (!access.action().isAtomic()) {
                        throw refuse("is not modelled");
                    }
                    atomic(addresses(lane));
                }
            }
        }

        // Loads and stores.

        /** x, y, slice and level that integer coordinates name; outside of the image where the descriptor's type has no such place. */
        private int[] place(ImageAddresses at) {
            int dim = d.field('p');
            boolean isRow = image.axes() == 1;
            int x = at.integer(0);
            int level = at.level();
            int second = at.count() > 1 ? at.integer(1) : 0;
            int third = dim == 6 || at.count() < 3 ? 0 : at.integer(2);
            if (dim == 4) {
                return new int[] {x, 0, second, level};
            }
            if (isRow && dim != 0) {
                return new int[] {x, 0, dim == 1 ? 0 : third, level};
            }
            if (image.axes() > 1 && dim == 0) {
                throw refuse("a 1D access of an image with rows is not modelled");
            }
            return new int[] {x, second, third, level};
        }

        private int[] texel(ImageAddresses at) {
            int[] place = place(at);
            return texels.holds(place) ? texels.load(place) : new int[CHANNELS];
        }

        /** Rules. */
        private void several(int count, boolean packed) {
            ImageAddresses at = addresses(lane);
            TexelFormat format = texels.format();
            int mask = d.field('m');
            boolean fits = 8 * format.bytes() * count <= 32;
            if (!packed && fits && mask != (1 << count * format.channels()) - 1) {
                throw refuse("loads of several texels are not known with this DMASK");
            }
            int[] place = place(at);
            long last = (place[0] & 0xffffffffL) + count - 1;
            boolean isThere = !image.isNull() && place[3] >= 0 && place[3] < image.levels() && last < image.width(place[3])
                    && Integer.compareUnsigned(place[1], image.height(place[3])) < 0;
            int slot = 0;
            int word = 0;
            for (int i = 0; i < count && fits; i++) {
                int[] one = {(place[0] & -count) + i, place[1], place[2], place[3]};
                if (packed) {
                    word |= isThere ? (int) texels.bits(one) << 8 * format.bytes() * i : 0;
                } else {
                    int[] channels = isThere ? texels.load(one) : new int[CHANNELS];
                    for (int c = 0; c < format.channels(); c++) {
                        put(slot++, channels[c], format.isInteger());
                    }
                }
            }
            if (packed) {
                put(0, word, true);
            }
            while (slot < Integer.bitCount(mask) && !packed) {
                put(slot++, 0, true);
            }
        }

        /** Writes the channels that DMASK names to the data registers. */
        private void give(int[] channels, boolean integers) {
            int slot = 0;
            for (int c = 0; c < CHANNELS; c++) {
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
            return texels.format().isInteger() ? (short) bits : Float.floatToRawIntBits(Float.float16ToFloat((short) bits));
        }

        private void store(ImageAddresses at) {
            if (!texels.format().canBeStored()) {
                throw refuse("stores to sRGB images are not modelled");
            }
            int[] place = place(at);
            if (!texels.holds(place)) {
                return;
            }
            int[] data = new int[CHANNELS];
            int slot = 0;
            for (int c = 0; c < CHANNELS; c++) {
                data[c] = (d.field('m') >>> c & 1) != 0 ? taken(slot++) : 0;
            }
            int[] channels = new int[CHANNELS];
            int[] slots = texels.format().slots();
            for (int c = 0; c < CHANNELS; c++) {
                channels[c] = slots[c] < 0 ? 0 : data[slots[c]];
            }
            texels.store(place, channels);
        }

        /** Width, height, depth or slices, faces of cubes among them, levels; zeros past the last level. */
        private int[] size(int level) {
            if (image.isNull() || Integer.compareUnsigned(level, image.levels()) >= 0) {
                return new int[CHANNELS];
            }
            int deep = image.slices(level);
            return image.type() == ImageResource.TYPE_1D_ARRAY ? new int[] {image.width(level), deep, 1, image.levels()}
                    : new int[] {image.width(level), image.height(level), deep, image.levels()};
        }

        // Atomics.

        private void atomic(ImageAddresses at) {
            boolean compares = access.action() == Image.Action.ATOMIC_CMPSWAP || access.action() == Image.Action.ATOMIC_FCMPSWAP;
            int words = Math.max(1, Integer.bitCount(d.field('m')) / (compares ? 2 : 1));
            if (texels.format().bytes() != 4 * words) {
                throw refuse("an atomic of " + 4 * words + " bytes on texels of " + texels.format().bytes());
            }
            long data = register(0, words);
            long compare = compares ? register(words, words) : 0;
            int[] place = place(at);
            long old = 0;
            if (texels.holds(place)) {
                long address = texels.address(place);
                old = memory.read(address, 4 * words);
                memory.write(address, 4 * words, Atomics.apply(operation(), wave.floats(), 32 * words, old, data, compare));
            }
            if (d.glc()) {
                for (int i = 0; i < words; i++) {
                    wave.vectors[d.field('d') + i][lane] = (int) (old >>> 32 * i);
                }
            }
        }

        private Effect.Memory.Action operation() {
            return Effect.Memory.Action.valueOf(access.action().name().substring("ATOMIC_".length()));
        }

        private long register(int offset, int words) {
            long low = wave.vectors[d.field('d') + offset][lane] & 0xffffffffL;
            return words == 1 ? low : low | (long) wave.vectors[d.field('d') + offset + 1][lane] << 32;
        }

        // Samples.

        private ImageSampling sampling() {
            SamplerResource sampler = SamplerResource.of(words(wave, d.field('c') * 4, 4));
            if (sampler.border() == 3) {
                throw refuse("borders of a table are not modelled");
            }
            for (int i = 0; i < image.axes(); i++) {
                if (!SamplerResource.isModelled(sampler.clamp()[i])) {
                    throw refuse("clamping half way to the border is not modelled");
                }
            }
            if (sampler.magFilter() > SamplerResource.LINEAR || sampler.minFilter() > SamplerResource.LINEAR) {
                throw refuse("anisotropic filters are not modelled");
            }
            if (image.axes() > 1 && d.field('p') == 0) {
                throw refuse("a 1D sample of an image with rows is not modelled");
            }
            ImageAddresses[] quad = new ImageAddresses[4];
            boolean needsQuad = access.lod() == Image.Lod.IMPLICIT || access.lod() == Image.Lod.BIAS || access.action() == Image.Action.GET_LOD;
            for (int i = 0; i < quad.length && needsQuad; i++) {
                quad[i] = addresses(lane & ~3 | i);
            }
            return new ImageSampling(texels, sampler, access, addresses(lane), needsQuad ? quad : null, d.flag('u'), d.field('p'));
        }

        /** One channel of the four texels that a blend would take: lower left, lower right, upper right, upper left. */
        private void gather() {
            int[] four = sampling().gathered(Integer.numberOfTrailingZeros(d.field('m')));
            for (int i = 0; i < four.length; i++) {
                put(i, four[i], texels.format().isInteger());
            }
        }

        /** Places of the four texels of a row of level 0 that a horizontal gather reads; none for a row past the last. */
        private List<int[]> row() {
            ImageAddresses at = addresses(lane);
            float x = at.real(0) * image.width(0);
            float y = at.real(1) * image.height(0);
            int anchor = (int) Math.floor(x - 0.5f);
            int row = (int) Math.floor(y);
            List<int[]> places = new ArrayList<>();
            for (int i = 0; i < CHANNELS && row < image.height(0) && !image.isNull(); i++) {
                places.add(new int[] {Math.clamp((long) anchor - 1 + i, 0, image.width(0) - 1), Math.max(0, row), 0, 0});
            }
            return places;
        }

        /** One channel of four texels of a row. */
        private void gatherRow() {
            int channel = Integer.numberOfTrailingZeros(d.field('m'));
            List<int[]> places = row();
            for (int i = 0; i < CHANNELS; i++) {
                put(i, places.isEmpty() ? 0 : texels.load(places.get(i))[channel], texels.format().isInteger());
            }
        }

        /** Rule A-044: the bits of four texels of a row of level 0, one behind the other, as a stream of dwords. */
        private void gatherBits() {
            int bits = 8 * texels.format().bytes();
            List<int[]> places = row();
            long[] stream = new long[2];
            for (int i = 0; i < places.size() && bits <= 32; i++) {
                long texel = texels.bits(places.get(i)) & (1L << bits) - 1;
                stream[i * bits / 64] |= texel << i * bits % 64;
            }
            int slot = 0;
            for (int i = 0; i < CHANNELS; i++) {
                if ((d.field('m') >>> i & 1) != 0) {
                    put(slot++, (int) (stream[i / 2] >>> 32 * (i % 2)), true);
                }
            }
        }
    }
}
