package org.lierne.console;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.dialog.Answer;
import org.lierne.kernel.dialog.DialogWatcher;
import org.lierne.kernel.dialog.UserDialogs;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows a dialog to whoever started the title: in one line of the error stream. Where that is a terminal which nobody else reads, its next line
 * is the answer.
 */
@Component(service = DialogWatcher.class)
public final class DialogPrompt implements DialogWatcher {
    private static final Logger LOG = LoggerFactory.getLogger(DialogPrompt.class);

    private @Nullable Thread reader;
    private volatile @Nullable UserDialogs asking;

    @Activate
    public DialogPrompt() {}

    @Override
    public void asked(UserDialogs dialogs, UserDialogs.Open question) {
        asking = dialogs;
        System.err.println("lierne: " + DialogVerb.sentence(question));
        read();
    }

    private synchronized void read() {
        Console console = System.console();
        if (reader == null && console != null && console.isTerminal()) {
            reader = Thread.ofPlatform().name("dialog prompt").daemon().start(() -> answer(new BufferedReader(console.reader())));
        }
    }

    private void answer(BufferedReader lines) {
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                take(line.strip());
            }
        } catch (IOException e) {
            LOG.debug("the terminal has gone", e);
        }
    }

    /** A line answers the dialog that waits longest. */
    void take(String line) {
        UserDialogs known = asking;
        Optional<UserDialogs.Open> first = known == null ? Optional.empty() : known.open().stream().findFirst();
        if (known == null || first.isEmpty()) {
            return;
        }
        Optional<Answer> answer = Answer.of(line, first.get().question());
        if (answer.isEmpty()) {
            System.err.println("lierne: '" + Printable.of(line) + "' is no answer; " + DialogVerb.sentence(first.get()));
        } else {
            known.answer(first.get().id(), answer.get());
        }
    }
}
