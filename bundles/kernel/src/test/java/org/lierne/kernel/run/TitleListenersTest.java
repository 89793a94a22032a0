package org.lierne.kernel.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.lierne.kernel.title.TitleRequest;

final class TitleListenersTest {
    private final List<String> heard = new ArrayList<>();
    private final TitleListeners<Integer> listeners = new TitleListeners<>();

    private record Named(String id) implements Title {
        @Override
        public String name() {
            return id;
        }

        @Override
        public Path root() {
            return Path.of(".");
        }

        @Override
        public TitleRequest request() {
            return new TitleRequest(Path.of("."), Optional.empty(), true, OptionalInt.empty(), Optional.empty(), Optional.empty(), Set.of(),
                    Set.of(), Optional.empty(), java.io.OutputStream.nullOutputStream());
        }

        @Override
        public void framePresented() {}

        @Override
        public long presentedFrames() {
            return 0;
        }

        @Override
        public void requestStop(String reason) {}

        @Override
        public boolean isStopping() {
            return false;
        }
    }

    private TitleListener listener(String name) {
        return new TitleListener() {
            @Override
            public void titleStarting(Title title) {
                heard.add(name + "+" + title.id());
            }

            @Override
            public void titleStopped(Title title) {
                heard.add(name + "-" + title.id());
            }
        };
    }

    @Test
    void tellsInOrderAtTheStartAndInReverseAtTheEnd() {
        listeners.add(2, listener("b"));
        listeners.add(1, listener("a"));

        listeners.begin(new Named("T"));
        listeners.end(new Named("T"));

        assertEquals(List.of("a+T", "b+T", "b-T", "a-T"), heard);
    }

    @Test
    void tellsALateListenerAtOnce() {
        listeners.begin(new Named("T"));
        listeners.add(1, listener("late"));
        listeners.end(new Named("T"));

        assertEquals(List.of("late+T", "late-T"), heard);
    }

    @Test
    void tellsOneThatWentNothingMore() {
        listeners.add(1, listener("a"));
        listeners.begin(new Named("T"));
        listeners.remove(1);
        listeners.end(new Named("T"));

        assertEquals(List.of("a+T"), heard);
    }

    @Test
    void tellsTheEndToThoseWhoHeardTheStartWhenOneRefuses() {
        listeners.add(1, listener("a"));
        listeners.add(2, new TitleListener() {
            @Override
            public void titleStarting(Title title) {
                throw new IllegalStateException("no device");
            }
        });
        listeners.add(3, listener("c"));

        assertThrows(IllegalStateException.class, () -> listeners.begin(new Named("T")));
        listeners.end(new Named("T"));

        assertEquals(List.of("a+T", "a-T"), heard);
    }
}
