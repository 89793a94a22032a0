package org.lierne.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.lierne.kernel.title.TitleFacts;
import org.lierne.kernel.title.TitleFolders;
import org.lierne.kernel.title.TitleRefused;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The titles that are known here: those that are shipped, those that were run, and those of folders that are named. */
@Component(service = TitleShelf.class)
public final class TitleShelf {
    /** Titles lie so many folders below a folder that is named, at most. */
    private static final int DEPTH = 3;

    /** What was found. @param refusals titles whose parameters cannot be read, a line each */
    record Found(List<TitleFacts> titles, List<String> refusals) {}

    private final Path shipped;
    private final TitleFolders folders;
    private final LastRuns runs;
    private final FileCompatProfiles profiles;

    @Activate
    public TitleShelf(BundleContext context, @Reference TitleFolders folders, @Reference LastRuns runs,
            @Reference FileCompatProfiles profiles) {
        this(Path.of(String.valueOf(context.getProperty("lierne.home")), "titles"), folders, runs, profiles);
    }

    TitleShelf(Path shipped, TitleFolders folders, LastRuns runs, FileCompatProfiles profiles) {
        this.shipped = shipped;
        this.folders = folders;
        this.runs = runs;
        this.profiles = profiles;
    }

    /** The titles below these folders, or without one those that are shipped or were run; by id, then by place. */
    Found titles(List<Path> below) throws IOException {
        Map<String, TitleFacts> titles = new TreeMap<>();
        List<String> refusals = new ArrayList<>();
        List<Path> places = new ArrayList<>(below);
        if (below.isEmpty()) {
            places.add(shipped);
            runs.all().stream().map(LastRuns.LastRun::path).filter(Files::exists).forEach(places::add);
        }
        for (Path place : places) {
            look(place, DEPTH, titles, refusals);
        }
        return new Found(List.copyOf(titles.values()), refusals);
    }

    private void look(Path place, int depth, Map<String, TitleFacts> titles, List<String> refusals) throws IOException {
        try {
            Optional<TitleFacts> found = folders.look(place);
            if (found.isPresent()) {
                titles.put(found.get().id() + '\n' + found.get().root(), found.get());
                return;
            }
        } catch (TitleRefused e) {
            refusals.add(String.valueOf(e.getMessage()));
            return;
        }
        if (depth > 0 && Files.isDirectory(place)) {
            try (Stream<Path> inside = Files.list(place)) {
                for (Path folder : inside.filter(Files::isDirectory).sorted().toList()) {
                    look(folder, depth - 1, titles, refusals);
                }
            }
        }
    }

    /** Whether anything here tells of a title: it is shipped, was run, or has a profile. */
    boolean knows(String titleId) throws IOException {
        return titleId.equals(FileCompatProfiles.EVERY_TITLE) || profiles.titles().containsKey(titleId) || runs.of(titleId).isPresent()
                || titles(List.of()).titles().stream().anyMatch(t -> t.id().equals(titleId));
    }
}
