package org.lierne.agc;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.osgi.annotation.versioning.ProviderType;

/** The draws of the last presented frame, for the console. */
@ProviderType
public interface FrameFacts {
    /** Number of the last presented frame, from 1; 0 before the first. */
    long frame();

    List<DrawFacts> draws();

    /** A draw or dispatch with all that was bound; empty past the end. */
    Optional<List<String>> describe(int draw);

    /** The images that a draw or dispatch was bound to, with what they hold now. */
    List<BoundImage> images(int draw);

    /** How the running title's last change of passes or switches went; empty before the first. */
    default Optional<PlanChange> lastChange() {
        return Optional.empty();
    }

    /** Nanoseconds between one frame and the next, of the running title's last few hundred, oldest first. */
    default List<Long> frameTimes() {
        return timeline().stream().map(FrameTime::totalNs).toList();
    }

    /** Where the time of the running title's last few hundred frames went, oldest first. */
    default List<FrameTime> timeline() {
        return List.of();
    }

    /** How far the pipelines of the title's last run are made, which is done beside its start. */
    default Preparation preparation() {
        return new Preparation(0, 0);
    }

    /** No more of them are made than are under way. */
    default void cancelPreparation() {}

    /**
     * Pipelines that are made before a draw asks for them.
     *
     * @param wanted those that can be made; as many as are done when nothing more is
     */
    record Preparation(int done, int wanted) {}

    /** What the work on a frame does or waits for. */
    enum Phase {
        /** It waits for programs that are translated. */
        TRANSLATE,
        /** It waits for pipelines that the driver makes. */
        COMPILE,
        /** It brings what lies in guest memory to the device. */
        UPLOAD,
        /** It waits for the device. */
        WAIT,
        /** It records draws and dispatches and hands them over. */
        DRAW
    }

    /**
     * How long a frame took.
     *
     * @param totalNs from the flip of the frame before to its own
     * @param phaseNs the part of each phase; what is left was the title's own
     */
    record FrameTime(long totalNs, Map<Phase, Long> phaseNs) {
        public FrameTime {
            phaseNs = Map.copyOf(phaseNs);
        }

        /** The title's own part. */
        public long titleNs() {
            return totalNs - phaseNs.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /**
     * A change of passes or switches while a title runs.
     *
     * @param milliseconds from the first draw under the new plan to the first frame shown that is wholly drawn under it
     * @param variants     variants of programs that this frame used
     * @param translated   those that no plan before had made
     * @param phaseNs      the part of each phase in that time; what is left was the title's own, or waited for the display
     */
    record PlanChange(long milliseconds, int variants, int translated, Map<Phase, Long> phaseNs) {
        public PlanChange {
            phaseNs = Map.copyOf(phaseNs);
        }

        /** One whose phases nobody measured. */
        public PlanChange(long milliseconds, int variants, int translated) {
            this(milliseconds, variants, translated, Map.of());
        }

        @Override
        public String toString() {
            return "first frame under the new plan after %d ms, %d of %d variants translated anew%s".formatted(milliseconds, translated, variants,
                    phaseNs.entrySet().stream().sorted(Map.Entry.comparingByKey()).map(phase -> ", %s %d ms".formatted(
                            phase.getKey().name().toLowerCase(Locale.ROOT), phase.getValue() / 1_000_000)).collect(Collectors.joining()));
        }
    }

    /**
     * An image as a picture.
     *
     * @param name   where it is bound: {@code set-1-binding-2}, {@code target-0}, {@code depth}
     * @param what   format and size
     * @param png    a PNG file; empty where the image cannot be shown
     * @param reason why not, then
     */
    record BoundImage(String name, String what, Optional<byte[]> png, String reason) {}

    /**
     * One line of the list.
     *
     * @param what    {@code draw 36 indices}, {@code dispatch 8x8x1}
     * @param shaders ids of the programs
     * @param target  address and format of the first target
     */
    record DrawFacts(int index, String what, List<String> shaders, String target) {}
}
