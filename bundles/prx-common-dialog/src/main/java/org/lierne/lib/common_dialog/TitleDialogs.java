package org.lierne.lib.common_dialog;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Consumer;
import org.lierne.kernel.dialog.Answer;
import org.lierne.kernel.dialog.DialogWatcher;
import org.lierne.kernel.dialog.Question;
import org.lierne.kernel.dialog.UserDialogs;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/**
 * Who answers a title's questions: first the answers that the run brought along; then, where there is a window, the user; without one the
 * configuration {@code etc/org.lierne.dialogs.cfg}: {@code headless = usual} (as it is without it), a word as {@code dialog answer} takes it,
 * or {@code wait}. Assumed: lib.common-dialog.unseen.
 */
@Component(service = {UserDialogs.class, TitleListener.class}, configurationPid = "org.lierne.dialogs")
public final class TitleDialogs implements UserDialogs, TitleListener {
    private static final Logger LOG = LoggerFactory.getLogger(TitleDialogs.class);
    private static final Marker HLE = MarkerFactory.getMarker("HLE");
    private static final String WAIT = "wait";
    private static final String USUAL = "usual";

    private record Waiting(Question question, Consumer<Answer> answered) {}

    private final String headless;
    private final Map<Integer, Waiting> waiting = new LinkedHashMap<>();
    private final Queue<String> brought = new ArrayDeque<>();
    private boolean isHeadless = true;
    private int last;

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, policyOption = ReferencePolicyOption.GREEDY)
    private volatile List<DialogWatcher> watchers = List.of();

    @Activate
    public TitleDialogs(Map<String, Object> configuration) {
        this.headless = String.valueOf(configuration.getOrDefault("headless", USUAL));
    }

    @Override
    public synchronized void titleStarting(Title title) {
        waiting.clear();
        brought.clear();
        brought.addAll(title.request().answers());
        isHeadless = title.request().headless();
    }

    @Override
    public synchronized void titleStopped(Title title) {
        waiting.clear();
    }

    @Override
    public int ask(Question question, Consumer<Answer> answered) {
        int id;
        Optional<Answer> given;
        synchronized (this) {
            id = ++last;
            given = question.kind() == Question.Kind.NOTICE ? Optional.empty() : given(question);
            if (given.isEmpty()) {
                waiting.put(id, new Waiting(question, answered));
            }
        }
        LOG.info(HLE, "dialog {}: {}: {} {}{}", id, question.kind(), question.text(), question.choices(), given.map(a -> ": " + a).orElse(""));
        given.ifPresentOrElse(answered, () -> watchers.forEach(w -> w.asked(this, new Open(id, question))));
        return id;
    }

    /** Empty if the user is to answer. */
    private Optional<Answer> given(Question question) {
        String word = Optional.ofNullable(brought.poll()).orElse(isHeadless ? headless : WAIT);
        if (word.equals(WAIT)) {
            return Optional.empty();
        }
        if (word.equals(USUAL)) {
            return Answer.usual(question);
        }
        Optional<Answer> answer = Answer.of(word, question);
        if (answer.isEmpty()) {
            LOG.warn(HLE, "'{}' is no answer to a dialog with {}; it gets the usual one", word, question.choices());
        }
        return answer.or(() -> Answer.usual(question));
    }

    @Override
    public synchronized void withdraw(int id) {
        waiting.remove(id);
    }

    @Override
    public synchronized List<Open> open() {
        List<Open> open = new ArrayList<>();
        waiting.forEach((id, each) -> open.add(new Open(id, each.question)));
        return open;
    }

    @Override
    public boolean answer(int id, Answer answer) {
        Waiting answered;
        synchronized (this) {
            answered = waiting.remove(id);
        }
        if (answered != null) {
            LOG.info(HLE, "dialog {}: {}", id, answer);
            answered.answered.accept(answer);
        }
        return answered != null;
    }
}
