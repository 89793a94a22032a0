package org.lierne.kernel.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.DirectoryEntry;
import org.lierne.kernel.file.OpenFile;
import org.lierne.kernel.file.OpenFlags;
import org.lierne.kernel.file.PathRefused;
import org.lierne.kernel.shim.HostFiles;
import org.lierne.testing.Rule;

class TitleFilesTest {
    private static final int CREATE_FOR_WRITING = OpenFlags.CREATE | OpenFlags.READ_WRITE;

    @TempDir
    Path disk;

    private final TitleFiles files = TitleFiles.interruptedBy(() -> new IllegalStateException("interrupted"));

    @BeforeEach
    void mountTwoTrees() throws IOException {
        Files.createDirectories(disk.resolve("app/data"));
        Files.createDirectories(disk.resolve("save"));
        Files.writeString(disk.resolve("app/data/a.bin"), "abcdef");
        Files.writeString(disk.resolve("secret"), "outside");
        files.mount("/app0", disk.resolve("app"), false);
        files.mount("/savedata0", disk.resolve("save"), true);
    }

    private String content(String path) {
        OpenFile file = files.openFile(path, OpenFlags.READ);
        ByteBuffer bytes = ByteBuffer.allocate(64);
        file.read(bytes);
        files.release(file);
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    }

    private static void fails(Errno expected, Executable call) {
        assertEquals(expected, assertThrows(GuestErrno.class, call).errno());
    }

    /** A lock that is got after the last close would be held by nobody, for ever. */
    @Test
    void whoWaitedForALockOfAFileThatIsClosedGivesItUp() throws Exception {
        OpenFile holder = files.openFile("/savedata0/file", CREATE_FOR_WRITING);
        OpenFile waiter = files.openFile("/savedata0/file", CREATE_FOR_WRITING);
        OpenFile last = files.openFile("/savedata0/file", CREATE_FOR_WRITING);
        holder.lock(true, false);
        fails(Errno.EAGAIN, () -> last.lock(true, false));
        FutureTask<Boolean> waiting = new FutureTask<>(() -> {
            waiter.lock(true, true);
            return true;
        });
        Thread thread = Thread.ofPlatform().start(waiting);
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }

        files.release(waiter);
        files.release(holder);

        assertTrue(waiting.get(60, TimeUnit.SECONDS));
        last.lock(true, false);
        fails(Errno.EBADF, () -> waiter.lock(true, false));
    }

    @Test
    void readsSeeksAndReadsAtAnOffset() {
        int fd = files.open("/app0/data/a.bin", OpenFlags.READ);
        OpenFile file = files.file(fd);

        assertEquals(3, fd);
        assertEquals(2, file.seek(2, 0));
        ByteBuffer three = ByteBuffer.allocate(3);
        assertEquals(3, file.read(three));
        assertArrayEquals("cde".getBytes(StandardCharsets.UTF_8), three.array());
        assertEquals(1, file.read(ByteBuffer.allocate(8), 5));
        assertEquals(5, file.seek(0, 1));
        assertEquals(0, file.read(ByteBuffer.allocate(8), 6));
        assertEquals(6, file.attributes().sizeBytes());
        fails(Errno.EINVAL, () -> file.seek(-7, 2));
        fails(Errno.EINVAL, () -> file.seek(0, 9));
        fails(Errno.EBADF, () -> file.write(ByteBuffer.allocate(1)));
    }

    @Test
    @Rule("S3")
    void namesWhyAnOpenFails() {
        fails(Errno.EINVAL, () -> files.open("/app0/data/a.bin", 3));
        fails(Errno.ENAMETOOLONG, () -> files.open("/app0/" + "x".repeat(255), 0));
        fails(Errno.EEXIST, () -> files.open("/app0/data/a.bin", OpenFlags.CREATE | OpenFlags.EXCLUSIVE));
        fails(Errno.EROFS, () -> files.open("/app0/new", OpenFlags.CREATE));
        fails(Errno.ENOENT, () -> files.open("/app0/missing", OpenFlags.READ));
        fails(Errno.ENOENT, () -> files.open("/nowhere/missing", OpenFlags.READ));
        fails(Errno.ENOTDIR, () -> files.open("/app0/data/a.bin", OpenFlags.DIRECTORY));
        fails(Errno.ENOTDIR, () -> files.open("/app0/data/a.bin/b", OpenFlags.READ));
        fails(Errno.EISDIR, () -> files.open("/savedata0", OpenFlags.WRITE));
        fails(Errno.EROFS, () -> files.open("/app0/data/a.bin", OpenFlags.WRITE));
    }

    @Test
    @Rule("S4")
    void findsANameThatDiffersInCaseAndRefusesTwo() throws IOException {
        assertEquals("abcdef", content("/app0/Data/A.bin"));

        Files.createDirectory(disk.resolve("app/DATA"));

        PathRefused refused = assertThrows(PathRefused.class, () -> content("/app0/Data/A.bin"));
        assertTrue(String.valueOf(refused.getMessage()).contains("both DATA and data"), refused.toString());
        assertEquals("abcdef", content("/app0/data/A.bin"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/app0/../secret", "/app0/./../../secret", "/app0//..//secret", "/app0/data/../../secret", "/app0/data/..//../secret"})
    void keepsEverySpellingInsideItsTree(String path) {
        fails(Errno.ENOENT, () -> files.open(path, OpenFlags.READ));
    }

    @Test
    void followsALinkInsideItsTreeAndNoneThatLeavesIt() throws IOException {
        Files.createSymbolicLink(disk.resolve("app/inside"), Path.of("data"));
        Files.createSymbolicLink(disk.resolve("app/out"), disk);
        Files.createSymbolicLink(disk.resolve("app/outFile"), Path.of("../secret"));
        Files.createSymbolicLink(disk.resolve("app/round"), Path.of("round"));

        assertEquals("abcdef", content("/app0/inside/a.bin"));
        fails(Errno.EACCES, () -> files.open("/app0/out/secret", OpenFlags.READ));
        fails(Errno.EACCES, () -> files.open("/app0/outFile", OpenFlags.READ));
        assertThrows(GuestErrno.class, () -> files.open("/app0/round", OpenFlags.READ));
    }

    @Test
    void leavesAnOpenFolderAloneWhenItIsSwappedForALink() throws IOException {
        Tree tree = new Tree("/app0", disk.resolve("app"), false);

        try (Tree.Place place = tree.walk(GuestPath.of("/app0/data/a.bin"))) {
            Files.move(disk.resolve("app/data"), disk.resolve("moved"));
            Files.createDirectory(disk.resolve("evil"));
            Files.writeString(disk.resolve("evil/a.bin"), "evil");
            Files.createSymbolicLink(disk.resolve("app/data"), disk.resolve("evil"));

            assertEquals(6, place.attributes().orElseThrow().size());
            assertEquals(6, place.folder().attributes("a.bin").orElseThrow().size());
            assertThrows(GuestErrno.class, () -> HostFiles.open(tree.root().toString(), tree.names(place), OpenFlags.READ));
        }
    }

    @Test
    void keepsAFileOpenThatAnInterruptedThreadReads() {
        int fd = files.open("/app0/data/a.bin", OpenFlags.READ);

        Thread.currentThread().interrupt();
        int first = files.file(fd).read(ByteBuffer.allocate(2));

        assertEquals(2, first);
        assertEquals(4, files.file(fd).read(ByteBuffer.allocate(8)));
    }

    @Test
    void describesAnOpenFileThatHasNoNameAnyMore() {
        int fd = files.open("/savedata0/gone", CREATE_FOR_WRITING);
        files.file(fd).write(ByteBuffer.wrap(new byte[5]));
        files.unlink("/savedata0/gone");

        assertEquals(5, files.file(fd).attributes().sizeBytes());
        assertEquals(0x81B6, files.file(fd).attributes().mode());
    }

    @Test
    void opensNothingThatIsNoFile() throws IOException, InterruptedException {
        Process made = new ProcessBuilder("mkfifo", disk.resolve("save/pipe").toString()).start();
        assertEquals(0, made.waitFor());

        fails(Errno.EACCES, () -> files.open("/savedata0/pipe", OpenFlags.READ));
    }

    @Test
    @Rule("S1")
    void rewritesASaveByTruncateAndRename() {
        int fd = files.open("/savedata0/new", CREATE_FOR_WRITING);
        files.file(fd).write(ByteBuffer.wrap("0123456789".getBytes(StandardCharsets.UTF_8)));
        files.file(fd).truncate(4);
        files.close(fd);
        files.truncate("/savedata0/new", 2);
        files.rename("/savedata0/new", "/savedata0/old");

        assertEquals("01", content("/savedata0/old"));
        fails(Errno.ENOENT, () -> content("/savedata0/new"));
        files.rename("/savedata0/old", "/savedata0/OLD");
        assertEquals(List.of(".", "..", "OLD"), names("/savedata0"));
    }

    private List<String> names(String path) {
        return files.openFile(path, OpenFlags.DIRECTORY).entries().stream().map(DirectoryEntry::name).toList();
    }

    @Test
    void appendsWhereverThePositionIs() {
        int fd = files.open("/savedata0/log", CREATE_FOR_WRITING | OpenFlags.APPEND);
        OpenFile file = files.file(fd);
        file.write(ByteBuffer.wrap(new byte[] {'a', 'b'}));
        file.seek(0, 0);
        file.write(ByteBuffer.wrap(new byte[] {'c'}));

        assertEquals("abc", content("/savedata0/log"));
    }

    @Test
    void makesAndRemovesFolders() {
        files.makeDirectory("/savedata0/one");
        files.makeDirectory("/savedata0/one/two");

        assertEquals(List.of(".", "..", "one"), names("/savedata0"));
        fails(Errno.EEXIST, () -> files.makeDirectory("/savedata0/one"));
        fails(Errno.EROFS, () -> files.makeDirectory("/app0/one"));
        fails(Errno.ENOENT, () -> files.makeDirectory("/savedata0/none/two"));
        fails(Errno.ENOTEMPTY, () -> files.removeDirectory("/savedata0/one"));
        fails(Errno.EROFS, () -> files.removeDirectory("/app0/data"));
        fails(Errno.ENOENT, () -> files.removeDirectory("/savedata0/none"));
        fails(Errno.EPERM, () -> files.unlink("/savedata0/one"));
        fails(Errno.ENOENT, () -> files.unlink("/savedata0/none"));
        fails(Errno.EROFS, () -> files.unlink("/app0/data/a.bin"));
        files.removeDirectory("/savedata0/one/two");
        files.removeDirectory("/savedata0/one");
        assertEquals(List.of(".", ".."), names("/savedata0"));
    }

    @Test
    void namesWhyARenameFails() {
        files.makeDirectory("/savedata0/folder");
        files.makeDirectory("/savedata0/folder/inner");
        files.makeDirectory("/savedata0/other");
        files.close(files.open("/savedata0/file", CREATE_FOR_WRITING));

        fails(Errno.ENOENT, () -> files.rename("/savedata0/none", "/savedata0/x"));
        fails(Errno.EROFS, () -> files.rename("/app0/data", "/app0/x"));
        fails(Errno.EXDEV, () -> files.rename("/savedata0/file", "/app0/x"));
        fails(Errno.ENOTDIR, () -> files.rename("/savedata0/folder", "/savedata0/file"));
        fails(Errno.EISDIR, () -> files.rename("/savedata0/file", "/savedata0/folder"));
        fails(Errno.ENOTEMPTY, () -> files.rename("/savedata0/other", "/savedata0/folder"));
    }

    @Test
    void countsDescriptorsAndKeepsTheConsole() {
        ByteArrayOutputStream console = new ByteArrayOutputStream();
        files.openConsole(console);
        int fd = files.open("/app0/data/a.bin", OpenFlags.READ);
        int second = files.duplicate(fd);
        files.file(1).write(ByteBuffer.wrap("hello".getBytes(StandardCharsets.UTF_8)));

        files.close(fd);
        files.file(second).seek(1, 0);

        assertEquals("hello", console.toString(StandardCharsets.UTF_8));
        fails(Errno.EBADF, () -> files.file(fd));
        fails(Errno.EBADF, () -> files.close(fd));
        fails(Errno.EPERM, () -> files.close(1));
        fails(Errno.ESPIPE, () -> files.file(1).seek(0, 0));
        assertEquals(fd, files.open("/app0/data/a.bin", OpenFlags.READ));
    }

    @Test
    @Rule("S2")
    void readsFoldersOnlyAsFolders() {
        OpenFile folder = files.openFile("/app0/data", OpenFlags.READ);

        assertEquals(List.of(".", "..", "a.bin"), folder.entries().stream().map(DirectoryEntry::name).toList());
        fails(Errno.EISDIR, () -> folder.read(ByteBuffer.allocate(1)));
        fails(Errno.ENOTDIR, () -> files.openFile("/app0/data/a.bin", OpenFlags.READ).entries());
    }
}
