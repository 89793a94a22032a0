/* Sockets on this machine: streams, datagrams, waiting on them, and addresses that are not there. */
#include "guest/sockets.h"
#include "check.h"
#include "guest/events.h"
#include "guest/files.h"
#include "guest/polling.h"
#include "guest/time.h"

static struct socket_address any = {sizeof any, FAMILY_INTERNET, 0, 0, 0, {0}};
static struct socket_address elsewhere = {sizeof elsewhere, FAMILY_INTERNET, 0x5000, 0x0100000a, 0, {0}};
static int listener, client, server;

static struct socket_address place_of(int socket) {
    struct socket_address address = {0};
    uint32_t length = sizeof address;
    getsockname(socket, &address, &length);
    address.host = LOOPBACK;
    return address;
}

static struct socket_address caller;
static uint32_t caller_length = sizeof caller;

static void *accept_one(void *argument) {
    server = accept(listener, &caller, &caller_length);
    return argument;
}

static void *send_soon(void *argument) {
    sceKernelUsleep(SHORT);
    send(client, argument, 4, 0);
    return NULL;
}

static void check_connections(void) {
    EQUAL("socket of another family", -47, posix(socket(28, SOCKET_STREAM, 0)));
    EQUAL("socket of a raw type", -43, posix(socket(FAMILY_INTERNET, 3, 0)));
    listener = socket(FAMILY_INTERNET, SOCKET_STREAM, 0);
    HOLDS("socket", listener >= 3);
    EQUAL("accept before listen", -EINVAL, posix(accept(listener, NULL, NULL)));
    EQUAL("bind elsewhere", -49, posix(bind(listener, &elsewhere, sizeof elsewhere)));
    EQUAL("bind of a short address", -EINVAL, posix(bind(listener, &any, 4)));
    EQUAL("bind", 0, posix(bind(listener, &any, sizeof any)));
    EQUAL("listen", 0, posix(listen(listener, 4)));
    EQUAL("listen on no socket", -EBADF, posix(listen(999, 4)));
    int pipes[2];
    pipe(pipes);
    EQUAL("listen on a pipe", -ENOTSOCK, posix(listen(pipes[0], 4)));
    close(pipes[0]);
    close(pipes[1]);

    struct socket_address target = place_of(listener), peer;
    uint32_t length = sizeof peer;
    thread_t thread = start(accept_one, NULL);
    client = socket(FAMILY_INTERNET, SOCKET_STREAM, 0);
    EQUAL("send before connect", -ENOTCONN, posix(send(client, "x", 1, 0)));
    EQUAL("connect elsewhere", -51, posix(connect(client, &elsewhere, sizeof elsewhere)));
    EQUAL("connect", 0, posix(connect(client, &target, sizeof target)));
    join(thread);
    HOLDS("accept gives a descriptor", server >= 3 && server != listener);
    HOLDS("and tells who connects", caller_length == 16 && caller.length == 16 && caller.family == 2 && caller.host == LOOPBACK && caller.port);
    EQUAL("connect again", -56, posix(connect(client, &target, sizeof target)));
    EQUAL("peer", 0, posix(getpeername(client, &peer, &length)));
    HOLDS("it is the listener's", peer.port == target.port && peer.host == LOOPBACK);
    int other = socket(FAMILY_INTERNET, SOCKET_STREAM, 0);
    EQUAL("bind to a taken port", -EADDRINUSE, posix(bind(other, &target, sizeof target)));
    close(other);
}

static void check_streams(void) {
    char text[32] = {0};
    EQUAL("send", 5, posix(send(client, "hello", 5, 0)));
    EQUAL("peek", 3, posix(recv(server, text, 3, TRANSFER_PEEK)));
    int waiting = 0;
    EQUAL("bytes to read", 0, posix(ioctl(server, 0x4004667f, &waiting)));
    EQUAL("five", 5, waiting);
    EQUAL("read like a file", 5, posix(read(server, text, sizeof text)));
    TEXT("bytes", "hello", text);
    EQUAL("nothing without waiting", -EAGAIN, posix(recv(server, text, 1, TRANSFER_NO_WAIT)));
    thread_t thread = start(send_soon, "late");
    EQUAL("receive waits", 4, posix(recv(server, text, sizeof text, 0)));
    join(thread);
    struct piece pieces[2] = {{"two", 3}, {" parts", 6}};
    struct message message = {NULL, 0, pieces, 2, NULL, 0, 0};
    EQUAL("send a message", 9, posix(sendmsg(server, &message, 0)));
    char first[4] = {0}, second[16] = {0};
    struct piece places[2] = {{first, 3}, {second, 15}};
    struct message into = {NULL, 0, places, 2, NULL, 0, 0};
    EQUAL("receive a message", 9, posix(recvmsg(client, &into, 0)));
    TEXT("first part", "two", first);
    TEXT("second part", " parts", second);
    int32_t microseconds = 20000;
    EQUAL("time-out option", 0, posix(setsockopt(server, SOCKET_LEVEL, OPTION_RECEIVE_TIMEOUT, &microseconds, 4)));
    uint64_t begin = now();
    EQUAL("receive gives up", -EAGAIN, posix(recv(server, text, 1, 0)));
    HOLDS("after its time", now() - begin >= 20000);
    EQUAL("unknown option", -42, posix(setsockopt(server, SOCKET_LEVEL, 0x7777, &microseconds, 4)));
    int on = 1;
    EQUAL("do not wait, by ioctl", 0, posix(ioctl(server, 0x8004667e, &on)));
    EQUAL("receive", -EAGAIN, posix(recv(server, text, 1, 0)));
    EQUAL("other ioctl", -ENOTTY, posix(ioctl(server, 0x12345678, &on)));
}

static void check_waits(void) {
    struct poll both[2] = {{client, POLL_IN | POLL_OUT, 0}, {server, POLL_IN, 0}};
    EQUAL("poll", 1, posix(poll(both, 2, 0)));
    HOLDS("the client may send", both[0].found == POLL_OUT && both[1].found == 0);
    equeue_t queue;
    struct event change = {(uint64_t)server, FILTER_READ, 1, 0, 0, (void *)0x1234}, got[4];
    struct timespec none = {0, 0};
    sceKernelCreateEqueue(&queue, "sockets");
    EQUAL("kevent adds", 0, posix(kevent((int)(intptr_t)queue, &change, 1, NULL, 0, &none)));
    EQUAL("nothing yet", 0, posix(kevent((int)(intptr_t)queue, NULL, 0, got, 4, &none)));
    thread_t thread = start(send_soon, "kev1");
    EQUAL("kevent waits", 1, posix(kevent((int)(intptr_t)queue, NULL, 0, got, 4, NULL)));
    join(thread);
    HOLDS("the descriptor is readable", got[0].ident == (uint64_t)server && got[0].filter == FILTER_READ && got[0].user == (void *)0x1234);
    EQUAL("with its bytes", 4, got[0].data);
    EQUAL("for as long as they are there", 1, posix(kevent((int)(intptr_t)queue, NULL, 0, got, 4, &none)));
    char text[8];
    read(server, text, 4);
    struct event bad = {999, FILTER_READ, 1, 0, 0, NULL}, gone = {(uint64_t)server, FILTER_READ, 2, 0, 0, NULL};
    EQUAL("kevent on no descriptor", 1, posix(kevent((int)(intptr_t)queue, &bad, 1, got, 4, &none)));
    HOLDS("tells so", got[0].flags & 0x4000 && got[0].data == EBADF);
    EQUAL("without room for it", -EBADF, posix(kevent((int)(intptr_t)queue, &bad, 1, NULL, 0, &none)));
    EQUAL("kevent removes", 0, posix(kevent((int)(intptr_t)queue, &gone, 1, NULL, 0, &none)));
    EQUAL("again", -ENOENT, posix(kevent((int)(intptr_t)queue, &gone, 1, NULL, 0, &none)));
    EQUAL("write event", 0, sceKernelAddWriteEvent(queue, client, 0, NULL));
    int count = 0;
    EQUAL("is delivered", 0, sceKernelWaitEqueue(queue, got, 4, &count, NULL));
    HOLDS("for the client", count == 1 && got[0].filter == FILTER_WRITE && got[0].ident == (uint64_t)client);
    EQUAL("delete it", 0, sceKernelDeleteWriteEvent(queue, client));
    sceKernelDeleteEqueue(queue);
}

static void check_closing(void) {
    char text[8];
    EQUAL("shut sending", 0, posix(shutdown(client, 1)));
    EQUAL("send after that", -EPIPE, posix(send(client, "x", 1, 0)));
    EQUAL("the other end is told", 0, posix(recv(server, text, 8, 0)));
    EQUAL("and may still send", 3, posix(send(server, "bye", 3, 0)));
    EQUAL("shut how", -EINVAL, posix(shutdown(client, 3)));
    close(server);
    EQUAL("what was sent comes", 3, posix(recv(client, text, 8, 0)));
    EQUAL("then the end", 0, posix(recv(client, text, 8, 0)));
    close(client);
    struct socket_address target = place_of(listener);
    close(listener);
    client = socket(FAMILY_INTERNET, SOCKET_STREAM, 0);
    EQUAL("connect where nobody listens", -ECONNREFUSED, posix(connect(client, &target, sizeof target)));
    close(client);
}

static void *abort_soon(void *argument) {
    sceKernelUsleep(SHORT);
    sceNetSocketAbort(client, 0);
    return argument;
}

static void check_datagrams(void) {
    server = sceNetSocket("receiver", FAMILY_INTERNET, SOCKET_DATAGRAM, 0);
    HOLDS("sceNet socket", server >= 3);
    EQUAL("unknown id", NET_ERROR(EBADF), sceNetBind(999, &any, sizeof any));
    EQUAL("and its number", EBADF, *sceNetErrnoLoc());
    EQUAL("bind", 0, sceNetBind(server, &any, sizeof any));
    struct socket_address target = place_of(server), from = {0};
    uint32_t length = sizeof from;
    client = socket(FAMILY_INTERNET, SOCKET_DATAGRAM, 0);
    EQUAL("send to nobody given", -39, posix(send(client, "x", 1, 0)));
    EQUAL("send to", 3, sceNetSendto(client, "one", 3, 0, &target, sizeof target));
    EQUAL("and another", 6, posix(sendto(client, "longer", 6, 0, &target, sizeof target)));
    EQUAL("send elsewhere", NET_ERROR(51), sceNetSendto(client, "x", 1, 0, &elsewhere, sizeof elsewhere));
    char text[16] = {0};
    EQUAL("first", 3, posix(recvfrom(server, text, 16, 0, &from, &length)));
    HOLDS("from the sender", from.port == place_of(client).port && from.host == LOOPBACK);
    EQUAL("second is cut", 4, sceNetRecv(server, text, 4, 0));
    EQUAL("none is left", NET_ERROR(EAGAIN), sceNetRecv(server, text, 4, TRANSFER_NO_WAIT));

    struct poll_event event = {NET_IN, 0, 0, 77}, ready = {0};
    int poll = sceNetEpollCreate("poll", 0);
    EQUAL("epoll of unknown id", NET_ERROR(EBADF), sceNetEpollControl(poll, NET_ADD, 999, &event));
    EQUAL("epoll add", 0, sceNetEpollControl(poll, NET_ADD, server, &event));
    EQUAL("epoll add twice", NET_ERROR(EEXIST), sceNetEpollControl(poll, NET_ADD, server, &event));
    EQUAL("epoll waits its time", 0, sceNetEpollWait(poll, &ready, 1, 1000));
    sceNetSendto(client, "x", 1, 0, &target, sizeof target);
    EQUAL("epoll finds it", 1, sceNetEpollWait(poll, &ready, 1, -1));
    HOLDS("with id and data", ready.events == NET_IN && ready.ident == (uint64_t)server && ready.data == 77);
    EQUAL("epoll remove", 0, sceNetEpollControl(poll, NET_REMOVE, server, NULL));
    EQUAL("epoll destroy", 0, sceNetEpollDestroy(poll));

    thread_t thread = start(abort_soon, NULL);
    EQUAL("an aborted receive ends", NET_ERROR(53), sceNetRecv(client, text, 1, 0));
    join(thread);
    EQUAL("close", 0, sceNetSocketClose(client));
    EQUAL("close again", NET_ERROR(EBADF), sceNetSocketClose(client));
    sceNetSocketClose(server);
}

static void check_names(void) {
    uint32_t address = 0;
    char text[16];
    EQUAL("text to address", 1, posix(inet_pton(FAMILY_INTERNET, "127.0.0.1", &address)));
    EQUAL("address", LOOPBACK, address);
    EQUAL("no address", 0, posix(inet_pton(FAMILY_INTERNET, "127.0.1", &address)));
    TEXT("address to text", "127.0.0.1", inet_ntop(FAMILY_INTERNET, &address, text, sizeof text));
    HOLDS("without room", inet_ntop(FAMILY_INTERNET, &address, text, 9) == NULL && *__error() == ENOSPC);
    int resolver = sceNetResolverCreate("resolver", 0, 0);
    EQUAL("look up this machine", 0, sceNetResolverStartNtoa(resolver, "localhost", &address, 0, 0, 0));
    EQUAL("it is here", LOOPBACK, address);
    EQUAL("look up another", NET_NO_SERVER, sceNetResolverStartNtoa(resolver, "server.example", &address, 0, 0, 0));
    EQUAL("destroy", 0, sceNetResolverDestroy(resolver));
    EQUAL("look up without", NET_ERROR(EBADF), sceNetResolverStartNtoa(resolver, "localhost", &address, 0, 0, 0));
}

void check_sockets(void) {
    area("sockets");
    check_connections();
    check_streams();
    check_waits();
    check_closing();
    check_datagrams();
    check_names();
}
