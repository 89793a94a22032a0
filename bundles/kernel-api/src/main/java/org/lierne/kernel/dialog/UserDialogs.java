package org.lierne.kernel.dialog;

import java.util.List;
import java.util.function.Consumer;
import org.osgi.annotation.versioning.ProviderType;

/** The dialogs of the running title. */
@ProviderType
public interface UserDialogs {
    /** A question that waits for its answer. */
    record Open(int id, Question question) {}

    /**
     * Shows a question. It is answered at most once: by the run's own answers or the default before this returns, or by the user later on any
     * thread.
     *
     * @return its number, from 1
     */
    int ask(Question question, Consumer<Answer> answered);

    /** Takes a question back; nothing if it was answered. */
    void withdraw(int id);

    /** In the order in which they were asked. */
    List<Open> open();

    /** @return false if no such question waits any more */
    boolean answer(int id, Answer answer);
}
