package org.lierne.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lierne.recompiler.isa.DriverProbe;
import org.lierne.recompiler.isa.DriverProbe.Finding;
import org.lierne.testing.Rule;

final class DriverProbeReportTest {
    private static final DriverProbe PROBE = () -> List.of(new Finding("quirk.a", "v_a", "7fc12345", "7fffffff", "7fffffff"),
            new Finding("quirk.a", "v_b", "00007e12", "00007fff", "00007e12"), new Finding("quirk.b", "v_c", "0000fe00", "00007f01", "00007e00"));

    @TempDir
    private Path cache;

    private static Verb.Streams streams(OutputStream out) {
        PrintStream text = new PrintStream(out, true, StandardCharsets.UTF_8);
        return new Verb.Streams(InputStream.nullInputStream(), text, text);
    }

    @Test
    @Rule("B-056")
    void saysWhichRowsDifferAndKeepsThatForTheDevice() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DriverProbeReport report = new DriverProbeReport(cache, new HostDriverLookup(null), PROBE);

        assertEquals(Exit.DONE, report.run(false, streams(out)));

        assertEquals(List.of("quirk.a v_a: hardware 7fc12345, this driver 7fffffff", "quirk.a v_b: hardware 00007e12, this driver too",
                "quirk.b v_c: hardware 0000fe00, this driver 00007e00", "quirk.a seen in 1 of 2", "quirk.b seen in 0 of 1, otherwise in 1"),
                out.toString(StandardCharsets.UTF_8).lines().map(line -> line.replaceAll(" +", " ")).toList());
        assertEquals("seen in 1 of 2", report.known().get("quirk.a"));
        Path file = cache.resolve("driver-probe.properties");
        Files.writeString(file, Files.readString(file).replace("device=", "device=another"));
        assertEquals(Map.of(), report.known());
    }

    @Test
    void takesADamagedFileForNone() throws IOException {
        Files.writeString(cache.resolve("driver-probe.properties"), "device=\nquirk.a=\\u12");

        assertEquals(Map.of(), new DriverProbeReport(cache, new HostDriverLookup(null), PROBE).known());
    }

    @Test
    void refusesWithoutABundleThatLooks() {
        DriverProbeReport report = new DriverProbeReport(cache, new HostDriverLookup(null), null);

        assertThrows(Refused.class, () -> report.run(false, streams(OutputStream.nullOutputStream())));
    }
}
