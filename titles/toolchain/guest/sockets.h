/* Sockets, in both families, polls and look-ups. Documented: system calls, section 16. */
#pragma once
#include <stddef.h>
#include <stdint.h>
struct socket_address {
    uint8_t length, family;
    uint16_t port; /* most significant byte first, like the host */
    uint32_t host;
    uint16_t virtual_port;
    uint8_t zero[6];
};
struct message {
    void *name;
    uint32_t name_length;
    struct piece *pieces;
    int32_t count;
    void *control;
    uint32_t control_length;
    int32_t flags;
};
struct poll_event {
    uint32_t events, pad;
    uint64_t ident;
    uint64_t data;
};
enum { FAMILY_INTERNET = 2, SOCKET_STREAM = 1, SOCKET_DATAGRAM = 2 };
enum { SOCKET_LEVEL = 0xffff, OPTION_REUSE = 4, OPTION_ERROR = 0x1007, OPTION_RECEIVE_TIMEOUT = 0x1106, OPTION_NON_BLOCKING = 0x1200 };
enum { TRANSFER_PEEK = 2, TRANSFER_ALL = 0x40, TRANSFER_NO_WAIT = 0x80 };
enum { NET_IN = 1, NET_OUT = 2, NET_HANG_UP = 0x10, NET_ADD = 1, NET_CHANGE = 2, NET_REMOVE = 3 };
#define LOOPBACK 0x0100007fu
#define NET_ERROR(errno_) ((int)(0x80410100u + (errno_)))
#define NET_NO_SERVER ((int)0x804101e1)
int socket(int family, int type, int protocol);
int bind(int socket, const struct socket_address *address, uint32_t length);
int listen(int socket, int backlog);
int accept(int socket, struct socket_address *address, uint32_t *length);
int connect(int socket, const struct socket_address *address, uint32_t length);
int64_t send(int socket, const void *data, size_t size, int flags);
int64_t sendto(int socket, const void *data, size_t size, int flags, const struct socket_address *to, uint32_t length);
int64_t sendmsg(int socket, const struct message *message, int flags);
int64_t recv(int socket, void *data, size_t size, int flags);
int64_t recvfrom(int socket, void *data, size_t size, int flags, struct socket_address *from, uint32_t *length);
int64_t recvmsg(int socket, struct message *message, int flags);
int shutdown(int socket, int how);
int getsockname(int socket, struct socket_address *address, uint32_t *length);
int getpeername(int socket, struct socket_address *address, uint32_t *length);
int getsockopt(int socket, int level, int name, void *value, uint32_t *length);
int setsockopt(int socket, int level, int name, const void *value, uint32_t length);
int ioctl(int file, uint64_t request, ...);
int inet_pton(int family, const char *text, void *address);
const char *inet_ntop(int family, const void *address, char *text, uint32_t size);
int sceNetSocket(const char *name, int family, int type, int protocol);
int sceNetSocketClose(int socket);
int sceNetSocketAbort(int socket, int flags);
int sceNetBind(int socket, const struct socket_address *address, uint32_t length);
int sceNetConnect(int socket, const struct socket_address *address, uint32_t length);
int sceNetSendto(int socket, const void *data, size_t size, int flags, const struct socket_address *to, uint32_t length);
int sceNetRecv(int socket, void *data, size_t size, int flags);
int *sceNetErrnoLoc(void);
int sceNetEpollCreate(const char *name, int flags);
int sceNetEpollControl(int poll, int operation, int socket, struct poll_event *event);
int sceNetEpollWait(int poll, struct poll_event *events, int most, int microseconds);
int sceNetEpollDestroy(int poll);
int sceNetResolverCreate(const char *name, int pool, int flags);
int sceNetResolverStartNtoa(int resolver, const char *name, uint32_t *address, int timeout, int retries, int flags);
int sceNetResolverDestroy(int resolver);
