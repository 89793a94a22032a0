package org.lierne.kernel.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The native program that starts a title's process ({@code player.c}), with small programs in the player's place. */
final class PlayerRightsTest {
    private static final String PLAYER = Path.of("target/native/player").toAbsolutePath().toString();
    private static final List<String> SYSTEM = List.of("--read", "/usr", "--read", "/lib", "--read", "/lib64", "--read", "/bin", "--device", "/dev/null");

    @TempDir
    Path folder;

    private Path inside;
    private Path outside;

    private record Ended(int status, String output) {}

    @BeforeEach
    void makeFolders() throws IOException {
        inside = Files.createDirectory(folder.resolve("inside"));
        outside = Files.createDirectory(folder.resolve("outside"));
    }

    private static Ended run(List<String> options, String... program) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(PLAYER));
        line.addAll(SYSTEM);
        line.addAll(options);
        line.add("--");
        line.addAll(List.of(program));
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), output);
    }

    private static void assumeLandlock() throws IOException, InterruptedException {
        assumeFalse(run(List.of(), "/bin/true").output().contains("Landlock"), "this kernel has no Landlock");
    }

    @Test
    void whatIsNotNamedCannotBeRead() throws Exception {
        assumeLandlock();
        Path secret = Files.writeString(outside.resolve("secret"), "secret");
        Path own = Files.writeString(inside.resolve("own"), "own");

        assertEquals(new Ended(0, "own"), run(List.of("--read", inside.toString()), "/bin/cat", own.toString()));
        Ended refused = run(List.of("--read", inside.toString()), "/bin/cat", secret.toString());
        assertEquals(1, refused.status());
        assertTrue(refused.output().contains("Permission denied"), refused.output());
    }

    @Test
    void whatMayBeReadMayNotBeChanged() throws Exception {
        assumeLandlock();
        Path file = Files.writeString(inside.resolve("file"), "as it was");

        assertFalse(run(List.of("--read", inside.toString()), "/bin/sh", "-c", "echo x > " + file).status() == 0);
        assertFalse(run(List.of("--read", inside.toString()), "/bin/rm", file.toString()).status() == 0);
        assertEquals("as it was", Files.readString(file));
    }

    @Test
    void aPlayerThatDoesNotEndWhenAskedIsKilled() throws Exception {
        List<String> line = new ArrayList<>(List.of(PLAYER));
        line.addAll(SYSTEM);
        line.addAll(List.of("--wait", "--", "/bin/sh", "-c", "trap '' TERM; echo deaf; while :; do sleep 0.2; done"));
        Process process = new ProcessBuilder(line).start();
        assertEquals("deaf", process.inputReader().readLine());

        process.toHandle().destroy();

        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        assertEquals(128 + 9, process.exitValue());
        assertTrue(process.errorReader().lines().anyMatch(l -> l.contains("did not end within 5 s of being asked and is killed")));
    }

    @Test
    void oneFileMayBeWrittenAndNothingBesideIt() throws Exception {
        assumeLandlock();
        Path asked = outside.resolve("asked");

        assertEquals(0, run(List.of("--file", asked.toString()), "/bin/sh", "-c", "echo x > " + asked).status());
        assertFalse(run(List.of("--file", asked.toString()), "/bin/sh", "-c", "echo x > " + asked + ".part").status() == 0);
        assertEquals("x\n", Files.readString(asked));
    }

    @Test
    void aFileThatWasNotWrittenIsNotLeftBehind() throws Exception {
        Path asked = outside.resolve("asked");

        assertEquals(0, run(List.of("--wait", "--file", asked.toString()), "/bin/true").status());
        assertFalse(Files.exists(asked));
    }

    @Test
    void thereIsNoNetworkAndNoOtherProcess() throws Exception {
        Ended socket = run(List.of(), "/bin/bash", "-c", "exec 3<>/dev/udp/127.0.0.1/9");
        Ended mount = run(List.of(), "/bin/sh", "-c", "unshare --user true");

        assertTrue(socket.output().contains("socket: Permission denied") || socket.output().contains("Permission denied"), socket.output());
        assertFalse(mount.status() == 0, mount.output());
    }

    /** Nobody listens there, which a datagram does not mind. */
    @Test
    void theNetworkIsThereForWhoIsAllowedIt() throws Exception {
        assertEquals(new Ended(0, ""), run(List.of("--network"), "/bin/bash", "-c", "exec 3<>/dev/udp/127.0.0.1/9"));
        assertTrue(run(List.of("--network"), "/usr/bin/perl", "-MSocket", "-e", "socket(my $s, AF_UNIX, SOCK_STREAM, 0) or print $!").output()
                .contains("Permission denied"));
    }

    @Test
    void whatMayBeChangedMayNotBeRunNorMadeALink() throws Exception {
        assumeLandlock();
        Path program = inside.resolve("true");
        Files.copy(Path.of("/bin/true"), program, StandardCopyOption.COPY_ATTRIBUTES);
        List<String> options = List.of("--write", inside.toString());

        assertEquals(0, run(options, "/bin/sh", "-c", "mkdir " + inside + "/folder && echo x > " + inside + "/folder/file").status());
        assertTrue(run(options, "/bin/sh", "-c", program.toString()).output().contains("Permission denied"));
        assertTrue(run(options, "/bin/ln", "-s", outside.toString(), inside + "/link").output().contains("Permission denied"));
    }

    /** Perl names calls by number: to type into a terminal, which is no other error here, where there is none; to signal whoever started it. */
    @Test
    void itTypesNothingAndSignalsNobody() throws Exception {
        String type = "ioctl(STDIN, %d, my $x = 'x') or print $!".formatted(0x5412);

        assertEquals("Operation not permitted", run(List.of(), "/usr/bin/perl", "-e", type).output());
        assertEquals("Operation not permitted", run(List.of(), "/usr/bin/perl", "-e", "kill(0, getppid()) or print $!").output());
        assertEquals("1", run(List.of(), "/usr/bin/perl", "-e", "print kill(0, $$)").output());
    }

    @Test
    void whoeverIgnoresTheEndOfChildrenIsToldOfThePlayers() throws Exception {
        Process process = new ProcessBuilder("/bin/sh", "-c", "trap '' CHLD; exec \"$0\" --wait --read / -- /bin/sh -c 'exit 7'",
                PLAYER.toString()).start();

        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        assertEquals(7, process.exitValue());
    }

    private Path teller(String last) throws IOException {
        Path teller = Files.writeString(outside.resolve("teller"), "#!/bin/sh\necho \"$@\"\ncat " + outside + "/secret\n" + last);
        Files.writeString(outside.resolve("secret"), "told of");
        assertTrue(teller.toFile().setExecutable(true));
        return teller;
    }

    @Test
    void whoDiesOfASignalIsToldOfWithoutLimits() throws Exception {
        List<String> options = List.of("--wait", "--teller", teller("exit 4").toString(), "--words", "2");

        Ended ended = run(options, "/bin/sh", "-c", "echo $$; kill -9 $$", "run", "title");

        assertEquals(new Ended(4, "N\nobituary SIGKILL N run title\ntold of"), new Ended(ended.status(),
                ended.output().replace(ended.output().lines().findFirst().orElseThrow(), "N")));
    }

    @Test
    void whoEndsWithoutRemovingTheNoteIsToldOf() throws Exception {
        Path note = inside.resolve("note");
        List<String> options = List.of("--wait", "--note", note.toString(), "--write", inside.toString(), "--teller", teller("exit 7").toString());

        assertEquals(new Ended(3, ""), run(options, "/bin/sh", "-c", "rm " + note + "; exit 3"));
        Ended ended = run(options, "/bin/sh", "-c", "exit 5");
        assertEquals(7, ended.status());
        assertTrue(ended.output().matches("obituary exit status 5 [0-9]+\ntold of"), ended.output());
        assertFalse(Files.exists(note));
    }
}
