package org.lierne.itests;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.Test;

/** Programs of a usual kind give as guest code what the host's build of the same sources gives. */
public class WorkloadsIT {
    @Test
    public void printsWhatTheHostsProgramPrints() throws IOException, InterruptedException {
        CommandLine lierne = new CommandLine(Distribution.userFolder(WorkloadsIT.class));
        Path source = CommandLine.TITLES.resolve("workloads");
        Path title = lierne.user().resolve("workloads");
        Files.createDirectories(title.resolve("sce_sys"));
        Files.createDirectories(title.resolve("data"));
        Files.copy(source.resolve("eboot.bin"), title.resolve("eboot.bin"));
        Files.copy(source.resolve("sce_sys/param.json"), title.resolve("sce_sys/param.json"));
        Files.writeString(title.resolve("data/scale.txt"), "4\n");

        Distribution.Run run = lierne.run("run", title.toString(), "--headless");

        assertEquals(run.err(), 0, run.status());
        assertEquals(Files.readString(source.resolve("expected-4.txt")),
                run.out().lines().filter(l -> !l.startsWith("time ")).collect(Collectors.joining("\n", "", "\n")));
    }
}
