/* Paths: spelling without case, dots, and ways out of the trees. */
#include "check.h"
#include "guest/files.h"
#include "places.h"

static int opens(const char *path) {
    int file = sceKernelOpen(path, OPEN_READ, 0);
    if (file >= 0) {
        sceKernelClose(file);
        return 1;
    }
    return file;
}

static void check_names_of_one_file(void) {
    area("paths-links");
    char first[64], second[64], folder[64], text[8];
    in_save(first, "first");
    in_save(second, "second");
    in_save(folder, "linked");
    int file = sceKernelOpen(first, OPEN_READ_WRITE | OPEN_CREATE, 0666);
    EQUAL("a second name", 0, link(first, second));
    EQUAL("written by the first", 3, sceKernelWrite(file, "abc", 3));
    int other = sceKernelOpen(second, OPEN_READ, 0);
    EQUAL("read by the second", 3, sceKernelRead(other, text, sizeof text));
    EQUAL("the name is taken", -EEXIST, posix(link(first, second)));
    EQUAL("nothing has no second name", -ENOENT, posix(link(folder, second)));
    sceKernelMkdir(folder, 0777);
    EQUAL("nor has a folder", -EPERM, posix(link(folder, second)));
    EQUAL("in another tree", -EXDEV, posix(link("/app0/data/motto.txt", second)));
    EQUAL("in a tree that is read", -EROFS, posix(link("/app0/data/motto.txt", "/app0/data/second")));
    EQUAL("a file is no link", -EINVAL, posix(readlink(first, text, sizeof text)));
    sceKernelUnlink(first);
    EQUAL("without its first name", 3, sceKernelPread(other, text, sizeof text, 0));
    EQUAL("which is gone", -ENOENT, posix(readlink(first, text, sizeof text)));
    sceKernelClose(file);
    sceKernelClose(other);
    sceKernelUnlink(second);
    sceKernelRmdir(folder);
}

static void *lock_and_wait(void *argument) {
    int file = *(int *)argument;
    return (void *)(intptr_t)flock(file, LOCK_EXCLUSIVE);
}

static void check_locks(void) {
    area("file-locks");
    char path[64];
    in_save(path, "locked");
    int one = sceKernelOpen(path, OPEN_READ_WRITE | OPEN_CREATE, 0666), other = sceKernelOpen(path, OPEN_READ, 0);
    EQUAL("shared", 0, flock(one, LOCK_SHARED));
    EQUAL("shared by another one", 0, flock(other, LOCK_SHARED));
    EQUAL("not for one alone", -EAGAIN, posix(flock(one, LOCK_EXCLUSIVE | LOCK_DO_NOT_WAIT)));
    EQUAL("given up", 0, flock(other, LOCK_NONE));
    EQUAL("for one alone", 0, flock(one, LOCK_EXCLUSIVE | LOCK_DO_NOT_WAIT));
    EQUAL("not shared", -EAGAIN, posix(flock(other, LOCK_SHARED | LOCK_DO_NOT_WAIT)));
    int twin = sceKernelDup(one);
    EQUAL("its twin has it too", 0, flock(twin, LOCK_EXCLUSIVE | LOCK_DO_NOT_WAIT));
    thread_t waiting = start(lock_and_wait, &other);
    sceKernelClose(one);
    EQUAL("and keeps it", 0, flock(twin, LOCK_EXCLUSIVE | LOCK_DO_NOT_WAIT));
    sceKernelClose(twin);
    EQUAL("the last close lets who waits have it", 0, (intptr_t)join(waiting));
    EQUAL("a closed one", -EBADF, posix(flock(twin, LOCK_SHARED)));
    EQUAL("what is no file", -EOPNOTSUPP, posix(flock(1, LOCK_SHARED)));
    sceKernelClose(other);
    sceKernelUnlink(path);
}

void check_paths(void) {
    check_names_of_one_file();
    check_locks();
    area("paths");
    ROW("S4", "another case of folder and file", 1, opens("/app0/Data/MOTTO.txt"));
    char lower[64], upper[64], mixed[64];
    in_save(lower, "twin");
    in_save(upper, "TWIN");
    in_save(mixed, "Twin");
    sceKernelClose(sceKernelOpen(lower, OPEN_WRITE | OPEN_CREATE, 0666));
    ROW("S4", "one name, another case", 1, opens(mixed));
    EQUAL("reachable", 0, sceKernelCheckReachability("/app0/data/motto.txt"));
    EQUAL("not reachable", ENCODED(ENOENT), sceKernelCheckReachability("/app0/data/none"));
    EQUAL("a dot", 1, opens("/app0/./data/./motto.txt"));
    EQUAL("two dots", 1, opens("/app0/data/../data/motto.txt"));
    EQUAL("doubled slashes", 1, opens("/app0//data///motto.txt"));
    EQUAL("dots above the root stay there", ENCODED(ENOENT), opens("/app0/../../../../../../etc/passwd"));
    EQUAL("a host path", ENCODED(ENOENT), opens("/etc/passwd"));
    EQUAL("a relative path", ENCODED(ENOENT), opens("data/motto.txt"));
    EQUAL("an empty path", ENCODED(ENOENT), opens(""));
    EQUAL("the root", ENCODED(ENOENT), opens("/"));
    EQUAL("a name with a backslash", ENCODED(ENOENT), opens("/app0/..\\..\\etc\\passwd"));
}
