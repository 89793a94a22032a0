package org.lierne.kernel.dialog;

import java.util.Optional;

/** How a question was answered. */
public sealed interface Answer {
    /** Left without a choice. */
    record Cancelled() implements Answer {}

    /** @param index into the question's choices */
    record Chosen(int index) implements Answer {}

    /** A text was entered. */
    record Entered(String text) implements Answer {}

    String OK = "ok";
    String CANCEL = "cancel";

    /**
     * What a word means as an answer: {@code ok} the first choice, {@code cancel} leaves it, else a choice by its words; for a text, the word
     * itself, where {@code cancel} leaves it as well. Empty for what is no answer to the question.
     */
    static Optional<Answer> of(String word, Question question) {
        if (word.equals(CANCEL) && question.canCancel()) {
            return Optional.of(new Cancelled());
        }
        if (question.kind() == Question.Kind.TEXT) {
            return Optional.of(new Entered(word));
        }
        for (int i = 0; i < question.choices().size(); i++) {
            if (question.choices().get(i).equalsIgnoreCase(word)) {
                return Optional.of(new Chosen(i));
            }
        }
        return word.equals(OK) && !question.choices().isEmpty() ? Optional.of(new Chosen(0)) : Optional.empty();
    }

    /** What somebody who does not look would answer: the first choice; lists and texts are left. */
    static Optional<Answer> usual(Question question) {
        return switch (question.kind()) {
            case MESSAGE, ERROR -> Optional.of(new Chosen(0));
            case SAVES, TEXT, SIGN_IN -> Optional.of(new Cancelled());
            case NOTICE -> Optional.empty();
        };
    }
}
