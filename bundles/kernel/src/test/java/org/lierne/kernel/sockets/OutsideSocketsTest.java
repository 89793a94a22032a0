package org.lierne.kernel.sockets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.files.TitleFiles;
import org.lierne.kernel.socket.GuestSockets.Received;
import org.lierne.kernel.socket.SocketAddress;
import org.lierne.kernel.title.TitleRequest;

/** Other machines are played by servers on this one: what the guest takes for 192.0.2.1 is found on loopback. */
@Timeout(60)
class OutsideSocketsTest {
    private static final int ELSEWHERE = 0xC000_0201;
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    private final TitleFiles files = TitleFiles.interruptedBy(() -> new IllegalStateException("interrupted"));
    private final TitleSockets sockets = new TitleSockets(files, () -> new IllegalStateException("interrupted"));

    private void open() {
        sockets.setOutside(address -> new InetSocketAddress(HERE, address.port()));
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    private String receive(int socket) {
        ByteBuffer target = ByteBuffer.allocate(100);
        int count = sockets.receive(socket, target, 0).bytes();
        return new String(target.array(), 0, count, StandardCharsets.US_ASCII);
    }

    @Test
    void aStreamGoesThereAndBackAndEnds() throws IOException {
        open();
        try (ServerSocket server = new ServerSocket(0, 1, HERE)) {
            int client = sockets.create(2, 1, 0);
            sockets.connect(client, new SocketAddress(ELSEWHERE, server.getLocalPort()));
            assertEquals(new SocketAddress(ELSEWHERE, server.getLocalPort()), sockets.peerAddress(client));
            try (var accepted = server.accept()) {
                sockets.send(client, bytes("there"), 0, Optional.empty());
                assertEquals("there", new String(accepted.getInputStream().readNBytes(5), StandardCharsets.US_ASCII));
                accepted.getOutputStream().write("back".getBytes(StandardCharsets.US_ASCII));
                assertEquals("back", receive(client));
                sockets.shutDown(client, 1);
                assertEquals(-1, accepted.getInputStream().read());
            }
            assertEquals("", receive(client));
        }
    }

    @Test
    void aClosedDescriptorEndsTheConnection() throws IOException {
        open();
        try (ServerSocket server = new ServerSocket(0, 1, HERE)) {
            int client = sockets.create(2, 1, 0);
            sockets.connect(client, new SocketAddress(ELSEWHERE, server.getLocalPort()));
            try (var accepted = server.accept()) {
                files.close(client);
                assertEquals(-1, accepted.getInputStream().read());
            }
        }
    }

    @Test
    void whereNobodyListensIsRefused() throws IOException {
        open();
        int free;
        try (ServerSocket server = new ServerSocket(0, 1, HERE)) {
            free = server.getLocalPort();
        }
        int client = sockets.create(2, 1, 0);
        assertEquals(Errno.ECONNREFUSED,
                assertThrows(GuestErrno.class, () -> sockets.connect(client, new SocketAddress(ELSEWHERE, free))).errno());
    }

    @Test
    void datagramsGoThereAndBack() throws IOException {
        open();
        try (DatagramSocket server = new DatagramSocket(0, HERE)) {
            int client = sockets.create(2, 2, 0);
            SocketAddress target = new SocketAddress(ELSEWHERE, server.getLocalPort());
            assertEquals(5, sockets.send(client, bytes("there"), 0, Optional.of(target)));
            DatagramPacket packet = new DatagramPacket(new byte[100], 100);
            server.receive(packet);
            assertEquals("there", new String(packet.getData(), 0, packet.getLength(), StandardCharsets.US_ASCII));
            server.send(new DatagramPacket("back".getBytes(StandardCharsets.US_ASCII), 4, packet.getSocketAddress()));
            ByteBuffer back = ByteBuffer.allocate(100);
            Received received = sockets.receive(client, back, 0);
            assertEquals("back", new String(back.array(), 0, received.bytes(), StandardCharsets.US_ASCII));
            assertEquals(Optional.of(new SocketAddress(SocketAddress.LOOPBACK, server.getLocalPort())), received.from());
            files.close(client);
        }
    }

    /** The stranger has another address and the same port. */
    @Test
    void whoIsConnectedHearsItsPeerAlone() throws IOException {
        open();
        try (DatagramSocket server = new DatagramSocket(0, HERE);
                DatagramSocket stranger = new DatagramSocket(server.getLocalPort(), InetAddress.ofLiteral("127.0.0.2"))) {
            int client = sockets.create(2, 2, 0);
            sockets.connect(client, new SocketAddress(ELSEWHERE, server.getLocalPort()));
            sockets.send(client, bytes("there"), 0, Optional.empty());
            DatagramPacket packet = new DatagramPacket(new byte[100], 100);
            server.receive(packet);
            stranger.send(new DatagramPacket("strange".getBytes(StandardCharsets.US_ASCII), 7, packet.getSocketAddress()));
            server.send(new DatagramPacket("back".getBytes(StandardCharsets.US_ASCII), 4, packet.getSocketAddress()));
            assertEquals("back", receive(client));
            files.close(client);
        }
    }

    @Test
    void nothingIsReachedUnlessItIsOpen() {
        assertFalse(sockets.reachesNetwork());
        int stream = sockets.create(2, 1, 0);
        int datagrams = sockets.create(2, 2, 0);
        SocketAddress target = new SocketAddress(ELSEWHERE, 80);
        assertEquals(Errno.ENETUNREACH, assertThrows(GuestErrno.class, () -> sockets.connect(stream, target)).errno());
        assertEquals(Errno.ENETUNREACH, assertThrows(GuestErrno.class, () -> sockets.send(datagrams, bytes("x"), 0, Optional.of(target))).errno());
    }

    private static TitleRequest request(Set<String> on, Set<String> off) {
        return new TitleRequest(Path.of("."), Optional.empty(), true, OptionalInt.empty(), Optional.empty(), Optional.empty(), on, off,
                Optional.empty(), OutputStream.nullOutputStream());
    }

    @Test
    void whatARunSaysGoesOverWhatIsKept() {
        String id = "host.network";
        assertFalse(SocketCompat.NETWORK.isOn(Map.of(), request(Set.of(), Set.of())));
        assertTrue(SocketCompat.NETWORK.isOn(Map.of(id, true), request(Set.of(), Set.of())));
        assertFalse(SocketCompat.NETWORK.isOn(Map.of(id, true), request(Set.of(), Set.of(id))));
        assertTrue(SocketCompat.NETWORK.isOn(Map.of(id, false), request(Set.of(id), Set.of())));
    }
}
