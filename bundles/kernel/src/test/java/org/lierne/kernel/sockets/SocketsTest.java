package org.lierne.kernel.sockets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.OpenFlags;
import org.lierne.kernel.files.TitleFiles;
import org.lierne.kernel.socket.GuestSockets;
import org.lierne.kernel.socket.GuestSockets.Received;
import org.lierne.kernel.socket.SocketAddress;

/** Expected values: POSIX, and the errors of the documented system calls, section 16. */
class SocketsTest {
    private static final int ROOM = SocketOptions.BUFFER_BYTES;
    private static final SocketAddress ELSEWHERE = new SocketAddress(0x0A00_0001, 80);

    private final TitleFiles files = TitleFiles.interruptedBy(() -> new IllegalStateException("interrupted"));
    private final TitleSockets sockets = new TitleSockets(files, () -> new IllegalStateException("interrupted"));

    private static void fails(Errno expected, Executable call) {
        assertEquals(expected, assertThrows(GuestErrno.class, call).errno());
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static SocketAddress here(int port) {
        return new SocketAddress(SocketAddress.LOOPBACK, port);
    }

    private int stream() {
        return sockets.create(2, 1, 0);
    }

    private int datagram() {
        return sockets.create(2, 2, 0);
    }

    private int listener(int port) {
        int made = stream();
        sockets.bind(made, new SocketAddress(SocketAddress.ANY, port));
        sockets.listen(made, 4);
        return made;
    }

    /** Both ends of a connection. */
    private int[] pair() {
        int listening = listener(0);
        int client = stream();
        sockets.connect(client, here(sockets.localAddress(listening).port()));
        return new int[] {client, sockets.accept(listening).descriptor()};
    }

    private String receive(int socket, int most, int flags) {
        ByteBuffer target = ByteBuffer.allocate(most);
        int moved = sockets.receive(socket, target, flags).bytes();
        return new String(target.array(), 0, moved, StandardCharsets.UTF_8);
    }

    private int send(int socket, String text) {
        return sockets.send(socket, bytes(text), 0, Optional.empty());
    }

    @Test
    void makesWhatThereIs() {
        fails(Errno.EAFNOSUPPORT, () -> sockets.create(28, 1, 0));
        fails(Errno.EPROTONOSUPPORT, () -> sockets.create(2, 3, 0));
        fails(Errno.EPROTONOSUPPORT, () -> sockets.create(2, 1, 17));
        assertTrue(stream() >= 3);
        fails(Errno.EBADF, () -> sockets.listen(77, 1));
        fails(Errno.ENOTSOCK, () -> sockets.listen(files.pipe().reading(), 1));
    }

    @Test
    void connectsAndTellsBothEndsTheirAddresses() {
        int listening = listener(2000);
        int client = stream();
        sockets.connect(client, here(2000));
        assertTrue(files.file(listening).isReadable());

        GuestSockets.Accepted accepted = sockets.accept(listening);

        assertEquals(sockets.localAddress(client), accepted.peer());
        assertEquals(here(2000), sockets.peerAddress(client));
        assertEquals(here(2000), sockets.localAddress(accepted.descriptor()));
        assertFalse(files.file(listening).isReadable());
        fails(Errno.EISCONN, () -> sockets.connect(client, here(2000)));
    }

    @Test
    void carriesBytesInOrderBothWays() {
        int[] ends = pair();
        assertEquals(5, send(ends[0], "hello"));
        assertEquals("hel", receive(ends[1], 3, GuestSockets.PEEK));
        assertEquals(5, files.file(ends[1]).readableBytes());
        assertEquals("hello", receive(ends[1], 100, 0));
        assertEquals(2, files.file(ends[1]).write(bytes("ok")));
        assertEquals("ok", receive(ends[0], 100, 0));
    }

    @Test
    void waitsForBytesRoomAndConnections() throws Exception {
        int listening = listener(2001);
        FutureTask<Integer> reader = new FutureTask<>(() -> {
            ByteBuffer all = ByteBuffer.allocate(3 * ROOM);
            return sockets.receive(sockets.accept(listening).descriptor(), all, GuestSockets.WAIT_FOR_ALL).bytes();
        });
        Thread.ofPlatform().daemon().start(reader);
        int client = stream();
        sockets.connect(client, here(2001));

        assertEquals(3 * ROOM, sockets.send(client, ByteBuffer.allocate(3 * ROOM), 0, Optional.empty()));
        assertEquals(3 * ROOM, reader.get());
    }

    @Test
    void doesNotWaitWhenAskedNotTo() {
        int[] ends = pair();
        fails(Errno.EAGAIN, () -> receive(ends[0], 1, GuestSockets.DO_NOT_WAIT));
        sockets.setOption(ends[0], 0xFFFF, 0x1200, new byte[] {1, 0, 0, 0});
        fails(Errno.EAGAIN, () -> receive(ends[0], 1, 0));
        assertEquals(ROOM, sockets.send(ends[0], ByteBuffer.allocate(2 * ROOM), 0, Optional.empty()));
        assertFalse(files.file(ends[0]).isWritable());
        fails(Errno.EAGAIN, () -> send(ends[0], "x"));
        int listening = listener(0);
        files.file(listening).setStatus(OpenFlags.NON_BLOCK);
        fails(Errno.EAGAIN, () -> sockets.accept(listening));
    }

    @Test
    void givesUpAfterTheTimeOfTheOption() {
        int[] ends = pair();
        sockets.setOption(ends[0], 0xFFFF, 0x1106, new byte[] {100, 0, 0, 0});
        fails(Errno.EAGAIN, () -> receive(ends[0], 1, 0));
        assertArrayEquals(new byte[] {100, 0, 0, 0}, sockets.option(ends[0], 0xFFFF, 0x1106));
        fails(Errno.ENOPROTOOPT, () -> sockets.option(ends[0], 0xFFFF, 0x7777));
        assertArrayEquals(new byte[] {1, 0, 0, 0}, sockets.option(ends[0], 0xFFFF, 0x1008));
    }

    @Test
    void endsWhenTheOtherEndCloses() {
        int[] ends = pair();
        send(ends[0], "last");
        files.close(ends[0]);
        assertEquals("last", receive(ends[1], 100, 0));
        assertEquals("", receive(ends[1], 100, 0));
        assertTrue(files.file(ends[1]).isHungUp());
        fails(Errno.EPIPE, () -> send(ends[1], "x"));
    }

    @Test
    void isResetByBytesThatNobodyReads() {
        int[] ends = pair();
        send(ends[0], "unread");
        files.close(ends[1]);
        fails(Errno.ECONNRESET, () -> receive(ends[0], 1, 0));
        assertArrayEquals(new byte[] {54, 0, 0, 0}, sockets.option(ends[0], 0xFFFF, 0x1007));
        assertArrayEquals(new byte[4], sockets.option(ends[0], 0xFFFF, 0x1007));
    }

    @Test
    void shutsOneDirection() {
        int[] ends = pair();
        sockets.shutDown(ends[0], 1);
        fails(Errno.EPIPE, () -> send(ends[0], "x"));
        assertEquals("", receive(ends[1], 1, 0));
        send(ends[1], "still");
        assertEquals("still", receive(ends[0], 100, 0));
        fails(Errno.EINVAL, () -> sockets.shutDown(ends[0], 3));
        fails(Errno.ENOTCONN, () -> sockets.shutDown(stream(), 2));
    }

    @Test
    void refusesWhatCannotBeReached() {
        int client = stream();
        fails(Errno.ENETUNREACH, () -> sockets.connect(client, ELSEWHERE));
        fails(Errno.ECONNREFUSED, () -> sockets.connect(client, here(2999)));
        fails(Errno.ENOTCONN, () -> send(client, "x"));
        fails(Errno.ENOTCONN, () -> sockets.peerAddress(client));
        fails(Errno.EADDRNOTAVAIL, () -> sockets.bind(client, ELSEWHERE));
        fails(Errno.EINVAL, () -> sockets.accept(client));
        fails(Errno.EOPNOTSUPP, () -> sockets.listen(datagram(), 1));
    }

    @Test
    void givesEachPortToOneSocketUntilItCloses() {
        int first = listener(2002);
        int second = stream();
        fails(Errno.EADDRINUSE, () -> sockets.bind(second, here(2002)));
        sockets.bind(datagram(), here(2002));
        files.close(first);
        sockets.bind(second, here(2002));
        fails(Errno.EINVAL, () -> sockets.bind(second, here(2003)));
    }

    /** Whether the wait began before or after, it does not last. */
    @Test
    void abortAndCloseEndAWait() throws Exception {
        int[] ends = pair();
        FutureTask<Errno> aborted = new FutureTask<>(() -> assertThrows(GuestErrno.class, () -> receive(ends[0], 1, 0)).errno());
        Thread waiter = Thread.ofPlatform().daemon().start(aborted);
        while (waiter.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        sockets.abort(ends[0]);
        assertEquals(Errno.ECONNABORTED, aborted.get());

        FutureTask<Errno> closed = new FutureTask<>(() -> assertThrows(GuestErrno.class, () -> receive(ends[0], 1, 0)).errno());
        Thread.ofPlatform().daemon().start(closed);
        files.close(ends[0]);
        assertEquals(Errno.EBADF, closed.get());
    }

    @Test
    void keepsDatagramsApart() {
        int receiver = datagram();
        sockets.bind(receiver, here(3000));
        int sender = datagram();
        assertEquals(3, sockets.send(sender, bytes("one"), 0, Optional.of(here(3000))));
        assertEquals(0, sockets.send(sender, bytes(""), 0, Optional.of(here(3000))));
        assertEquals(6, sockets.send(sender, bytes("longer"), 0, Optional.of(here(3000))));

        assertEquals("one", receive(receiver, 100, GuestSockets.PEEK));
        assertEquals("one", receive(receiver, 100, 0));
        assertEquals("", receive(receiver, 100, 0));
        Received cut = sockets.receive(receiver, ByteBuffer.allocate(4), 0);
        assertEquals(new Received(4, Optional.of(here(sockets.localAddress(sender).port())), GuestSockets.TRUNCATED), cut);
        fails(Errno.EAGAIN, () -> receive(receiver, 1, GuestSockets.DO_NOT_WAIT));
    }

    @Test
    void losesDatagramsThatFindNobodyOrNoRoom() {
        int sender = datagram();
        assertEquals(1, sockets.send(sender, bytes("x"), 0, Optional.of(here(3001))));
        fails(Errno.EDESTADDRREQ, () -> send(sender, "x"));
        fails(Errno.EMSGSIZE, () -> sockets.send(sender, ByteBuffer.allocate(65_508), 0, Optional.of(here(3001))));
        fails(Errno.ENETUNREACH, () -> sockets.send(sender, bytes("x"), 0, Optional.of(ELSEWHERE)));

        sockets.connect(sender, here(3001));
        assertEquals(1, send(sender, "x"));
        fails(Errno.ECONNREFUSED, () -> send(sender, "x"));
        int receiver = datagram();
        sockets.bind(receiver, here(3001));
        sockets.send(sender, ByteBuffer.allocate(60_000), 0, Optional.empty());
        sockets.send(sender, ByteBuffer.allocate(6_000), 0, Optional.empty());
        send(sender, "x");
        assertEquals(60_000, sockets.receive(receiver, ByteBuffer.allocate(60_000), 0).bytes());
        assertEquals("x", receive(receiver, 100, 0));
    }
}
