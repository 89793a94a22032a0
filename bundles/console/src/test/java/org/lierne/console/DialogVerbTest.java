package org.lierne.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.lierne.kernel.dialog.Answer;
import org.lierne.kernel.dialog.Question;
import org.lierne.kernel.dialog.UserDialogs;

class DialogVerbTest {
    private final List<UserDialogs.Open> open = new ArrayList<>();
    private final List<String> answers = new ArrayList<>();
    private final UserDialogs dialogs = new UserDialogs() {
        @Override
        public int ask(Question question, Consumer<Answer> answered) {
            throw new AssertionError("titles ask");
        }

        @Override
        public void withdraw(int id) {
            throw new AssertionError("titles take back");
        }

        @Override
        public List<Open> open() {
            return List.copyOf(open);
        }

        @Override
        public boolean answer(int id, Answer answer) {
            answers.add(id + " " + answer);
            return open.removeIf(each -> each.id() == id);
        }
    };
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int verb(String... words) {
        return new DialogVerb(dialogs).run(new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8), words);
    }

    private void ask(int id, Question.Kind kind, String text, boolean canCancel, String... choices) {
        open.add(new UserDialogs.Open(id, new Question(kind, text, List.of(choices), canCancel)));
    }

    @Test
    void listsWhatWaits() {
        ask(3, Question.Kind.MESSAGE, "Go\non?", false, "yes", "no");
        ask(4, Question.Kind.SIGN_IN, "Sign in", true);
        ask(5, Question.Kind.TEXT, "Name", true);
        ask(6, Question.Kind.NOTICE, "Saving", false);

        assertEquals(Exit.DONE, verb("list"));

        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertEquals(4, lines.size(), "a text of several lines is one line");
        assertTrue(lines.getFirst().startsWith("dialog 3: message: Go") && lines.getFirst().endsWith("[yes|no]"), lines.getFirst());
        assertEquals(List.of("dialog 4: sign-in: Sign in [cancel]", "dialog 5: text: Name [a text|cancel]", "dialog 6: notice: Saving [the title closes it]"),
                lines.subList(1, 4));
    }

    @Test
    void answersByNumber() {
        ask(3, Question.Kind.MESSAGE, "Go on?", false, "yes", "no");
        ask(4, Question.Kind.TEXT, "Name", true);

        assertEquals(Exit.DONE, verb("answer", "4", "Ada", "Lovelace"));
        assertEquals(Exit.DONE, verb("answer", "3", "no"));

        assertEquals(List.of("4 " + new Answer.Entered("Ada Lovelace"), "3 " + new Answer.Chosen(1)), answers);
    }

    @Test
    void refusesWhatIsNoAnswer() {
        ask(3, Question.Kind.MESSAGE, "Go on?", false, "yes", "no");
        assertEquals(Exit.REFUSED, verb("answer", "3", "perhaps"));
        assertEquals(Exit.REFUSED, verb("answer", "4", "yes"));
        assertEquals(Exit.USAGE, verb("answer", "three", "yes"));
        assertEquals(Exit.USAGE, verb("answer", "3"));
        assertEquals(List.of(), answers);
    }

    @Test
    void aTypedLineAnswersTheOldest() {
        ask(3, Question.Kind.MESSAGE, "Go on?", false, "yes", "no");
        ask(4, Question.Kind.MESSAGE, "Really?", false, "yes", "no");
        DialogPrompt prompt = new DialogPrompt();
        prompt.take("yes");
        prompt.asked(dialogs, open.getFirst());

        prompt.take("perhaps");
        prompt.take("no");

        assertEquals(List.of("3 " + new Answer.Chosen(1)), answers);
    }
}
