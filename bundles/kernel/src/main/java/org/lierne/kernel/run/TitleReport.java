package org.lierne.kernel.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.cpu.GuestStop;
import org.lierne.kernel.loader.ImportTable;
import org.lierne.kernel.module.GuestModule;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleWitness;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the folder that tells why a title stopped: {@code report.txt} for people, {@code report.json} for programs, both the same facts, what
 * {@link TitleWitness}es add, and all of it once more in {@code report.zip}.
 */
final class TitleReport implements TitleWitness.Testimony {
    private static final Logger LOG = LoggerFactory.getLogger(TitleReport.class);
    private static final DateTimeFormatter FOLDER = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS", Locale.ROOT);
    private static final int LOG_LINES = 200;

    private final Title title;
    private final Map<String, Object> facts = new LinkedHashMap<>();
    private final Map<String, byte[]> files = new LinkedHashMap<>();

    private TitleReport(Title title, String reason, String kind) {
        this.title = title;
        facts.put("reason", reason);
        facts.put("title", title.id());
        facts.put("name", title.name());
        facts.put("kind", kind);
    }

    /** Of a title that stopped. */
    static TitleReport of(Title title, GuestStop stop, String thread, Surroundings surroundings) {
        TitleReport report = new TitleReport(title, stop.getMessage(), stop.reason().name().toLowerCase(Locale.ROOT));
        report.stopped(stop, thread);
        report.add(surroundings, stop.getCause());
        return report;
    }

    /** Of a title that goes on, but shows nothing. */
    static TitleReport ofStall(Title title, String reason, Surroundings surroundings) {
        TitleReport report = new TitleReport(title, reason, "stall");
        report.add(surroundings, null);
        return report;
    }

    /** What is around the place where it happened. @param threads the living ones, each with its place */
    record Surroundings(List<GuestModule> modules, List<ImportTable.Missing> missing, List<String> threads, List<TitleWitness> witnesses) {}

    private void stopped(GuestStop stop, String thread) {
        facts.put("thread", thread);
        facts.put("place", stop.place());
        Map<String, Object> registers = new LinkedHashMap<>();
        stop.registers().forEach((name, value) -> registers.put(name, "0x%016x".formatted(value)));
        facts.put("registers", registers);
        facts.put("frames", stop.frames());
        facts.put("calls", stop.callTail());
    }

    private void add(Surroundings surroundings, @Nullable Throwable cause) {
        facts.put("modules", surroundings.modules.stream().map(TitleReport::module).toList());
        facts.put("missing", surroundings.missing.stream().map(TitleReport::missing).toList());
        facts.put("threads", surroundings.threads);
        facts.put("frames presented", title.presentedFrames());
        facts.put("on", List.copyOf(title.request().on()));
        facts.put("off", List.copyOf(title.request().off()));
        for (TitleWitness witness : surroundings.witnesses) {
            try {
                witness.testify(title, this);
            } catch (RuntimeException e) {
                LOG.error("{} could not testify", witness, e);
                facts.put("not told by " + witness.getClass().getSimpleName(), e.toString());
            }
        }
        facts.put("exception", cause == null ? List.of() : trace(cause));
        facts.put("log", logTail());
    }

    @Override
    public void fact(String name, Object value) {
        facts.put(name, value);
    }

    @Override
    public void file(String name, byte[] content) {
        files.put(name, content);
    }

    private static String module(GuestModule module) {
        return "%2d %-24s 0x%x..0x%x %s".formatted(module.handle(), module.fileName(), module.base(), module.base() + module.bytes(),
                module.name());
    }

    private static String missing(ImportTable.Missing missing) {
        return "%s %s %s (imported by %s)".formatted(missing.key().library(), missing.key().nid(),
                missing.name().isEmpty() ? "?" : missing.name(), missing.importer());
    }

    private static List<String> trace(Throwable cause) {
        StringWriter text = new StringWriter();
        cause.printStackTrace(new PrintWriter(text));
        return text.toString().lines().toList();
    }

    /** The end of this run's log, the newest file of the user's {@code logs} folder; empty outside of the platform's launcher. */
    private static List<String> logTail() {
        String user = System.getProperty("lierne.user");
        Path folder = Path.of(user == null ? "" : user, "logs");
        if (user == null || !Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            Optional<Path> newest = files.filter(f -> f.toString().endsWith(".log")).max(Comparator.comparing(Path::getFileName));
            if (newest.isEmpty()) {
                return List.of();
            }
            List<String> lines = Files.readAllLines(newest.get(), StandardCharsets.UTF_8);
            return List.copyOf(lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
        } catch (IOException e) {
            return List.of("the log cannot be read: " + e.getMessage());
        }
    }

    /** Where reports go without a folder of the request: {@code reports/<title-id>/<time>} of the user's folder. */
    private static Path defaultFolder(Title title) {
        String user = System.getProperty("lierne.user");
        Path base = user != null ? Path.of(user) : Path.of(System.getProperty("user.home"), ".local/share/lierne");
        String id = title.id().replaceAll("[^A-Za-z0-9._-]", "_");
        return base.resolve("reports").resolve(id).resolve(FOLDER.format(LocalDateTime.now()));
    }

    /** Gives the folder, or nothing if it cannot be written: the title's end is told anyway. */
    Optional<Path> write() {
        return write(title.request().reportDir().orElseGet(() -> defaultFolder(title)));
    }

    /** The same beside other reports, whatever folder was asked for. */
    Optional<Path> writeAside() {
        return write(defaultFolder(title));
    }

    private Optional<Path> write(Path folder) {
        files.put("report.json", JsonText.write(facts).getBytes(StandardCharsets.UTF_8));
        files.put("report.txt", text().getBytes(StandardCharsets.UTF_8));
        try {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                Path place = folder.resolve(file.getKey());
                Files.createDirectories(place.getParent());
                Files.write(place, file.getValue());
            }
            pack(folder.resolve("report.zip"));
            return Optional.of(folder);
        } catch (IOException e) {
            LOG.error("the report cannot be written to {}: {}", folder, e.toString());
            return Optional.empty();
        }
    }

    private void pack(Path archive) throws IOException {
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(archive))) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                out.putNextEntry(new ZipEntry(file.getKey()));
                out.write(file.getValue());
            }
        }
    }

    /** Lines that repeat the one before (frames of a recursion) as one, with their number. */
    private static List<String> folded(List<?> list) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < list.size(); ) {
            int end = i + 1;
            while (end < list.size() && list.get(end).equals(list.get(i))) {
                end++;
            }
            lines.add(end - i > 1 ? "%s (%d times)".formatted(list.get(i), end - i) : String.valueOf(list.get(i)));
            i = end;
        }
        return lines;
    }

    private String text() {
        List<String> lines = new ArrayList<>();
        facts.forEach((name, value) -> {
            switch (value) {
                case List<?> list -> {
                    if (!list.isEmpty()) {
                        lines.add("");
                        lines.add(name + ":");
                        folded(list).forEach(item -> lines.add("  " + item));
                    }
                }
                case Map<?, ?> map -> {
                    if (!map.isEmpty()) {
                        lines.add("");
                        lines.add(name + ":");
                        map.forEach((k, v) -> lines.add("  %-7s %s".formatted(k, v)));
                    }
                }
                default -> lines.add(name + ": " + value);
            }
        });
        return String.join("\n", lines) + "\n";
    }
}
