package org.lierne.pass.image.host_forms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.testing.passes.ImagePassRun;
import org.lierne.testing.passes.JavaHost;

/** Expected texels are derived: the image's say where they lie. */
final class HostFormsTest {
    private static final int D2 = 9;
    private static final int UINT_32 = 20;
    private static final int FLOAT_32 = 22;
    private static final String GATHER = "pass.image.gather-level";
    private static final String OFFSET = "pass.image.texel-offset";
    private static final String UNRM = "pass.image.unrm";
    private static final String ROW = "pass.image.row-gather";

    /** 8 by 4 texels and three levels: level, row and column, a hexadecimal digit each, in x, and 0x1000 more in y. */
    private static final class Numbered implements JavaHost.Image {
        @Override
        public int width() {
            return 8;
        }

        @Override
        public int height() {
            return 4;
        }

        @Override
        public int levels() {
            return 3;
        }

        @Override
        public int[] texel(int x, int y) {
            return texel(x, y, 0, 0);
        }

        @Override
        public int[] texel(int x, int y, int layer, int level) {
            int number = level << 8 | y << 4 | x;
            return new int[] {number, 0x1000 | number, 0, 0};
        }

        @Override
        public int[] outside(int x, int y) {
            return new int[] {0xbbb, 0xbbb, 0, 0};
        }
    }

    private static int bits(double value) {
        return Float.floatToRawIntBits((float) value);
    }

    private static ImagePassRun gathers(int lods, int filters, int bias) {
        DescriptorWords sampler = DescriptorWords.of(0, lods, filters << 26 | bias & 0x3fff, 0);
        return ImagePassRun.of(new LeveledGather(), GATHER, ImagePassRun.image(D2, UINT_32, 0xfac, 2)).withSamplers(sampler, sampler);
    }

    private static String gathered(ImagePassRun run, String address, double u, double v, double level) {
        return run.words("image.gather4 coord(v4, v5) " + address + " image=0 sampler=1 dim=d2 dmask=0x1", 4, new Numbered(), bits(u), bits(v),
                bits(level), 0x3f_01);
    }

    /** Lower left, lower right, upper right, upper left of the place between the texels 0 and 1, and 1 and 2 of level 1. */
    @ParameterizedTest
    @CsvSource({"lod(v6), 1, 110 111 101 100", "lod(v6), 0.6, 110 111 101 100", "lod(v6), 0.4, 21 22 12 11", "bias(v6), 1.4, 110 111 101 100",
        "lodclamp(v6), 1, 110 111 101 100", "lod(v6), 9, bbb bbb 201 200", "lod(v6), -3, 21 22 12 11", "lod(v6) texeloffset(v3), 1, 101 102 bbb bbb"})
    void gathersFromTheLevelNamed(String address, double level, String expected) {
        String got = gathered(gathers(0xfff000, 1, 0), address, 0.25, 0.5, level);

        assertEquals(expected, got.replaceAll("\\b0+(?=\\w)", ""), address + " " + level);
    }

    /** LOD_BIAS of half a level; MIN_LOD and MAX_LOD of the sampler; a sampler without levels; MIN_LOD of the image. */
    @Test
    void keepsToTheLimitsOfSamplerAndImage() {
        assertEquals("00000110", first(gathers(0xfff000, 1, 0x80), 0.1));
        assertEquals("00000110", first(gathers(0xfff100, 1, 0), 0));
        assertEquals("00000110", first(gathers(0x100000, 1, 0), 2));
        assertEquals("00000021", first(gathers(0xfff000, 0, 0), 1));
        DescriptorWords limited = DescriptorWords.of(0x10, 0xc0000000 | UINT_32 << 20 | 0x100 << 8, 0x0000c001, D2 << 28 | 2 << 16 | 0xfac, 0, 0, 0, 0);
        assertEquals("00000110", first(gathers(0xfff000, 1, 0).with(limited), 0));
    }

    private static String first(ImagePassRun run, double level) {
        return gathered(run, "lod(v6)", 0.25, 0.5, level).substring(0, 8);
    }

    /** The quad's own level counts in the pixel stage; comparisons stay with the sampler. */
    @Test
    void asksTheHostForTheQuadsLevel() {
        String bias = "v8: i32x4 = image.gather4 coord(v4, v5) bias(v6) image=0 sampler=1 dim=d2 dmask=0x1";
        List<String> pixel = gathers(0xfff000, 1, 0).inPixelStage().rewritten(bias);
        List<String> compute = gathers(0xfff000, 1, 0).rewritten(bias);
        List<String> compared = gathers(0xfff000, 1, 0).rewritten(bias.replace("bias(v6)", "bias(v6) compare(v7)"));

        assertEquals(1, pixel.stream().filter(line -> line.contains("get_lod") && line.contains("dmask=0x2")).count(), pixel::toString);
        assertEquals(0, compute.stream().filter(line -> line.contains("get_lod")).count(), compute::toString);
        assertEquals(4, compared.stream().filter(line -> line.contains("image.sample") && line.contains("compare(v7)") && line.contains("texel"))
                .count(), compared::toString);
    }

    /** Texels of a face, whose coordinates run from 1 to 2; its number is passed on. */
    @Test
    void gathersFromTheFacesOfCubes() {
        List<String> text = gathers(0xfff000, 1, 0).rewritten("v8: i32x4 = image.gather4 coord(v4, v5, v6) lod(v7) image=0 sampler=1 dim=cube dmask=0x1");
        List<String> samples = text.stream().filter(line -> line.contains("image.sample")).toList();

        assertEquals(4, samples.size(), text::toString);
        assertTrue(samples.stream().allMatch(line -> line.contains(", v6)") && line.contains("dim=cube") && line.contains("texel")), samples::toString);
        assertEquals(2, text.stream().filter(line -> line.matches(".*fadd v[45], .*")).count(), text::toString);
    }

    @Test
    void leavesGathersOfTheFirstLevel() {
        String plain = "v8: i32x4 = image.gather4 coord(v4, v5) image=0 sampler=1 dim=d2 dmask=0x1 lz";

        assertEquals(List.of(plain), gathers(0, 1, 0).rewritten(plain));
    }

    @ParameterizedTest
    @CsvSource({"cube, v4^ v5^ v6) texeloffset(v3, '', face of a cube", "d2_msaa, v4^ v5^ v6, '', dim:d2_msaa",
        "d3, v4^ v5^ v6) compare(v3, '', compares with no volumes", "d2, v4^ v5, unorm, texel coordinates"})
    void refusesOtherGathers(String dim, String coordinates, String flags, String reason) {
        String refusal = gathers(0, 1, 0).refusal("v8: i32x4 = image.gather4 coord(%s) lod(v7) image=0 sampler=1 dim=%s dmask=0x1 %s".formatted(
                coordinates.replace('^', ','), dim, flags));

        assertTrue(refusal.contains(reason), refusal);
    }

    /** Offsets of five columns and minus nine rows, by a register. */
    @Test
    void movesCoordinatesByOffsetsThatHostsLack() {
        ImagePassRun run = ImagePassRun.of(new TexelOffset(), OFFSET, ImagePassRun.image(D2, UINT_32));
        List<String> text = run.rewritten("v8: i32 = image.sample coord(v4, v5) texeloffset(v3) image=0 sampler=1 dim=d2 dmask=0x1 lz");

        assertTrue(text.getLast().contains("image.sample") && !text.getLast().contains("texeloffset"), text::toString);
        assertTrue(text.stream().anyMatch(line -> line.contains("sbfe v3, 0x8:i32, 0x6:i32")), text::toString);
    }

    @ParameterizedTest
    @CsvSource({"0x707, true", "0x0f, false", "0x800, false", "0x3838, true", "0x37, false"})
    void leavesOffsetsThatAllHostsHave(String offset, boolean isLeft) {
        String sample = "v8: i32 = image.sample coord(v4, v5) texeloffset(%s:i32) image=0 sampler=1 dim=d2 dmask=0x1 lz".formatted(offset);
        ImagePassRun run = ImagePassRun.of(new TexelOffset(), OFFSET, ImagePassRun.image(D2, UINT_32));

        assertEquals(isLeft, run.rewritten(sample).equals(List.of(sample)), () -> run.rewritten(sample).toString());
    }

    private static ImagePassRun offsets(int type, int format, int filters, int bias) {
        DescriptorWords sampler = DescriptorWords.of(0, 0xfff000, filters << 26 | bias & 0x3fff, 0);
        return ImagePassRun.of(new TexelOffset(), OFFSET, ImagePassRun.image(type, format, 0xfac, 2)).withSamplers(sampler, sampler);
    }

    /** One column on and one row back from (0.3, 0.6), in texels of the level: of 8 by 4, 4 by 2 or 2 by 1. */
    @ParameterizedTest
    @CsvSource({"lod(v6), 0, 13", "lod(v6), 1, 102", "lod(v6), 1.4, 102", "lod(v6), 2, bbb", "bias(v6), 0.6, 102", "lodclamp(v6), 1.4, 102",
        "ddx(v6^ 0x0:f32) ddy(0x0:f32^ 0x0:f32), 0.25, 102"})
    void movesCoordinatesAtTheLevelThatIsSampled(String address, double level, String expected) {
        String sample = "image.sample coord(v4, v5) %s texeloffset(v3) image=0 sampler=1 dim=d2 dmask=0x1".formatted(address.replace('^', ','));

        String got = offsets(D2, UINT_32, 1, 0).words(sample, 1, new Numbered(), bits(0.3), bits(0.6), bits(level), 0x3f01);

        assertEquals(expected, got.replaceAll("\\b0+(?=\\w)", ""), address);
    }

    /** A quarter of level 1 beside level 0, the texel of each moved by an offset of its own. */
    @Test
    void blendsTwoLevelsEachWithItsOwnOffset() {
        List<String> text = offsets(D2, FLOAT_32, 2, 0).rewritten("v8: i32 = image.sample coord(v4, v5) lod(v6) texeloffset(v3) image=0 sampler=1 "
                + "dim=d2 dmask=0x1");
        List<String> integers = offsets(D2, UINT_32, 2, 0).rewritten("v8: i32 = image.sample coord(v4, v5) lod(v6) texeloffset(v3) image=0 sampler=1 "
                + "dim=d2 dmask=0x1");

        assertEquals(2, text.stream().filter(line -> line.contains("image.sample")).count(), text::toString);
        assertEquals(1, integers.stream().filter(line -> line.contains("image.sample")).count(), "integers are never blended");
        assertTrue(text.stream().noneMatch(line -> line.contains("texeloffset")), text::toString);
    }

    @Test
    void asksTheHostForTheLevelOfAQuadThatIsMoved() {
        String sample = "v8: i32 = image.sample coord(v4, v5) bias(v6) texeloffset(v3) image=0 sampler=1 dim=d2 dmask=0x1";

        assertEquals(1, offsets(D2, UINT_32, 1, 0).inPixelStage().rewritten(sample).stream().filter(line -> line.contains("get_lod")).count());
        assertEquals(0, offsets(D2, UINT_32, 1, 0).rewritten(sample).stream().filter(line -> line.contains("get_lod")).count());
    }

    @Test
    void refusesOffsetsOnTheFacesOfCubes() {
        String refusal = offsets(11, UINT_32, 1, 0).refusal("v8: i32 = image.sample coord(v4, v5, v6) lod(v7) texeloffset(v3) image=0 sampler=1 "
                + "dim=cube dmask=0x1");

        assertTrue(refusal.contains("face of a cube"), refusal);
    }

    /** Both rows of a gather are the one there is. */
    @Test
    void gathersFromARow() {
        String got = ImagePassRun.of(new LeveledGather(), GATHER, ImagePassRun.image(8, UINT_32)).words(
                "image.gather4 coord(v4) image=0 sampler=1 dim=d1 dmask=0x1 lz", 4, new Numbered(), bits(0.5));

        assertEquals("3 4 4 3", got.replaceAll("\\b0+(?=\\w)", ""));
    }

    @ParameterizedTest
    @CsvSource({"2.5, 1.5, '', 12", "2.5, 1.5, texeloffset(v3), 17", "0.5, 3.5, '', 30"})
    void dividesTexelCoordinatesBySize(double x, double y, String offset, String expected) {
        String got = ImagePassRun.of(new TexelAddress(), UNRM, ImagePassRun.image(D2, UINT_32)).words("image.sample coord(v4, v5) " + offset
                + " image=0 sampler=1 dim=d2 dmask=0x1 lz unorm", 1, new Numbered(), bits(x), bits(y), 0, 5);

        assertEquals(expected, got.replaceAll("\\b0+(?=\\w)", ""));
    }

    @ParameterizedTest
    @CsvSource({"d2, v4^ v5) lod(v6, '', lz forms alone", "d2, v4^ v5, '', lz forms alone", "cube, v4^ v5^ v6, lz, face of a cube"})
    void refusesOtherTexelCoordinates(String dim, String coordinates, String flags, String reason) {
        String refusal = ImagePassRun.of(new TexelAddress(), UNRM, ImagePassRun.image(D2, UINT_32)).refusal(
                "v8: i32 = image.sample coord(%s) image=0 sampler=1 dim=%s dmask=0x1 %s unorm".formatted(coordinates.replace('^', ','), dim, flags));

        assertTrue(refusal.contains(reason), refusal);
    }

    /** The columns of rule A-044; channel y. */
    @ParameterizedTest
    @CsvSource({"3.5, 1.5, 1012 1013 1014 1015", "0.5, 1.5, 1010 1010 1011 1012", "0, 1.5, 1010 1010 1010 1011", "7.5, 1.5, 1016 1017 1017 1017",
        "3.5, -0.5, 1002 1003 1004 1005", "3.5, 4, 0 0 0 0"})
    void gathersFourTexelsOfARow(double x, double y, String expected) {
        ImagePassRun run = ImagePassRun.of(new RowGather(), ROW, ImagePassRun.image(D2, UINT_32));
        String got = run.words("image.gather4h coord(v4, v5) image=0 sampler=1 dim=d2 dmask=0x2", 4, new Numbered(), bits(x / 8), bits(y / 4));

        assertEquals(expected, got.replaceAll("\\b0+(?=\\w)", ""));
    }

    /** A storage image for each level, of which a lane stores through one. */
    @Test
    void storesAndLoadsThroughAViewOfEachLevel() {
        ImagePassRun run = ImagePassRun.of(new StoredLevel(), "pass.image.store-level", ImagePassRun.image(D2, UINT_32, 0xfac, 2));
        String store = "image.store coord(v0, v1) lod(v2) data(v3) image=0 dim=d2 dmask=0x1 unorm";
        List<String> stores = run.rewritten(store).stream().filter(line -> line.startsWith("image.store")).toList();
        List<String> loads = run.rewritten("v8: i32 = image.load coord(v0, v1) lod(v2) image=0 dim=d2 dmask=0x1 unorm\n" + store).stream()
                .filter(line -> line.contains("image.load")).toList();

        assertEquals(15, stores.size(), stores::toString);
        assertEquals(15, loads.size(), loads::toString);
        for (int level = 0; level < 15; level++) {
            String named = "lod(0x%x:i32)".formatted(level);
            assertEquals(1, stores.stream().filter(line -> line.contains(named) && line.contains("guard(")).count(), named);
            assertEquals(1, loads.stream().filter(line -> line.contains(named) && line.contains("guard(")).count(), named);
        }
        String known = store.replace("v2", "0x1:i32");
        assertEquals(List.of(known), run.rewritten(known));
    }

    @Test
    void refusesRowsOfOtherImages() {
        ImagePassRun run = ImagePassRun.of(new RowGather(), ROW, ImagePassRun.image(10, UINT_32));
        String refusal = run.refusal("v8: i32x4 = image.gather4h coord(v4, v5, v6) image=0 sampler=1 dim=d3 dmask=0x1");

        assertTrue(refusal.contains("dim:d3"), refusal);
    }
}
