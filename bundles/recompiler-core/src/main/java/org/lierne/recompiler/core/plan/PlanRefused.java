package org.lierne.recompiler.core.plan;

/** The installed passes do not make a plan; the message names those to blame. */
public final class PlanRefused extends RuntimeException {
    private static final long serialVersionUID = 1;

    PlanRefused(String reason) {
        super("plan: " + reason);
    }
}
