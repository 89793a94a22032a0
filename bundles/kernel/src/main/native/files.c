/*
 * Regular files of the host. Java decides which file a path means; a file is opened here because a descriptor that is relative to an open
 * folder is needed by number, and the transfer calls of guest code are answered here first ("fronts"): one host call, without Java.
 */
#define _GNU_SOURCE
#include "shim.h"
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

typedef uint64_t u64;
#define EXPORT __attribute__((visibility("default")))

static int64_t answer(int64_t result) {
    return result < 0 ? -errno : result;
}

/* Steps into a folder, never through a link; the one before is closed. */
static int step(int folder, const char *name) {
    int inner = openat(folder, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    int error = errno;
    close(folder);
    errno = error;
    return inner;
}

/*
 * Opens the folder of a path below a root: names split by slashes, each of them free of links. Gives it, and the last name, or -errno.
 */
static int folder_of(const char *root, const char *path, const char **last) {
    char name[256];
    int folder = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);
    for (const char *slash; folder >= 0 && (slash = strchr(path, '/')); path = slash + 1) {
        size_t bytes = (size_t)(slash - path);
        if (bytes >= sizeof name) {
            close(folder);
            return -ENAMETOOLONG;
        }
        memcpy(name, path, bytes);
        name[bytes] = 0;
        folder = step(folder, name);
    }
    *last = path;
    return folder < 0 ? -errno : folder;
}

/* Opens a regular file below a root. flags: the host's. Gives the descriptor or -errno; what is no regular file gives -EACCES. */
EXPORT int host_open_below(const char *root, const char *path, int flags) {
    const char *name;
    int folder = folder_of(root, path, &name);
    if (folder < 0) {
        return folder;
    }
    /* a pipe must not make the opener wait for its other end */
    int file = openat(folder, name, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666);
    int error = errno;
    close(folder);
    struct stat found;
    if (file >= 0 && !fstat(file, &found) && S_ISREG(found.st_mode)) {
        return file;
    }
    if (file >= 0) {
        close(file);
        error = EACCES;
    }
    return -error;
}

/* At an offset, or at the file's position if it is negative. Gives bytes or -errno. */
EXPORT int64_t host_read(int file, u64 address, u64 bytes, int64_t offset) {
    int64_t done;
    do {
        done = offset < 0 ? read(file, (void *)address, bytes) : pread(file, (void *)address, bytes, offset);
    } while (done < 0 && errno == EINTR);
    return answer(done);
}

EXPORT int64_t host_write(int file, u64 address, u64 bytes, int64_t offset) {
    int64_t done;
    do {
        done = offset < 0 ? write(file, (void *)address, bytes) : pwrite(file, (void *)address, bytes, offset);
    } while (done < 0 && errno == EINTR);
    return answer(done);
}

/* At the file's end, wherever that is at that moment; the position is behind it afterwards. */
EXPORT int64_t host_append(int file, u64 address, u64 bytes) {
    struct iovec piece = {(void *)address, bytes};
    int64_t done;
    do {
        done = pwritev2(file, &piece, 1, -1, RWF_APPEND);
    } while (done < 0 && errno == EINTR);
    return answer(done);
}

EXPORT int64_t host_seek(int file, int64_t offset, int whence) {
    return answer(lseek(file, offset, whence));
}

EXPORT int host_truncate(int file, int64_t length) {
    return (int)answer(ftruncate(file, length));
}

EXPORT int host_sync(int file) {
    return (int)answer(fsync(file));
}

/* A second name, below the same root, for a file; neither way leads through a link. Gives 0 or -errno. */
EXPORT int host_link_below(const char *root, const char *path, const char *second) {
    const char *name, *second_name;
    int from = folder_of(root, path, &name);
    if (from < 0) {
        return from;
    }
    int to = folder_of(root, second, &second_name);
    int result = to < 0 ? to : linkat(from, name, to, second_name, 0) ? -errno : 0;
    close(from);
    if (to >= 0) {
        close(to);
    }
    return result;
}

/* facts: device, inode, size, then seconds and nanoseconds of access, modification, creation */
EXPORT int host_facts(int file, int64_t facts[9]) {
    struct statx found;
    if (statx(file, "", AT_EMPTY_PATH, STATX_BASIC_STATS | STATX_BTIME, &found)) {
        return -errno;
    }
    struct statx_timestamp birth = found.stx_mask & STATX_BTIME ? found.stx_btime : found.stx_mtime;
    struct statx_timestamp times[] = {found.stx_atime, found.stx_mtime, birth};
    facts[0] = (int64_t)found.stx_dev_major << 32 | found.stx_dev_minor;
    facts[1] = (int64_t)found.stx_ino;
    facts[2] = (int64_t)found.stx_size;
    for (int i = 0; i < 3; i++) {
        facts[3 + 2 * i] = times[i].tv_sec;
        facts[4 + 2 * i] = times[i].tv_nsec;
    }
    return 0;
}

/*
 * The guest's descriptors that fronts serve: what they may do and the host's descriptor, and how many calls are in it now. One word, so that
 * a call that has counted itself in knows that the host's descriptor stays open.
 */
#define DESCRIPTORS 4096
#define IN_CALLS 0xfffffffull
#define ACCESS_SHIFT 28
#define HOST_SHIFT 32
static _Atomic u64 descriptors[DESCRIPTORS];

/* access: FRONT_ bits, 0 for none; host: its descriptor. */
EXPORT void front_publish(int descriptor, int host, int access) {
    u64 wanted = (u64)(uint32_t)host << HOST_SHIFT | (u64)access << ACCESS_SHIFT, old = atomic_load(&descriptors[descriptor]);
    while (!atomic_compare_exchange_weak(&descriptors[descriptor], &old, wanted | (old & IN_CALLS))) {
    }
}

/* Takes a descriptor back and waits until no call is in it. */
EXPORT void front_withdraw(int descriptor) {
    front_publish(descriptor, 0, 0);
    while (atomic_load(&descriptors[descriptor]) & IN_CALLS) {
        sched_yield();
    }
}

static const uint8_t *pages;

EXPORT void front_pages(const uint8_t *table) {
    pages = table;
}

/* The guest's pages that hold the range allow it. */
static int is_mapped(u64 address, u64 bytes, int bits) {
    if (!bytes || bytes > FRONT_BYTES || address >= PAGES_LIMIT - FRONT_BYTES) {
        return 0;
    }
    for (u64 page = address >> PAGE_SHIFT; page <= (address + bytes - 1) >> PAGE_SHIFT; page++) {
        if (!(pages[page] & bits)) {
            return 0;
        }
    }
    return 1;
}

/* What a front gives: the call's result, or that Java has to make the call (also when it fails: nothing was done then). */
struct front {
    int64_t value, is_done;
};

/* Counts a call in. Gives the descriptor's word, 0 if Java has to make the call. */
static u64 enter(int64_t descriptor, u64 access) {
    uint32_t index = (uint32_t)descriptor;
    if (index >= DESCRIPTORS || thread_is_cancelled()) {
        return 0;
    }
    u64 word = atomic_fetch_add(&descriptors[index], 1);
    if (word >> ACCESS_SHIFT & access) {
        return word;
    }
    atomic_fetch_sub(&descriptors[index], 1);
    return 0;
}

static struct front leave(int64_t descriptor, int64_t result) {
    atomic_fetch_sub(&descriptors[(uint32_t)descriptor], 1);
    return (struct front){result, result >= 0};
}

static struct front transfer(int64_t descriptor, u64 address, u64 bytes, int64_t offset, u64 access,
                             int64_t (*host)(int, u64, u64, int64_t)) {
    u64 word = is_mapped(address, bytes, access == FRONT_READ ? PAGE_WRITE : PAGE_READ) ? enter(descriptor, access) : 0;
    return word ? leave(descriptor, host((int)(word >> HOST_SHIFT), address, bytes, offset)) : (struct front){0, 0};
}

EXPORT struct front front_read(int64_t descriptor, u64 address, u64 bytes) {
    return transfer(descriptor, address, bytes, -1, FRONT_READ, host_read);
}

EXPORT struct front front_write(int64_t descriptor, u64 address, u64 bytes) {
    return transfer(descriptor, address, bytes, -1, FRONT_WRITE_ON, host_write);
}

EXPORT struct front front_read_at(int64_t descriptor, u64 address, u64 bytes, int64_t offset) {
    return offset < 0 ? (struct front){0, 0} : transfer(descriptor, address, bytes, offset, FRONT_READ, host_read);
}

EXPORT struct front front_write_at(int64_t descriptor, u64 address, u64 bytes, int64_t offset) {
    struct front done = offset < 0 ? (struct front){0, 0} : transfer(descriptor, address, bytes, offset, FRONT_WRITE, host_write);
    done.is_done = done.is_done && done.value == (int64_t)bytes; /* Java writes the rest, or tells why it cannot be written */
    return done;
}

EXPORT struct front front_seek(int64_t descriptor, int64_t offset, int64_t whence) {
    u64 word = (uint32_t)whence <= SEEK_END ? enter(descriptor, FRONT_READ | FRONT_WRITE) : 0;
    return word ? leave(descriptor, host_seek((int)(word >> HOST_SHIFT), offset, (int)whence)) : (struct front){0, 0};
}
