package org.lierne.bench;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** {@code lierne bench [NAME…] [--json]}: measures the named suites, or all. */
public final class Bench {
    private Bench() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        List<String> names = new ArrayList<>(Arrays.asList(args));
        boolean asJson = names.remove("--json");
        Path root = Path.of(System.getProperty("lierne.root"));
        LierneProcess lierne = new LierneProcess(root.resolve("distro/target/lierne"), Files.createTempDirectory("lierne-bench"));
        List<Suite> suites = List.of(new ConsoleStart(lierne), new FirstFrame(lierne), new Translation(lierne), new WarmTranslation(lierne, root), new Resident(lierne),
                new GuestCalls(), new InstructionSetSuite(lierne, root), new Detile(), new Descriptors(), new Mirrors(), new Packets(), new Workloads(lierne, root),
                new FloatModels(lierne, root), new SwitchTime(lierne, root));
        List<String> known = suites.stream().map(Suite::name).toList();
        for (String name : names) {
            if (!known.contains(name)) {
                System.err.println("lierne bench: no suite '" + name + "'; there are " + String.join(" ", known));
                System.exit(2);
            }
        }
        List<Figure> figures = new ArrayList<>();
        for (Suite suite : suites) {
            if (names.isEmpty() || names.contains(suite.name())) {
                System.err.println("measuring " + suite.name() + " …");
                figures.addAll(suite.run());
            }
        }
        if (asJson) {
            System.out.println(JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(figures));
        } else {
            figures.forEach(f -> System.out.println(String.format(Locale.ROOT, "%-36s %9.2f %-5s (%s)  %s",
                    f.name(), f.value(), f.unit(), f.spread(), f.goal().isEmpty() ? "" : "goal " + f.goal())));
        }
    }
}
