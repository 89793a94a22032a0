package org.lierne.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.stream.Stream;

/** The host's files: failures as sentences, since some exceptions carry only the file's name. */
final class HostFiles {
    private HostFiles() {}

    static String sentence(IOException e) {
        return switch (e) {
            case NoSuchFileException file -> "no such file: " + file.getFile();
            case AccessDeniedException file -> "access denied: " + file.getFile();
            case FileAlreadyExistsException file -> file.getFile() + " exists already";
            case NotDirectoryException file -> file.getFile() + " is no folder";
            case FileSystemException file -> file.getFile() + ": " + (file.getReason() == null ? "the host refuses it" : file.getReason());
            case CharacterCodingException _ -> "the text is not UTF-8";
            default -> e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage().lines().findFirst().orElse("");
        };
    }

    /** The wrapper's own words, or the cause's sentence where it has none. */
    static String sentence(UncheckedIOException e) {
        IOException cause = e.getCause();
        boolean isCauses = e.getMessage() == null || cause != null && e.getMessage().equals(cause.toString());
        return isCauses && cause != null ? sentence(cause) : String.valueOf(e.getMessage());
    }

    /** Gives a file a content, all at once: whoever reads meanwhile, or after the machine went down, finds the old one or the new. */
    static void replace(Path file, byte[] content) throws IOException {
        Path temporary = Files.createTempFile(Files.createDirectories(file.getParent()), "." + file.getFileName() + "-", ".tmp");
        try (FileChannel channel = FileChannel.open(Files.write(temporary, content), StandardOpenOption.WRITE)) {
            channel.force(true);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** Removes a folder and what it holds. */
    static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
