package org.lierne.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.lierne.console.FrameSource.Result;
import org.lierne.console.ModeSearch.Effect;

final class ModeSearchTest {
    private static final int PIXELS = 4;

    private final Map<String, Boolean> states = new TreeMap<>();
    private final List<String> progress = new ArrayList<>();

    private ModeSearchTest() {
        IntStream.range(0, 50).forEach(i -> states.put("pass.m%02d".formatted(i), i % 2 == 0));
    }

    /** A picture whose first pixels count what was switched over. */
    private static FramePicture picture(int... first) {
        int[] rgb = new int[PIXELS];
        System.arraycopy(first, 0, rgb, 0, first.length);
        return new FramePicture(2, 2, rgb);
    }

    private List<ModeSearch.Finding> find(FrameSource source, Optional<FramePicture> expected) throws IOException {
        return new ModeSearch(source, expected, progress::add).run(states).findings();
    }

    private static boolean isOver(Map<String, Boolean> switches, String id, boolean state) {
        return switches.getOrDefault(id, state) != state;
    }

    @Test
    void namesTheModeThatChangesThePicture() throws IOException {
        List<ModeSearch.Finding> found =
                find(s -> new Result.Drawn(picture(isOver(s, "pass.m33", false) ? 7 : 0)), Optional.empty());

        assertEquals(List.of(new ModeSearch.Finding(Map.of("pass.m33", true), Effect.CHANGES, "1 pixels differ")), found);
    }

    @Test
    void drawsAboutTwiceAsOftenAsTheSetCanBeHalved() throws IOException {
        int draws = new ModeSearch(s -> new Result.Drawn(picture(isOver(s, "pass.m33", false) ? 7 : 0)), Optional.empty(), progress::add)
                .run(states).draws();

        assertTrue(draws <= 2 + 1 + 2 * 6, draws + " draws for one of 50 modes");
    }

    @Test
    void namesNoneWhenNoneChangesThePicture() throws IOException {
        assertEquals(List.of(), find(_ -> new Result.Drawn(picture(5)), Optional.empty()));
        assertEquals("50 modes switched over: the same picture", progress.getLast());
    }

    @Test
    void findsSeveralBesideOnesWithoutWhichThereIsNoPicture() throws IOException {
        List<ModeSearch.Finding> found = find(s -> isOver(s, "pass.m10", true) ? new Result.Stopped("refused: m10")
                : new Result.Drawn(picture(isOver(s, "pass.m20", true) ? 1 : 0, isOver(s, "pass.m41", false) ? 2 : 0)), Optional.empty());

        assertEquals(List.of(new ModeSearch.Finding(Map.of("pass.m10", false), Effect.STOPS, "refused: m10"),
                new ModeSearch.Finding(Map.of("pass.m20", false), Effect.CHANGES, "1 pixels differ"),
                new ModeSearch.Finding(Map.of("pass.m41", true), Effect.CHANGES, "1 pixels differ")), found);
    }

    @Test
    void findsTheOneThatGivesTheExpectedPictureAmongOthers() throws IOException {
        List<ModeSearch.Finding> found = find(s -> new Result.Drawn(picture(isOver(s, "pass.m02", true) ? 1 : 0, isOver(s, "pass.m44", true) ? 2 : 0)),
                Optional.of(picture(0, 2)));

        assertEquals(new ModeSearch.Finding(Map.of("pass.m44", false), Effect.GIVES_EXPECTED, "the expected picture"), found.getLast());
    }

    @Test
    void looksForNothingWhenThePictureIsTheExpectedOne() throws IOException {
        ModeSearch.Findings findings = new ModeSearch(_ -> new Result.Drawn(picture(5)), Optional.of(picture(5)), progress::add).run(states);

        assertEquals(new ModeSearch.Findings(List.of(), 2), findings);
    }

    @Test
    void namesModesThatActTogetherOnly() throws IOException {
        List<ModeSearch.Finding> found = find(s -> new Result.Drawn(picture(
                isOver(s, "pass.m03", false) && isOver(s, "pass.m40", true) ? 1 : 0)), Optional.empty());

        assertEquals(1, found.size());
        assertTrue(found.getFirst().modes().keySet().containsAll(List.of("pass.m03", "pass.m40")), found.toString());
    }

    @Test
    void refusesAFrameThatIsNotTheSameTwice() {
        int[] draws = new int[1];

        Refused refused = assertThrows(Refused.class, () -> find(_ -> new Result.Drawn(picture(draws[0]++)), Optional.empty()));

        assertEquals("compat bisect: the frame has not the same picture twice with the same switches; a capture of it does", refused.getMessage());
    }
}
