package org.lierne.kernel.nativecpu;

/** Exceptions that unwind guest code on purpose: no stack trace, never reported as a mistake. */
public sealed abstract class Unwinding extends RuntimeException {
    private static final long serialVersionUID = 1;

    private Unwinding(String message) {
        super(message, null, false, false);
    }

    /** The thread asked for its own end. */
    public static final class ThreadExit extends Unwinding {
        private static final long serialVersionUID = 1;
        private final long value;

        public ThreadExit(long value) {
            super("the guest thread ends");
            this.value = value;
        }

        public long value() {
            return value;
        }
    }

    /** A wait was left for a guest signal: the export's call is made again once the signal's handler has run. */
    public static final class Restart extends Unwinding {
        private static final long serialVersionUID = 1;

        public Restart() {
            super("the call is made again");
        }
    }

    /** The title ends: every guest thread unwinds. */
    public static final class TitleEnd extends Unwinding {
        private static final long serialVersionUID = 1;

        public TitleEnd() {
            super("the title ends");
        }
    }
}
