package org.lierne.kernel.title;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Whiteboard: services with state of one title make it in {@link #titleStarting} and drop it in {@link #titleStopped}. Called in order of
 * service ranking at start and in reverse at the end, on the thread that runs the title. A listener that appears while a title runs is told
 * of it at once.
 */
@ConsumerType
public interface TitleListener {
    /** Before the first module is loaded. */
    default void titleStarting(Title title) {}

    /** After the last guest thread has ended. */
    default void titleStopped(Title title) {}
}
