package org.lierne.kernel.cpu;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Guest code on one thread ended by itself: a fault, an exception in an export, or an interrupt from outside. The message is one line in
 * the refusal shape with module+offset.
 */
public final class GuestStop extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Why guest code ended. */
    public enum Reason { EXPORT, FAULT, INTERRUPTED }

    private final Reason reason;
    private final String line;
    private final String place;
    private final transient Map<String, Long> registers;
    private final transient List<String> frames;
    private final transient List<String> callTail;

    public GuestStop(Reason reason, String message, String place, Map<String, Long> registers, List<String> frames,
            List<String> callTail, @Nullable Throwable cause) {
        super(message, cause, false, false);
        this.reason = reason;
        this.line = message;
        this.place = place;
        this.registers = registers;
        this.frames = frames;
        this.callTail = callTail;
    }

    @Override
    public String getMessage() {
        return line;
    }

    public Reason reason() {
        return reason;
    }

    /** The instruction at fault, or the caller of the export, as {@code module+0xoffset}. */
    public String place() {
        return place;
    }

    /** General registers by name, in printing order; empty if the stop came from an export. */
    public Map<String, Long> registers() {
        return registers;
    }

    /** Return addresses of the {@code rbp} chain as {@code module+0xoffset}, innermost first. */
    public List<String> frames() {
        return frames;
    }

    /** The thread's last calls of imports, oldest first. */
    public List<String> callTail() {
        return callTail;
    }
}
