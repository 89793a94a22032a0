package org.lierne.console;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.lierne.kernel.title.TitleFacts;
import org.lierne.kernel.title.TitleFolders;
import org.lierne.kernel.title.TitleOutcome;
import org.lierne.kernel.title.TitleRequest;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How each title's last run ended: {@code reports/<title-id>/last.json}. */
@Component(service = LastRuns.class)
public final class LastRuns {
    private static final Logger LOG = LoggerFactory.getLogger(LastRuns.class);
    private static final String FILE = "last.json";

    /**
     * A run that has ended.
     *
     * @param titleId    the title
     * @param time       when, in local time, to the second
     * @param path       what was run
     * @param outcome    one line
     * @param isStopped  whether it stopped by itself
     * @param screenshot a picture that was asked for; empty without
     */
    record LastRun(String titleId, String time, Path path, String outcome, boolean isStopped, String screenshot) {}

    private final Path reports;
    private final TitleFolders folders;

    @Activate
    public LastRuns(BundleContext context, @Reference TitleFolders folders) {
        this(Path.of(String.valueOf(context.getProperty("lierne.user")), "reports"), folders);
    }

    LastRuns(Path reports, TitleFolders folders) {
        this.reports = reports;
        this.folders = folders;
    }

    /** Keeps what became of a run. A title whose id cannot name a folder is not kept. */
    void record(TitleRequest request, TitleOutcome outcome) {
        String id = request.titleId().or(() -> folders.look(request.path()).map(TitleFacts::id)).orElse("");
        if (!FileCompatProfiles.isTitleId(id)) {
            return;
        }
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("time", LocalDateTime.now().truncatedTo(ChronoUnit.SECONDS).toString());
        document.put("path", request.path().toString());
        switch (outcome) {
            case TitleOutcome.Exited(int code, long frames) ->
                document.put("outcome", "ended with status %d after %d frames".formatted(code, frames));
            case TitleOutcome.Stopped(String reason, Optional<Path> _) -> document.put("stopped", reason);
        }
        request.screenshot().ifPresent(file -> document.put("screenshot", file.toString()));
        try {
            HostFiles.replace(reports.resolve(id).resolve(FILE), JSON.std.asBytes(document));
        } catch (IOException e) {
            LOG.warn("the end of {} cannot be kept: {}", id, HostFiles.sentence(e));
        }
    }

    Optional<LastRun> of(String titleId) {
        Path file = reports.resolve(titleId).resolve(FILE);
        if (!FileCompatProfiles.isTitleId(titleId) || !Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            Map<String, Object> read = JSON.std.mapFrom(Files.readString(file));
            boolean isStopped = read.containsKey("stopped");
            return Optional.of(new LastRun(titleId, text(read, "time"), Path.of(text(read, "path")),
                    text(read, isStopped ? "stopped" : "outcome"), isStopped, text(read, "screenshot")));
        } catch (IOException | java.nio.file.InvalidPathException e) {
            LOG.warn("{} is not read: {}", file, e.getMessage());
            return Optional.empty();
        }
    }

    private static String text(Map<String, Object> document, String key) {
        return String.valueOf(document.getOrDefault(key, ""));
    }

    /** The last runs of all titles that were run, by id. */
    List<LastRun> all() {
        List<LastRun> all = new ArrayList<>();
        if (Files.isDirectory(reports)) {
            try (Stream<Path> ids = Files.list(reports)) {
                ids.map(f -> String.valueOf(f.getFileName())).sorted().forEach(id -> of(id).ifPresent(all::add));
            } catch (IOException e) {
                LOG.warn("{} cannot be listed: {}", reports, HostFiles.sentence(e));
            }
        }
        return all;
    }
}
