package org.lierne.console;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.spi.ToolProvider;
import org.lierne.kernel.dialog.Answer;
import org.lierne.kernel.dialog.Question;
import org.lierne.kernel.dialog.UserDialogs;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** {@code dialog …}: what the running title asks, and answers to it. */
@Component(service = ToolProvider.class, property = {
    "lierne.verb=dialog", "lierne.subverbs=list", "lierne.subverbs=answer", "lierne.live=list", "lierne.live=answer"
})
public final class DialogVerb extends Verb {
    private static final int ANSWER_WORDS = 3;

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, policyOption = ReferencePolicyOption.GREEDY)
    private volatile List<UserDialogs> dialogs = List.of();

    @Activate
    public DialogVerb() {
        super("dialog", "dialog list\ndialog answer ID ok|cancel|CHOICE|TEXT");
    }

    /** Without a framework. */
    DialogVerb(UserDialogs dialogs) {
        this();
        this.dialogs = List.of(dialogs);
    }

    @Override
    int run(List<String> line, Streams streams) throws IOException {
        Arguments arguments = parse(line, Set.of(), Set.of());
        switch (arguments.word(0, "list or answer")) {
            case "list" -> list(arguments, streams);
            case "answer" -> answer(arguments, streams);
            case String other -> throw new UsageError("unknown '" + other + "'");
        }
        return Exit.DONE;
    }

    private void list(Arguments arguments, Streams streams) throws IOException {
        arguments.atMost(1);
        List<UserDialogs.Open> open = dialogs.stream().flatMap(d -> d.open().stream()).toList();
        if (arguments.has(JSON_FLAG)) {
            streams.json(Map.of("dialogs", open.stream().map(DialogVerb::document).toList()));
        } else {
            open.forEach(each -> streams.out().println(sentence(each)));
        }
    }

    private static Map<String, Object> document(UserDialogs.Open open) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("id", open.id());
        document.put("kind", kind(open));
        document.put("text", open.question().text());
        document.put("choices", open.question().choices());
        document.put("canCancel", open.question().canCancel());
        return document;
    }

    private static String kind(UserDialogs.Open open) {
        return open.question().kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** A dialog in one line: its number, kind, text and what may be answered. */
    static String sentence(UserDialogs.Open open) {
        List<String> answers = new ArrayList<>(open.question().choices());
        if (open.question().kind() == Question.Kind.TEXT) {
            answers.add("a text");
        }
        if (open.question().canCancel()) {
            answers.add(Answer.CANCEL);
        }
        return "dialog %d: %s: %s [%s]".formatted(open.id(), kind(open), Printable.of(open.question().text()),
                answers.isEmpty() ? "the title closes it" : Printable.of(String.join("|", answers)));
    }

    private void answer(Arguments arguments, Streams streams) throws IOException {
        int id = number(arguments.word(1, "ID"));
        arguments.word(2, "ok, cancel, a choice or a text");
        List<String> words = arguments.words();
        String word = String.join(" ", words.subList(ANSWER_WORDS - 1, words.size()));
        for (UserDialogs each : dialogs) {
            for (UserDialogs.Open open : each.open()) {
                if (open.id() == id) {
                    Answer answer = Answer.of(word, open.question()).orElseThrow(() -> new Refused(
                            "dialog answer: '" + word + "' is no answer; " + sentence(open)));
                    if (each.answer(id, answer)) {
                        if (arguments.has(JSON_FLAG)) {
                            streams.json(Map.of("id", id, "answer", word));
                        }
                        return;
                    }
                }
            }
        }
        throw new Refused("dialog answer: no dialog " + id + " waits; dialog list shows them");
    }

    private static int number(String word) {
        try {
            return Integer.parseInt(word);
        } catch (NumberFormatException e) {
            throw new UsageError("'" + word + "' is no dialog's number");
        }
    }
}
