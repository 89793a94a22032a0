package org.lierne.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.lierne.agc.FrameReplay;
import org.lierne.kernel.title.TitleFacts;
import org.lierne.kernel.title.TitleFolders;
import org.lierne.kernel.title.TitleRunner;
import org.lierne.recompiler.pass.Switches;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code compat bisect}: names the modes that change a frame's picture, of a title that is run or of a capture that is replayed. */
@Component(service = FrameBisection.class)
public final class FrameBisection {
    private final TitleRunner runner;
    private final FrameReplay frames;
    private final TitleFolders folders;
    private final CompatCatalogue catalogue;
    private final FileCompatProfiles profiles;

    @Activate
    public FrameBisection(@Reference TitleRunner runner, @Reference FrameReplay frames, @Reference TitleFolders folders,
            @Reference CompatCatalogue catalogue, @Reference FileCompatProfiles profiles) {
        this.runner = runner;
        this.frames = frames;
        this.folders = folders;
        this.catalogue = catalogue;
        this.profiles = profiles;
    }

    /**
     * Searches and tells.
     *
     * @param path  a title's folder or executable, or a capture's file
     * @param among ids that are looked at with all below them; all where there is none
     */
    int run(Path path, OptionalInt frame, Optional<Path> expect, Set<String> among, boolean asJson, Verb.Streams streams) throws IOException {
        Path file = path.toAbsolutePath();
        Optional<FramePicture> expected =
                expect.isEmpty() ? Optional.empty() : Optional.of(FramePicture.read("compat bisect", expect.get()));
        boolean isCapture = Files.isRegularFile(file) && isZip(file);
        if (!isCapture && folders.look(file).isEmpty()) {
            throw new Refused("compat bisect: " + path + (Files.exists(file) ? " is neither a title nor a capture of a frame" : ": no such file"));
        }
        if (isCapture == frame.isPresent()) {
            throw new UsageError(isCapture ? "a capture has one frame: --frame is for titles" : "missing --frame N");
        }
        String title = isCapture ? captured(file) : folders.look(file).map(TitleFacts::id).orElseThrow();
        FrameSource source = isCapture ? FrameSource.ofCapture(frames, file) : FrameSource.ofTitle(runner, file, frame.getAsInt());
        ModeSearch.Findings found = new ModeSearch(source, expected, text -> streams.err().println("compat bisect: " + text)).run(states(title, among));
        return tell(found, expected.isPresent(), asJson, streams);
    }

    /** The title whose profile a replay is under; no title's where a replay does not come that far. */
    private String captured(Path file) {
        FrameReplay.Request first = new FrameReplay.Request(file, true, Optional.empty(), OptionalInt.of(1), Set.of(), Set.of());
        return frames.replay(first) instanceof FrameReplay.Outcome.Done done ? done.title() : FileCompatProfiles.EVERY_TITLE;
    }

    /** A capture is a zip archive; no executable begins so. */
    private static boolean isZip(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            return in.read() == 'P' && in.read() == 'K';
        }
    }

    private Map<String, Boolean> states(String title, Set<String> among) {
        Switches switches = profiles.forTitle(title);
        Map<String, Boolean> states = new TreeMap<>();
        catalogue.rows().values().stream().filter(CompatCatalogue.Row::isSwitch)
                .filter(row -> among.isEmpty() || among.stream().anyMatch(id -> row.id().equals(id) || row.id().startsWith(id + ".")))
                .forEach(row -> states.put(row.id(), switches.isOn(row.id(), row.on())));
        if (states.isEmpty()) {
            throw new Refused("compat bisect: --among names no switch; compat list shows them");
        }
        return states;
    }

    private static int tell(ModeSearch.Findings found, boolean isExpected, boolean asJson, Verb.Streams streams) throws IOException {
        boolean hasMode = found.findings().stream()
                .anyMatch(f -> f.effect() == (isExpected ? ModeSearch.Effect.GIVES_EXPECTED : ModeSearch.Effect.CHANGES));
        boolean isAlready = isExpected && found.draws() == 2;
        if (asJson) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("draws", found.draws());
            document.put("asExpected", isAlready);
            document.put("findings", found.findings());
            streams.json(document);
        } else {
            found.findings().forEach(f -> streams.out().println(text(f)));
            if (isAlready) {
                streams.out().println("the picture is the expected one as it is");
            } else if (!hasMode) {
                streams.out().println(isExpected ? "no mode gives the expected picture" : "no mode changes the picture");
            }
        }
        return isExpected && !hasMode && !isAlready ? Exit.DIFFERED : Exit.DONE;
    }

    private static String text(ModeSearch.Finding finding) {
        String modes = finding.modes().entrySet().stream().map(e -> e.getKey() + " " + (e.getValue() ? "on" : "off")).collect(Collectors.joining(", "));
        return modes + switch (finding.effect()) {
            case CHANGES -> " changes the picture: " + finding.detail();
            case GIVES_EXPECTED -> " gives the expected picture";
            case STOPS -> " leaves no picture: " + finding.detail();
        };
    }
}
