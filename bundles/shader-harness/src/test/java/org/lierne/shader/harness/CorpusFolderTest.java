package org.lierne.shader.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lierne.recompiler.program.DescriptorWalker;
import org.lierne.recompiler.program.DescriptorPath;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.WordSource;
import org.lierne.testing.Rule;

final class CorpusFolderTest {
    private static final Path CORPUS = Path.of("src/test/resources/corpus");

    @Test
    void describesEveryProgram() {
        try (CorpusFolder folder = CorpusFolder.open(CORPUS.resolve("programs.zip"))) {
            int described = 0;
            for (CorpusProgram program : folder.programs().values()) {
                ShaderProgram shader = program.describe(CorpusProgram.Partner.NONE, 0);
                assertTrue(program.id().endsWith(shader.id()), program.id());
                described++;
            }

            assertEquals(339, described);
        }
    }

    @Test
    void namesFileAndLineOfAMistake(@TempDir Path root) throws IOException {
        Files.createDirectories(root.resolve("code"));
        Files.write(root.resolve("code/a.bin"), new byte[4]);
        Path index = Files.writeString(root.resolve("index.jsonl"), "{\"id\":\"a\"}\n\n{\"id\":\n");
        try (CorpusFolder folder = CorpusFolder.open(root)) {
            String message = assertThrows(IllegalArgumentException.class, folder::programs).getMessage();
            assertTrue(message.startsWith(index + ":3: JSON text at character 6"), message);

            Files.writeString(index, "{\"id\":\"b\"}\n");
            message = assertThrows(IllegalArgumentException.class, folder::programs).getMessage();
            assertEquals(index + ":1: no such file: " + root.resolve("code/b.bin"), message);
        }
    }

    @Test
    void findsTheJobsOfBothOracles() {
        try (CorpusFolder compute = CorpusFolder.open(CORPUS.resolve("oracle.zip"));
                CorpusFolder graphics = CorpusFolder.open(CORPUS.resolve("gfx-oracle.zip"))) {
            assertEquals(57, compute.jobs().size());
            assertEquals(53, graphics.jobs().size());
        }
    }

    @Test
    void packsPixelInputsInTheOrderOfTheAddressBits() {
        try (CorpusFolder folder = CorpusFolder.open(CORPUS.resolve("programs.zip"))) {
            CorpusProgram program = folder.programs().get("frag-3ee4bbcec2bd");
            ShaderProgram shader = java.util.Objects.requireNonNull(program).describe(CorpusProgram.Partner.NONE, 0);

            // SPI_PS_INPUT_ADDR 0x1302: perspective centre, position x and y, front face. Derived.
            assertEquals(List.of("v0 = Input[input=PERSP_CENTER_I]", "v1 = Input[input=PERSP_CENTER_J]", "v2 = Input[input=POSITION_X]",
                    "v3 = Input[input=POSITION_Y]", "v4 = Input[input=FRONT_FACE]"),
                    shader.state().registers().stream().filter(register -> register.vector()).map(Object::toString).toList());
        }
    }

    @Test
    void mapsAttributesToTheParametersOfTheVertexProgram() {
        try (CorpusFolder folder = CorpusFolder.open(CORPUS.resolve("programs.zip"))) {
            Map<String, CorpusProgram> programs = folder.programs();
            CorpusProgram pixel = java.util.Objects.requireNonNull(programs.get("frag-9a0f9f2f5c9e"));

            StageState.Pixel state = (StageState.Pixel) pixel.describe(CorpusProgram.Partner.NONE, 0).state().details();

            assertEquals(StageState.Attribute.Source.PRIMITIVE_ID, state.attributes().get(0).source());
            assertEquals(StageState.Attribute.Source.PARAMETER, state.attributes().get(1).source());
        }
    }

    @Test
    void buildsDescriptorSetsWhereTheUserDataPoints() {
        try (CorpusFolder folder = CorpusFolder.open(CORPUS.resolve("programs.zip"))) {
            CorpusProgram program = java.util.Objects.requireNonNull(folder.programs().get("comp-001666d331c3"));
            JobMemory memory = new JobMemory();
            GuestRegions.Region buffer = memory.buffer(0, 2, 0, new byte[64]);

            int[] userData = memory.userData(program);

            // User SGPR 2 points to set 0, whose binding 2 lies at byte 32; the pointer's high half is 0xffff8000.
            DescriptorPath path = DescriptorPath.loaded(WordSource.userData(2), WordSource.literal(0xffff8000), 32, 4);
            var words = new DescriptorWalker(userData, memory.regions).walk(path);
            assertEquals((int) buffer.address(), words.word(0));
            assertEquals(64, words.word(2));
        }
    }

    /** A program without its registers has the same state, and so the same module, as one whose register says the usual mode. */
    @Test
    @Rule("B-049")
    void takesTheUsualFloatModeForOneThatIsNotKnown() {
        String line = "{'id':'comp-0','stage':'comp','wave_size':32,'regs':{%s},'workgroup_size':[32,1,1]}".replace('\'', '"');
        int[] end = {0xbf810000};

        CorpusProgram unknown = new CorpusProgram(Json.parse(line.formatted("")), end);
        CorpusProgram usual = new CorpusProgram(Json.parse(line.formatted("\"rsrc1\":\"0x2c0000\"")), end);
        CorpusProgram kept = new CorpusProgram(Json.parse(line.formatted("\"rsrc1\":\"0xf0000\"")), end);

        assertEquals(usual.describe(CorpusProgram.Partner.NONE, 0).state(), unknown.describe(CorpusProgram.Partner.NONE, 0).state());
        assertEquals(new FloatMode(0xc0, true, false, false), unknown.describe(CorpusProgram.Partner.NONE, 0).state().floatMode());
        assertEquals(new FloatMode(0xf0, false, false, false), kept.describe(CorpusProgram.Partner.NONE, 0).state().floatMode());
    }
}
