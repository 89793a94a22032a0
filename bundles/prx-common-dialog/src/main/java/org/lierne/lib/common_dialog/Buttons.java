package org.lierne.lib.common_dialog;

import java.util.List;
import java.util.Optional;
import org.lierne.kernel.dialog.Answer;
import org.lierne.kernel.dialog.Question;

/** The buttons under a text, by the guest's number. Documented: system calls, section 14. */
record Buttons(List<String> words, boolean isNotice, boolean canCancel) {
    /** Two texts of the title's own. */
    static final int OWN = 9;

    private static final int CANCELLED = 1;
    private static final List<String> YES_NO = List.of("yes", "no");
    private static final List<String> OK = List.of(Answer.OK);

    /** What a title gets to know: 0 for an answer and 1 for none; the button from 1, or 0. */
    record Pressed(int result, int button) {}

    static Buttons of(int number) {
        return switch (number) {
            case 1, 7 -> new Buttons(YES_NO, false, false);
            case 2, 5 -> new Buttons(List.of(), true, false);
            case 3, 8 -> new Buttons(OK, false, true);
            case 6 -> new Buttons(List.of(), true, true);
            default -> new Buttons(OK, false, false);
        };
    }

    /** @param own the title's own words for buttons, if it has any */
    Question question(String text, List<String> own) {
        return new Question(isNotice ? Question.Kind.NOTICE : Question.Kind.MESSAGE, text, own.isEmpty() ? words : own, canCancel);
    }

    /** A dialog that the title closed itself counts as answered with the first. */
    static Pressed pressed(Optional<Answer> answer) {
        return switch (answer.orElse(new Answer.Chosen(0))) {
            case Answer.Cancelled() -> new Pressed(CANCELLED, 0);
            case Answer.Chosen(int index) -> new Pressed(0, index + 1);
            case Answer.Entered _ -> new Pressed(0, 1);
        };
    }
}
