package org.lierne.shader.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.StageState.Attribute;

/** Attributes of pixel programs: a line's masks are by their numbers, built-in ones first. */
final class PixelAttributesTest {
    private static final int[] END = {0xbf810000};

    private static List<Attribute> attributes(String names, int flat, String builtIns) {
        CorpusProgram vertex = new CorpusProgram(Json.parse("""
                {"id":"vert-1","stage":"vert","exports":{"params":3,"param_of_location":{"0":1},"param_of_builtin":{%s}}}""".formatted(builtIns)), END);
        Json line = Json.parse("""
                {"id":"frag-1","stage":"frag","wave_size":64,"regs":{"rsrc1":"0x022c0000"},\
                "ps":{"flat_mask":%d,"color_formats":[],"attributes":[%s]}}""".formatted(flat, names));
        CorpusProgram pixel = new CorpusProgram(line, END);
        return ((StageState.Pixel) pixel.describe(new CorpusProgram.Partner(vertex, false, 0, 0, 0, List.of()), 0).state().details()).attributes();
    }

    @Test
    void countsFlatOnesByTheirNumbers() {
        Attribute smooth = Attribute.parameter(1, false);

        assertEquals(List.of(new Attribute(Attribute.Source.PRIMITIVE_ID, 0, true, 0), smooth),
                attributes("\"primitive_id\",\"location 0\"", 1, ""));
        assertEquals(List.of(Attribute.parameter(1, true)), attributes("\"location 0\"", 1, ""));
    }

    /** One line stands for two pipelines here: the one it describes takes y of the position, the other x. */
    @Test
    void takesTheCoordinatesOfTheDrawsOwnModule() {
        Json line = Json.parse("""
                {"id":"frag-1","stage":"frag","wave_size":32,"regs":{"spi_ps_input_ena":"0x202","spi_ps_input_addr":"0x202"},"ps":{"color_formats":[]}}""");

        assertEquals(List.of(0x202, 0x102, 0x202), IntStream.of(0, 1, 3).mapToObj(coordinates -> ((StageState.Pixel) new CorpusProgram(line, END)
                .describe(new CorpusProgram.Partner(null, false, 0, 0, coordinates, List.of()), 0).state().details()).inputEna()).toList());
    }

    /** Export formats 4 halves, 5 and 6 normalised, 7 unsigned and 8 signed shorts, 9 four numbers of 32 bits. */
    @Test
    void exportsToTheTargetsOfTheDraw() {
        Json line = Json.parse("""
                {"id":"frag-1","stage":"frag","wave_size":32,"regs":{},\
                "ps":{"color_formats":["R8G8B8A8_UNORM","R16_UNORM"],"spi_shader_col_format":"0x4a"}}""");

        assertEquals(List.of(10, 5), exports(line));
        assertEquals(List.of(9, 6, 7, 8, 4), exports(line, "R32G32B32A32_UINT", "R16G16_SNORM", "R8_UINT", "R16G16_SINT", "A2B10G10R10_UNORM_PACK32"));
    }

    private static List<Integer> exports(Json line, String... formats) {
        return ((StageState.Pixel) new CorpusProgram(line, END).describe(new CorpusProgram.Partner(null, false, 0, 0, 0, List.of(formats)), 0)
                .state().details()).targets().stream().map(StageState.ColorTarget::exportFormat).toList();
    }

    /** Documented: Mesa, a viewport that is not exported is the constant zero; a layer is an input that nothing matches. */
    @Test
    void takesBuiltInOutputsFromTheVertexProgram() {
        Attribute none = new Attribute(Attribute.Source.DEFAULT, 0, true, 0);
        String names = "\"layer\",\"viewport_index\",\"location 0\"";

        assertEquals(List.of(none, Attribute.parameter(1, false)), attributes(names, 1, ""));
        assertEquals(List.of(Attribute.parameter(2, true), Attribute.parameter(0, true), Attribute.parameter(1, false)),
                attributes(names, 3, "\"layer\":2,\"viewport_index\":0"));
        assertEquals(List.of(Attribute.parameter(2, false), Attribute.parameter(1, false)),
                attributes("\"clip_distances\",\"location 0\"", 0, "\"clip_distances_0_3\":2"));
    }
}
