/*
 * Which pages of a range were written, by asynchronous write protection: the kernel itself lifts it at the first write, whoever makes that,
 * also a system call, and no signal is raised. Documented: Linux, Documentation/admin-guide/mm/userfaultfd.rst and pagemap.rst; in numbers,
 * since the headers of the build may be older than the kernel.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef uint64_t u64;
#define EXPORT __attribute__((visibility("default")))

#define USER_MODE_ONLY 1
#define API_VERSION 0xaa
#define OF_SHARED_MEMORY (1 << 12)
#define OF_UNTOUCHED_PAGES (1 << 13)
#define ASYNCHRONOUS (1 << 15)
#define FOR_WRITES 2
#define PROTECT_AGAIN 1
#define ONLY_WHERE_REGISTERED 2
#define WRITTEN 2

struct api {
    u64 version, features, calls;
};

struct registration {
    u64 address, bytes, mode, calls;
};

struct scan {
    u64 size, flags, start, end, scanned_to, runs, run_count, most_pages, inverted, wanted, any_of, told;
};

#define OPEN_API _IOWR(0xaa, 0x3f, struct api)
#define REGISTER _IOWR(0xaa, 0x00, struct registration)
#define SCAN _IOWR('f', 16, struct scan)

static int faults = -1, pages = -1;

/* Once for the process. Gives 0, or -errno where the kernel does not watch writes so. */
EXPORT int pages_open(void) {
    int file = (int)syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | USER_MODE_ONLY);
    if (file < 0) {
        return -errno;
    }
    struct api api = {.version = API_VERSION, .features = OF_SHARED_MEMORY | OF_UNTOUCHED_PAGES | ASYNCHRONOUS};
    int map = ioctl(file, OPEN_API, &api) ? -1 : open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    if (map < 0) {
        int error = errno;
        close(file);
        return -error;
    }
    faults = file;
    pages = map;
    return 0;
}

/* Lets mapped memory be watched; it is not slower before it is scanned. */
EXPORT int pages_watch(u64 address, u64 bytes) {
    struct registration range = {.address = address, .bytes = bytes, .mode = FOR_WRITES};
    return ioctl(faults, REGISTER, &range) ? -errno : 0;
}

/*
 * Finds runs of pages that were written since the last scan, as pairs of first address and end in every third and next word, and protects
 * them again. next: where to go on if there are more runs than places. Gives their number, or -errno: EPERM where some is not watched.
 */
EXPORT int pages_scan(u64 address, u64 bytes, u64 *runs, u64 places, u64 *next) {
    struct scan scan = {.size = sizeof scan, .flags = PROTECT_AGAIN | ONLY_WHERE_REGISTERED, .start = address, .end = address + bytes,
                        .runs = (u64)runs, .run_count = places, .wanted = WRITTEN, .told = WRITTEN};
    int found = ioctl(pages, SCAN, &scan);
    *next = scan.scanned_to;
    return found < 0 ? -errno : found;
}
