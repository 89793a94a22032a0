package org.lierne.kernel.dialog;

import java.util.List;

/**
 * What a dialog shows and how it may be answered.
 *
 * @param kind      what asks
 * @param text      the title's words
 * @param choices   what may be chosen, the usual one first; with {@link Kind#TEXT} none
 * @param canCancel whether it may be left without a choice
 */
public record Question(Kind kind, String text, List<String> choices, boolean canCancel) {
    /** What asks. */
    public enum Kind {
        MESSAGE,
        /** Runs until the title closes it. */
        NOTICE,
        ERROR,
        /** One of several saves, by name. */
        SAVES,
        /** A text is to be entered. */
        TEXT,
        SIGN_IN
    }

    public Question {
        choices = List.copyOf(choices);
    }
}
