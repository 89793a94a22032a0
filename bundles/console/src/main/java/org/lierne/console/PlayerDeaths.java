package org.lierne.console;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.lierne.kernel.title.TitleFacts;
import org.lierne.kernel.title.TitleFolders;
import org.lierne.kernel.title.TitleOutcome;
import org.lierne.kernel.title.TitleRefused;
import org.lierne.kernel.title.TitleRequest;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A title that took its process with it: how the verb ends, and the report that the process could not write, from what it left behind. */
@Component(service = PlayerDeaths.class)
public final class PlayerDeaths {
    private static final Logger LOG = LoggerFactory.getLogger(PlayerDeaths.class);
    private static final DateTimeFormatter FOLDER = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS", Locale.ROOT);
    private static final int LOG_LINES = 200;
    /** The part of the virtual machine's crash log that tells where, in lines. */
    private static final int CRASH_LINES = 60;
    /** How a process ends whose virtual machine wrote a crash log. */
    private static final Set<String> CRASHES = Set.of("SIGABRT", "SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE");

    private final Path home;
    private final Path user;
    private final TitleFolders folders;
    private final LastRuns runs;
    private final Map<String, Object> versions;

    @Activate
    public PlayerDeaths(BundleContext context, @Reference TitleFolders folders, @Reference LastRuns runs, @Reference PlatformWitness platform) {
        this(Path.of(String.valueOf(context.getProperty("lierne.home"))), Path.of(String.valueOf(context.getProperty("lierne.user"))), folders, runs,
                platform.versions());
    }

    PlayerDeaths(Path home, Path user, TitleFolders folders, LastRuns runs, Map<String, Object> versions) {
        this.home = home;
        this.user = user;
        this.folders = folders;
        this.runs = runs;
        this.versions = Map.copyOf(versions);
    }

    /**
     * Says how a verb ended whose process died, and reports it if it was {@code run}; of another verb the crash log is kept beside the logs.
     *
     * @param end     a signal's name, or {@code exit status N}
     * @param process the id that it had
     * @param line    the verb and its words
     * @return its exit status
     */
    int tell(String end, long process, List<String> line, Verb.Streams streams) throws IOException {
        if (!line.getFirst().equals("run")) {
            Optional<Path> crash = crashLog(end, process);
            if (crash.isPresent()) {
                Path kept = Files.createDirectories(user.resolve("logs")).resolve(FOLDER.format(LocalDateTime.now()) + "-" + line.getFirst() + ".crash");
                crash = Optional.of(Files.move(crash.get(), kept, StandardCopyOption.REPLACE_EXISTING));
            }
            streams.err().println("lierne " + line.getFirst() + ": " + sentence(end) + crash.map(log -> "; its crash log: " + log).orElse(""));
            return Exit.TITLE_STOPPED;
        }
        RunLine run = RunLine.of(line.subList(1, line.size()), home, user, streams);
        return new RunResult(run.request(), run.asJson(), streams).tell(record(end, process, run.request()), true);
    }

    private static String sentence(String end) {
        return "stopped: the title's process died (%s): %s".formatted(end, switch (end) {
            case "SIGKILL" -> "the host was short of memory, or somebody killed it";
            case "SIGSYS" -> "its code made a system call in a mode that no title has";
            case String signal when CRASHES.contains(signal) -> "its code ruined it, or the platform or a driver did";
            default -> "its code ended it past the platform";
        });
    }

    /** What the virtual machine wrote of its crash. One of a process that ended in another way was another's, which had the same id once. */
    private Optional<Path> crashLog(String end, long process) {
        return Optional.of(user.resolve("cache/player/crash-" + process + ".log")).filter(log -> CRASHES.contains(end) && Files.isRegularFile(log));
    }

    /** Writes the report and keeps how the run ended. */
    private TitleOutcome record(String end, long process, TitleRequest request) throws IOException {
        Optional<TitleFacts> title = look(request.path());
        String id = request.titleId().or(() -> title.map(TitleFacts::id)).orElse("unknown");
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("reason", sentence(end));
        facts.put("title", id);
        facts.put("name", title.map(TitleFacts::name).orElse(id));
        facts.put("kind", "process");
        facts.put("on", List.copyOf(request.on()));
        facts.put("off", List.copyOf(request.off()));
        Path folder = Files.createDirectories(request.reportDir().orElseGet(() ->
                user.resolve("reports").resolve(id.replaceAll("[^A-Za-z0-9._-]", "_")).resolve(FOLDER.format(LocalDateTime.now()))));
        facts.put("versions", versions);
        Optional<Path> crash = crashLog(end, process);
        facts.put("crash", crash.isPresent() ? crash(crash.get(), folder) : List.of());
        facts.put("log", tail(user.resolve("logs"), ".log", LOG_LINES));
        Files.writeString(folder.resolve("report.json"), JSON.std.asString(facts));
        Files.write(folder.resolve("report.txt"), text(facts), StandardCharsets.UTF_8);
        pack(folder);
        TitleOutcome outcome = new TitleOutcome.Stopped(sentence(end), Optional.of(folder));
        runs.record(request, outcome);
        return outcome;
    }

    private Optional<TitleFacts> look(Path path) {
        try {
            return folders.look(path);
        } catch (TitleRefused e) {
            return Optional.empty();
        }
    }

    /** Moves a crash log into the report. @return its beginning */
    private static List<String> crash(Path log, Path folder) throws IOException {
        Path kept = Files.move(log, folder.resolve("crash.log"), StandardCopyOption.REPLACE_EXISTING);
        try (Stream<String> lines = Files.lines(kept, StandardCharsets.ISO_8859_1)) {
            return lines.limit(CRASH_LINES).toList();
        }
    }

    private static void pack(Path folder) throws IOException {
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(folder.resolve("report.zip")))) {
            for (String name : List.of("report.json", "report.txt", "crash.log")) {
                if (Files.isRegularFile(folder.resolve(name))) {
                    out.putNextEntry(new ZipEntry(name));
                    Files.copy(folder.resolve(name), out);
                }
            }
        }
    }

    private static List<String> tail(Path folder, String ending, int count) {
        try {
            Optional<Path> log = newest(folder, ending);
            List<String> lines = log.isEmpty() ? List.of() : Files.readAllLines(log.get(), StandardCharsets.UTF_8);
            return List.copyOf(lines.subList(Math.max(0, lines.size() - count), lines.size()));
        } catch (IOException e) {
            LOG.debug("the log cannot be read", e);
            return List.of("the log cannot be read: " + HostFiles.sentence(e));
        }
    }

    private static Optional<Path> newest(Path folder, String ending) throws IOException {
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(f -> f.toString().endsWith(ending))
                    .max(Comparator.comparing(f -> f.toFile().lastModified()));
        }
    }

    private static List<String> text(Map<String, Object> facts) {
        List<String> lines = new ArrayList<>();
        facts.forEach((name, value) -> {
            if (value instanceof List<?> list) {
                if (!list.isEmpty()) {
                    lines.addAll(List.of("", name + ":"));
                    list.forEach(each -> lines.add("  " + each));
                }
            } else {
                lines.add(name + ": " + value);
            }
        });
        return lines;
    }
}
