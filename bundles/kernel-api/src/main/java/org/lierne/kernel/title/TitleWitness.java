package org.lierne.kernel.title;

import org.osgi.annotation.versioning.ConsumerType;

/** Whiteboard: says what a room knows of a title that stopped or stands still, for the report. */
@ConsumerType
public interface TitleWitness {
    /** Called on the thread that writes the report, while the title's services still have it. Waits for nothing that the title may hold. */
    void testify(Title title, Testimony report);

    /** A report that is being written. */
    interface Testimony {
        /**
         * Adds a fact.
         *
         * @param value words, a number, a list of lines, or a map of words
         */
        void fact(String name, Object value);

        /** Adds a file. @param name a path below the report's folder, {@code programs/index.jsonl} */
        void file(String name, byte[] content);
    }
}
