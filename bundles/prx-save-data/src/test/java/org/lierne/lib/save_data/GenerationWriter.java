package org.lierne.lib.save_data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A process that writes one save for ever: every file of it holds the generation's number. Says each generation that is kept. */
final class GenerationWriter {
    static final String NAME = "SAVE";
    static final int FILES = 4;

    private GenerationWriter() {}

    public static void main(String[] arguments) throws IOException {
        SaveStore store = new SaveStore(Path.of(arguments[0]));
        for (long generation = Long.parseLong(arguments[1]); ; generation++) {
            Path version = store.begin(NAME, 1);
            for (int i = 0; i < FILES; i++) {
                Files.writeString(version.resolve(SaveStore.DATA).resolve("file" + i), (generation + "\n").repeat(1000));
            }
            store.commit(NAME, version);
            System.out.println(generation);
        }
    }
}
