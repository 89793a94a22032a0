package org.lierne.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.lierne.agc.FrameReplay;
import org.lierne.agc.FrameReplay.DrawResult;
import org.lierne.recompiler.pass.Switches;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code profile compare}: one captured frame under two profiles; the pixels and the draws that differ. */
@Component(service = ProfileComparison.class)
public final class ProfileComparison {
    private final FrameReplay frames;
    private final CompatCatalogue catalogue;
    private final FileCompatProfiles profiles;

    @Activate
    public ProfileComparison(@Reference FrameReplay frames, @Reference CompatCatalogue catalogue, @Reference FileCompatProfiles profiles) {
        this.frames = frames;
        this.catalogue = catalogue;
        this.profiles = profiles;
    }

    /** A draw that differs. @param what differs: its programs' code, images after it */
    record Difference(int draw, String text, List<String> what) {}

    /** @param difference where a picture of the differences goes */
    int run(Path capture, String first, String second, Optional<Path> difference, boolean asJson, Verb.Streams streams) throws IOException {
        difference.ifPresent(file -> OutputFiles.check("profile compare", "--difference", file));
        Map<String, Boolean> ofFirst = states(first);
        Map<String, Boolean> ofSecond = states(second);
        Path file = capture.toAbsolutePath();
        FramePicture one = picture(file, first, ofFirst);
        FramePicture other = picture(file, second, ofSecond);
        List<Difference> draws = differences(frames.follow(request(file, ofFirst)), frames.follow(request(file, ofSecond)));
        int pixels = one.differing(other);
        if (difference.isPresent()) {
            one.writeDifference(other, difference.get());
        }
        if (asJson) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("first", first);
            document.put("second", second);
            document.put("pixels", pixels);
            document.put("draws", draws);
            difference.ifPresent(path -> document.put("difference", path.toString()));
            streams.json(document);
        } else {
            draws.forEach(d -> streams.out().println("draw %d  %s: %s".formatted(d.draw(), d.text(), String.join(", ", d.what()))));
            streams.out().println("%d draws and %d of %d pixels differ".formatted(draws.size(), pixels, one.rgb().length));
        }
        return draws.isEmpty() && pixels == 0 ? Exit.DONE : Exit.DIFFERED;
    }

    /** Every switch, so that nothing is left to the profile of the capture's title. */
    private Map<String, Boolean> states(String profile) throws IOException {
        Path file = Arguments.toPath(profile);
        Map<String, Boolean> set = new TreeMap<>();
        if (Files.isRegularFile(file)) {
            SharedProfile.read("profile compare", file, catalogue::isSwitch).switches().forEach(s -> set.put(s.id(), s.on()));
        } else {
            FileCompatProfiles.checkTitleId("profile compare", profile);
            set.putAll(profiles.forTitle(profile).states());
        }
        Switches switches = new Switches(set);
        Map<String, Boolean> states = new TreeMap<>(set);
        catalogue.rows().values().stream().filter(CompatCatalogue.Row::isSwitch)
                .forEach(row -> states.put(row.id(), switches.isOn(row.id(), row.on())));
        return states;
    }

    private FramePicture picture(Path file, String profile, Map<String, Boolean> states) throws IOException {
        return switch (FrameSource.ofCapture(frames, file).draw(states)) {
            case FrameSource.Result.Drawn(FramePicture picture) -> picture;
            case FrameSource.Result.Stopped(String reason) -> throw new Refused("profile compare: no picture under " + profile + ": " + reason);
        };
    }

    private static FrameReplay.Request request(Path file, Map<String, Boolean> states) {
        Set<String> on = new TreeSet<>();
        Set<String> off = new TreeSet<>();
        states.forEach((id, state) -> (state ? on : off).add(id));
        return new FrameReplay.Request(file, true, Optional.empty(), OptionalInt.empty(), on, off);
    }

    private static List<Difference> differences(List<DrawResult> first, List<DrawResult> second) {
        List<Difference> differences = new ArrayList<>();
        for (int i = 0; i < Math.max(first.size(), second.size()); i++) {
            if (i >= first.size() || i >= second.size()) {
                differences.add(new Difference(i, (i < first.size() ? first : second).get(i).facts().what(), List.of("done under one alone")));
                continue;
            }
            List<String> what = what(first.get(i), second.get(i));
            if (!what.isEmpty()) {
                differences.add(new Difference(i, first.get(i).facts().what(), what));
            }
        }
        return differences;
    }

    private static List<String> what(DrawResult first, DrawResult second) {
        List<String> what = new ArrayList<>();
        for (int i = 0; i < Math.min(first.programs().size(), second.programs().size()); i++) {
            String program = first.programs().get(i);
            if (!code(program).equals(code(second.programs().get(i)))) {
                what.add("code of " + program.substring(0, program.indexOf(" at ")));
            }
        }
        first.images().forEach((name, sum) -> {
            if (!sum.equals(second.images().get(name))) {
                what.add(name);
            }
        });
        return what;
    }

    /** Without the key, which holds the switches themselves. */
    private static String code(String program) {
        return program.replaceFirst(" variant [0-9a-f]+", "");
    }
}
