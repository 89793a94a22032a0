/* Pipes, copies of descriptors, and waiting on several. */
#include "guest/polling.h"
#include "check.h"
#include "guest/files.h"
#include "guest/time.h"

static int ends[2];

static void *write_soon(void *argument) {
    sceKernelUsleep(SHORT);
    write(ends[1], argument, 4);
    return NULL;
}

static void check_pipes(void) {
    char text[16] = {0};
    EQUAL("pipe to null", -EFAULT, posix(pipe(NULL)));
    EQUAL("pipe", 0, posix(pipe(ends)));
    HOLDS("two descriptors", ends[0] >= 3 && ends[1] >= 3 && ends[0] != ends[1]);
    EQUAL("write", 5, posix(write(ends[1], "hello", 5)));
    EQUAL("read a part", 3, posix(read(ends[0], text, 3)));
    EQUAL("read the rest", 2, posix(read(ends[0], text + 3, 13)));
    TEXT("bytes", "hello", text);
    EQUAL("write to the reading end", -EBADF, posix(write(ends[0], "x", 1)));
    EQUAL("read from the writing end", -EBADF, posix(read(ends[1], text, 1)));
    EQUAL("seek", -ESPIPE, posix(lseek(ends[0], 0, FROM_START)));
    thread_t thread = start(write_soon, "late");
    EQUAL("a read waits for bytes", 4, posix(read(ends[0], text, 16)));
    join(thread);
    EQUAL("do not wait", 0, posix(fcntl(ends[0], CONTROL_SET_STATUS, NON_BLOCK)));
    EQUAL("status", NON_BLOCK, posix(fcntl(ends[0], CONTROL_GET_STATUS)) & NON_BLOCK);
    EQUAL("read of an empty pipe", -EAGAIN, posix(read(ends[0], text, 1)));
}

static void check_polls(void) {
    struct poll both[3] = {{ends[0], POLL_IN, 0}, {ends[1], POLL_OUT, 0}, {-1, POLL_IN, 0}};
    struct poll none = {99, POLL_IN, 0};
    uint64_t begin = now();
    EQUAL("poll in vain", 0, posix(poll(both, 1, 20)));
    HOLDS("it took its time", now() - begin >= 20000);
    EQUAL("poll of room to write", 1, posix(poll(both, 3, -1)));
    HOLDS("only that", both[0].found == 0 && both[1].found == POLL_OUT && both[2].found == 0);
    EQUAL("poll of no file", 1, posix(poll(&none, 1, 0)));
    EQUAL("it is told", POLL_INVALID, none.found);
    thread_t thread = start(write_soon, "soon");
    EQUAL("a poll waits for bytes", 1, posix(poll(both, 1, 10000)));
    EQUAL("and tells", POLL_IN, both[0].found);
    join(thread);
    uint64_t set[16] = {0}, writes[16] = {0};
    struct timeval no_time = {0, 0}, wrong = {0, 1000000};
    set[ends[0] / 64] |= 1ull << ends[0] % 64;
    writes[ends[1] / 64] |= 1ull << ends[1] % 64;
    int count = (ends[0] > ends[1] ? ends[0] : ends[1]) + 1;
    EQUAL("select", 2, posix(select(count, set, writes, NULL, &no_time)));
    HOLDS("both are in their sets", set[ends[0] / 64] >> ends[0] % 64 & 1 && writes[ends[1] / 64] >> ends[1] % 64 & 1);
    char text[8];
    read(ends[0], text, 8);
    EQUAL("select of nothing ready", 0, posix(select(count, set, NULL, NULL, &no_time)));
    EQUAL("the set is empty", 0, set[ends[0] / 64]);
    EQUAL("select with 10^6 microseconds", -EINVAL, posix(select(count, set, NULL, NULL, &wrong)));
    set[99 / 64] |= 1ull << 99 % 64;
    EQUAL("select of no file", -EBADF, posix(select(100, set, NULL, NULL, &no_time)));
    int file = open("/app0/data/motto.txt", OPEN_READ);
    struct poll plain = {file, POLL_IN | POLL_OUT, 0};
    EQUAL("a file is always ready", 1, posix(poll(&plain, 1, 0)));
    EQUAL("for both", POLL_IN | POLL_OUT, plain.found);
    close(file);
}

static void check_ends(void) {
    char text[8];
    int copy = fcntl(ends[1], CONTROL_DUPLICATE, 40);
    EQUAL("copy from 40 on", 40, copy);
    EQUAL("copy to 41", 41, posix(dup2(ends[1], 41)));
    EQUAL("copy of no file", -EBADF, posix(dup2(99, 41)));
    close(ends[1]);
    close(40);
    EQUAL("a pipe is open as long as a copy is", -EAGAIN, posix(read(ends[0], text, 1)));
    close(41);
    EQUAL("then it ends", 0, posix(read(ends[0], text, 1)));
    struct poll hung = {ends[0], POLL_IN, 0};
    poll(&hung, 1, 0);
    EQUAL("a poll tells", POLL_HUNG_UP, hung.found & POLL_HUNG_UP);
    close(ends[0]);
    pipe(ends);
    close(ends[0]);
    EQUAL("write without a reader", -EPIPE, posix(write(ends[1], "x", 1)));
    close(ends[1]);
}

void check_polling(void) {
    area("polling");
    check_pipes();
    check_polls();
    check_ends();
}
