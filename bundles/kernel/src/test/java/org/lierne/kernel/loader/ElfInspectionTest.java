package org.lierne.kernel.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lierne.kernel.format.Nid;
import org.lierne.kernel.format.Tags;
import org.lierne.kernel.module.ElfInspector.Report;
import org.lierne.kernel.run.TestTitles;
import org.lierne.kernel.title.TitleRefused;

class ElfInspectionTest {
    @TempDir
    Path folder = Path.of("");

    private final TestTitles titles = new TestTitles();
    private final ElfInspection inspection = new ElfInspection(titles, titles.imports);

    private static String servedBy(Report report, String name) {
        String nid = Nid.of(name).text();
        return report.imports().stream().filter(i -> i.nid().equals(nid)).findFirst().orElseThrow().servedBy();
    }

    @Test
    void saysWhoServesEachImport() {
        Report report = inspection.inspect(TestTitles.root().resolve("titles/first-light/eboot.bin"));

        assertEquals("EXECUTABLE", report.type());
        assertEquals("module span.prx", servedBy(report, "span_count"));
        assertEquals("kernel.native", servedBy(report, "memcpy"));
        assertEquals("lib.test", servedBy(report, "printf"));
        assertEquals("nobody", servedBy(report, "scePadInit"));
        assertTrue(report.initOrder().getLast().startsWith("entry 0x"));
    }

    @Test
    void saysWhichInitialisersRun() throws IOException {
        ModuleFile module = ModuleFile.module("a");
        module.code("90");
        int function = module.code("c3");
        module.array(Tags.INIT_ARRAY, Tags.INIT_ARRAYSZ, function, function);
        module.tag(Tags.INIT, function);
        module.exports("module_start", function);

        Report report = inspection.inspect(module.write(folder.resolve("a.prx")));

        assertEquals(List.of("needed modules, dependencies first", "DT_INIT 0x10", "DT_INIT_ARRAY (2)",
                "module_start is DT_INIT: not called again"), report.initOrder());
        assertEquals("function", report.exports().getFirst().kind());
    }

    @Test
    void refusesWhatIsNoModule() throws IOException {
        Path file = Files.write(folder.resolve("text.bin"), new byte[100]);

        assertThrows(TitleRefused.class, () -> inspection.inspect(file));
    }
}
