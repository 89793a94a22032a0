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

    /** Is told how far a search is. */
    interface Search {
        void looked(int folders, int titles);
    }

    /** One search. */
    private static final class Looking {
        private final Map<String, TitleFacts> titles = new TreeMap<>();
        private final List<String> refusals = new ArrayList<>();
        private final Search told;
        private int folders;

        Looking(Search told) {
            this.told = told;
        }

        void at() {
            if (Thread.interrupted()) {
                throw new Cancelled(folders);
            }
            told.looked(++folders, titles.size());
        }
    }

    Found titles(List<Path> below) throws IOException {
        return titles(below, (_, _) -> {});
    }

    /** The titles below these folders, or without one those that are shipped or were run; by id, then by place. */
    Found titles(List<Path> below, Search told) throws IOException {
        Looking looking = new Looking(told);
        List<Path> places = new ArrayList<>(below);
        if (below.isEmpty()) {
            places.add(shipped);
            runs.all().stream().map(LastRuns.LastRun::path).filter(Files::exists).forEach(places::add);
        }
        for (Path place : places) {
            look(place, DEPTH, looking);
        }
        return new Found(List.copyOf(looking.titles.values()), looking.refusals);
    }

    private void look(Path place, int depth, Looking looking) throws IOException {
        looking.at();
        try {
            Optional<TitleFacts> found = folders.look(place);
            if (found.isPresent()) {
                looking.titles.put(found.get().id() + '\n' + found.get().root(), found.get());
                return;
            }
        } catch (TitleRefused e) {
            looking.refusals.add(String.valueOf(e.getMessage()));
            return;
        }
        if (depth > 0 && Files.isDirectory(place)) {
            try (Stream<Path> inside = Files.list(place)) {
                for (Path folder : inside.filter(Files::isDirectory).sorted().toList()) {
                    look(folder, depth - 1, looking);
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
