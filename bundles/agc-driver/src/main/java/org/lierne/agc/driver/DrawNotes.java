package org.lierne.agc.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.FrameFacts.DrawFacts;

/** The draws and dispatches of the present frame and of the last one, for the console. Guarded by the engine's lock. */
final class DrawNotes {
    /** Draws of a frame that are kept. */
    private static final int MAX_NOTES = 10_000;

    /** One of them, turned into text when somebody asks. */
    private record Note(Supplier<String> what, RecordedWork work, @Nullable TargetState targets) {
        DrawFacts facts(int index) {
            List<String> programs = work().lines.stream().map(Supplier::get).filter(t -> t.contains(" at 0x"))
                    .map(t -> t.substring(0, t.indexOf(" at 0x"))).toList();
            TargetState.Color first = targets == null ? null
                    : targets.colors().stream().filter(Objects::nonNull).findFirst().orElse(null);
            return new DrawFacts(index, what.get(), programs, first == null ? ""
                    : "0x%x %s".formatted(first.address(), first.format()));
        }
    }

    private List<Note> notes = new ArrayList<>();
    private List<Note> lastNotes = List.of();

    void add(Supplier<String> what, RecordedWork work, @Nullable TargetState targets) {
        if (notes.size() < MAX_NOTES) {
            notes.add(new Note(what, work, targets));
        }
    }

    /** What was noted so far becomes the last frame; a frame without work, as a title shows while it is stopped, does not hide the one before. */
    void endFrame() {
        if (!notes.isEmpty()) {
            lastNotes = notes;
            notes = new ArrayList<>();
        }
    }

    List<DrawFacts> draws() {
        List<DrawFacts> facts = new ArrayList<>();
        for (int i = 0; i < lastNotes.size(); i++) {
            facts.add(lastNotes.get(i).facts(i));
        }
        return facts;
    }

    /** All that is known of each. */
    List<List<String>> descriptions() {
        return lastNotes.stream().map(n -> n.work().lines.stream().map(Supplier::get).toList()).toList();
    }

    /** The images of one; none past the end. */
    List<RecordedWork.Bound> images(int draw) {
        return draw < 0 || draw >= lastNotes.size() ? List.of() : List.copyOf(lastNotes.get(draw).work().images);
    }
}
