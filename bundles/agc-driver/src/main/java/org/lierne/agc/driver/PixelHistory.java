package org.lierne.agc.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.lierne.agc.FrameFacts.DrawFacts;
import org.lierne.agc.FrameReplay.PixelChange;

/** Which draws of a frame change a place of its surfaces. */
final class PixelHistory implements FrameReplays.Watch {
    private final int x;
    private final int y;
    private final List<PixelChange> changes = new ArrayList<>();
    private Map<String, String> last = Map.of();

    PixelHistory(int x, int y) {
        this.x = x;
        this.y = y;
    }

    List<PixelChange> changes() {
        return List.copyOf(changes);
    }

    /** Whether any surface that was drawn to has the place. */
    boolean isReached() {
        return !last.isEmpty();
    }

    @Override
    public void begins(HostEngine engine) {
        last = engine.texels(x, y);
    }

    @Override
    public void drew(HostEngine engine, DrawFacts facts) {
        Map<String, String> now = engine.texels(x, y);
        now.forEach((surface, texel) -> {
            if (!texel.equals(last.get(surface))) {
                changes.add(new PixelChange(facts, surface, Optional.ofNullable(last.get(surface)), texel));
            }
        });
        last = now;
    }
}
