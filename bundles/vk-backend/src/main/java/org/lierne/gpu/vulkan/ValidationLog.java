package org.lierne.gpu.vulkan;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MarkerFactory;

/** Counts and logs what the validation layer finds. */
final class ValidationLog {
    private static final Logger LOG = LoggerFactory.getLogger(ValidationLog.class);

    private final AtomicLong findings = new AtomicLong();
    private volatile @Nullable Consumer<String> listener;

    /** Called on whatever thread made the mistake. */
    void found(String severity, String message) {
        findings.incrementAndGet();
        LOG.atError().addMarker(MarkerFactory.getMarker("GPU")).log("validation {}: {}", severity, message);
        Consumer<String> to = listener;
        if (to != null) {
            to.accept(message);
        }
    }

    long findings() {
        return findings.get();
    }

    void listener(@Nullable Consumer<String> to) {
        listener = to;
    }
}
