package org.lierne.kernel.dialog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AnswerTest {
    private static final Question YES_NO = new Question(Question.Kind.MESSAGE, "Go on?", List.of("yes", "no"), false);
    private static final Question TEXT = new Question(Question.Kind.TEXT, "Name", List.of(), true);
    private static final Question NOTICE = new Question(Question.Kind.NOTICE, "Saving", List.of(), false);

    @Test
    void choosesByWordsAndTheFirstByOk() {
        assertEquals(Optional.of(new Answer.Chosen(1)), Answer.of("No", YES_NO));
        assertEquals(Optional.of(new Answer.Chosen(0)), Answer.of("ok", YES_NO));
        assertEquals(Optional.empty(), Answer.of("cancel", YES_NO));
        assertEquals(Optional.empty(), Answer.of("perhaps", YES_NO));
        assertEquals(Optional.empty(), Answer.of("ok", NOTICE));
    }

    @Test
    void takesAnyWordsAsText() {
        assertEquals(Optional.of(new Answer.Entered("ok")), Answer.of("ok", TEXT));
        assertEquals(Optional.of(new Answer.Cancelled()), Answer.of("cancel", TEXT));
    }

    @Test
    void usuallyTakesTheFirstAndLeavesTextsAlone() {
        assertEquals(Optional.of(new Answer.Chosen(0)), Answer.usual(YES_NO));
        assertEquals(Optional.of(new Answer.Cancelled()), Answer.usual(TEXT));
        assertEquals(Optional.empty(), Answer.usual(NOTICE));
    }
}
