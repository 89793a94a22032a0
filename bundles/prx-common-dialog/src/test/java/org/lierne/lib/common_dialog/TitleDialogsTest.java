package org.lierne.lib.common_dialog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.lierne.kernel.dialog.Answer;
import org.lierne.kernel.dialog.Question;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleRequest;

class TitleDialogsTest {
    private static final Question YES_NO = new Question(Question.Kind.MESSAGE, "Go on?", List.of("yes", "no"), false);
    private static final Question TEXT = new Question(Question.Kind.TEXT, "Name", List.of(), true);

    private final List<Answer> answers = new ArrayList<>();

    static Title title(boolean isHeadless, String... brought) {
        TitleRequest request = new TitleRequest(Path.of("."), Optional.empty(), isHeadless, OptionalInt.empty(), Optional.empty(), Optional.empty(),
                Set.of(), Set.of(), Optional.empty(), List.of(brought), OutputStream.nullOutputStream());
        return (Title) Proxy.newProxyInstance(Title.class.getClassLoader(), new Class<?>[] {Title.class},
                (_, method, _) -> method.getName().equals("request") ? request : null);
    }

    private TitleDialogs dialogs(Map<String, Object> configuration, Title title) {
        TitleDialogs dialogs = new TitleDialogs(configuration);
        dialogs.titleStarting(title);
        return dialogs;
    }

    @Test
    void takesTheRunsAnswersInTurnAndThenTheUsualOnes() {
        TitleDialogs dialogs = dialogs(Map.of(), title(true, "no", "Ada"));
        dialogs.ask(YES_NO, answers::add);
        dialogs.ask(TEXT, answers::add);
        dialogs.ask(YES_NO, answers::add);
        dialogs.ask(TEXT, answers::add);
        assertEquals(List.of(new Answer.Chosen(1), new Answer.Entered("Ada"), new Answer.Chosen(0), new Answer.Cancelled()), answers);
        assertEquals(List.of(), dialogs.open());
    }

    @Test
    void neverWaitsForAnAnswerThatIsNone() {
        TitleDialogs dialogs = dialogs(Map.of(), title(true, "perhaps"));
        dialogs.ask(YES_NO, answers::add);
        assertEquals(List.of(new Answer.Chosen(0)), answers);
    }

    @Test
    void letsTheConfigurationAnswerWithoutAWindow() {
        TitleDialogs dialogs = dialogs(Map.of("headless", "no"), title(true));
        dialogs.ask(YES_NO, answers::add);
        assertEquals(List.of(new Answer.Chosen(1)), answers);
    }

    @Test
    void waitsForTheUserIfItShall() {
        TitleDialogs dialogs = dialogs(Map.of(), title(true, "wait"));
        int id = dialogs.ask(YES_NO, answers::add);
        assertEquals(1, dialogs.open().size());
        dialogs.withdraw(id);
        assertFalse(dialogs.answer(id, new Answer.Chosen(0)));
        assertEquals(List.of(), answers);
    }
}
