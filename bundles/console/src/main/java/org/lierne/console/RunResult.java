package org.lierne.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.title.TitleOutcome;
import org.lierne.kernel.title.TitleRequest;

/** Tells how a run ended, in lines or as one document. */
record RunResult(TitleRequest request, boolean asJson, Verb.Streams streams) {
    /**
     * Gives the exit status.
     *
     * @param isCaptured whether the capture that was asked for is there, or none was
     */
    int tell(TitleOutcome outcome, boolean isCaptured) throws IOException {
        return switch (outcome) {
            case TitleOutcome.Exited(int code, long frames) -> {
                exited(code, frames, isCaptured);
                yield isCaptured && code == 0 ? Exit.DONE : Exit.DIFFERED;
            }
            case TitleOutcome.Stopped(String reason, Optional<Path> report) -> {
                stopped(reason, report);
                yield Exit.TITLE_STOPPED;
            }
        };
    }

    private void exited(int code, long frames, boolean isCaptured) throws IOException {
        if (asJson) {
            Map<String, Object> document = document("exited");
            document.put("exitCode", code);
            document.put("frames", frames);
            streams.json(withFiles(document));
        } else {
            request.screenshot().ifPresent(file -> streams.err().println("lierne: " + frames + " frames; the last one is " + file));
            request.capture().filter(_ -> isCaptured)
                    .ifPresent(file -> streams.err().println("lierne: the last frame is captured in " + file));
        }
        if (!isCaptured) {
            streams.err().println("run: the title ended after %d frames, before the one that was to be captured".formatted(frames));
        }
        if (code != 0) {
            streams.err().println("run: the title ended itself with status " + code);
        }
    }

    private void stopped(String reason, Optional<Path> report) throws IOException {
        streams.err().println(reason);
        report.ifPresent(folder -> streams.err().println("report: " + folder));
        if (asJson) {
            Map<String, Object> document = document("stopped");
            document.put("reason", reason);
            withFiles(document);
            report.ifPresent(folder -> document.put("report", folder.toString()));
            streams.json(document);
        }
    }

    private Map<String, Object> document(String how) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("title", request.path().toString());
        document.put("outcome", how);
        return document;
    }

    private Map<String, Object> withFiles(Map<String, Object> document) throws IOException {
        request.screenshot().ifPresent(f -> document.put("screenshot", f.toString()));
        if (timeOf(request.capture()) != null) {
            document.put("capture", request.capture().orElseThrow().toString());
        }
        return document;
    }

    /** Null where there is none; an empty file is a place that was made for it. */
    static @Nullable FileTime timeOf(Optional<Path> file) throws IOException {
        return file.isPresent() && Files.exists(file.get()) && Files.size(file.get()) > 0 ? Files.getLastModifiedTime(file.get()) : null;
    }
}
