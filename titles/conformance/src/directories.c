/* Making, reading and removing directories. */
#include "check.h"
#include "guest/files.h"
#include "places.h"

static _Alignas(8) uint8_t records[8192];

/* How often a directory's records name something of this type; -1 if they are malformed. */
static int listed(const char *path, const char *name, int type) {
    int file = sceKernelOpen(path, OPEN_READ | OPEN_DIRECTORY, 0), found = 0, size;
    while ((size = sceKernelGetdents(file, records, sizeof records)) > 0) {
        for (int at = 0; at < size;) {
            const struct directory_record *record = (const void *)(records + at);
            if (record->size == 0 || record->size % 4 != 0 || at / 512 != (at + record->size - 1) / 512 || record->name[record->name_size] != 0) {
                sceKernelClose(file);
                return -1;
            }
            found += strcmp(record->name, name) == 0 && record->type == type;
            at += record->size;
        }
    }
    sceKernelClose(file);
    return found;
}

static void check_reading(void) {
    int64_t base = -1;
    int folder = sceKernelOpen("/app0/data", OPEN_READ | OPEN_DIRECTORY, 0), file = sceKernelOpen("/app0/data/motto.txt", OPEN_READ, 0);
    ROW("S2", "directory read on a plain file", ENCODED(ENOTDIR), sceKernelGetdents(file, records, sizeof records));
    ROW("S2", "libc form", -ENOTDIR, posix(getdents(file, records, sizeof records)));
    ROW("S2", "directory read with 8 bytes", ENCODED(EINVAL), sceKernelGetdents(folder, records, 8));
    ROW("S2", "libc form", -EINVAL, posix(getdents(folder, records, 8)));
    HOLDS("directory read", sceKernelGetdirentries(folder, records, sizeof records, &base) > 0);
    EQUAL("its position before", 0, base);
    while (sceKernelGetdents(folder, records, sizeof records) > 0) {
    }
    EQUAL("directory read at the end", 0, sceKernelGetdents(folder, records, sizeof records));
    sceKernelClose(file);
    sceKernelClose(folder);
    ROW("S2", "directory read on a closed handle", ENCODED(EBADF), sceKernelGetdents(folder, records, sizeof records));
    ROW("S2", "libc form", -EBADF, posix(getdents(folder, records, sizeof records)));
    EQUAL("a file is listed once", 1, listed("/app0/data", "motto.txt", TYPE_FILE));
    EQUAL("the directory itself is listed", 1, listed("/app0/data", ".", TYPE_DIRECTORY));
    EQUAL("a directory is listed", 1, listed("/app0", "data", TYPE_DIRECTORY));
}

static void check_changing(void) {
    char outer[64], inner[64], file[64], moved[64];
    in_save(outer, "outer");
    in_save(inner, "outer/inner");
    in_save(file, "outer/file");
    in_save(moved, "moved");
    EQUAL("mkdir without a parent", ENCODED(ENOENT), sceKernelMkdir(inner, 0777));
    EQUAL("mkdir", 0, sceKernelMkdir(outer, 0777));
    EQUAL("mkdir again", ENCODED(EEXIST), sceKernelMkdir(outer, 0777));
    EQUAL("mkdir inside", 0, sceKernelMkdir(inner, 0777));
    EQUAL("mkdir in a read-only tree", ENCODED(EROFS), sceKernelMkdir("/app0/new", 0777));
    EQUAL("it is listed", 1, listed(outer, "inner", TYPE_DIRECTORY));
    sceKernelClose(sceKernelOpen(file, OPEN_WRITE | OPEN_CREATE, 0666));
    EQUAL("rmdir of a filled one", ENCODED(ENOTEMPTY), sceKernelRmdir(outer));
    EQUAL("rmdir of a file", ENCODED(ENOTDIR), sceKernelRmdir(file));
    EQUAL("rmdir of nothing", ENCODED(ENOENT), sceKernelRmdir(moved));
    EQUAL("rmdir in a read-only tree", ENCODED(EROFS), sceKernelRmdir("/app0/data"));
    EQUAL("unlink of a directory", ENCODED(EPERM), sceKernelUnlink(inner));
    EQUAL("rename of a directory onto a file", ENCODED(ENOTDIR), sceKernelRename(inner, file));
    EQUAL("rename of a file onto a directory", ENCODED(EISDIR), sceKernelRename(file, inner));
    EQUAL("rename of a directory", 0, sceKernelRename(inner, moved));
    EQUAL("rename onto a filled directory", ENCODED(ENOTEMPTY), sceKernelRename(moved, outer));
    EQUAL("rmdir", 0, sceKernelRmdir(moved));
    sceKernelUnlink(file);
    EQUAL("rmdir of what was filled", 0, sceKernelRmdir(outer));
    EQUAL("POSIX mkdir", 0, posix(mkdir(outer, 0777)));
    EQUAL("POSIX mkdir again", -EEXIST, posix(mkdir(outer, 0777)));
    EQUAL("POSIX rename", 0, posix(rename(outer, moved)));
    EQUAL("POSIX rmdir of nothing", -ENOENT, posix(rmdir(outer)));
    EQUAL("POSIX rmdir", 0, posix(rmdir(moved)));
}

static void check_many(void) {
    char folder[64], path[64], name[32];
    in_save(folder, "many");
    sceKernelMkdir(folder, 0777);
    for (int i = 0; i < 150; i++) {
        snprintf(path, sizeof path, "%s/a file with a longer name %03d", folder, i);
        sceKernelClose(sceKernelOpen(path, OPEN_WRITE | OPEN_CREATE, 0666));
    }
    int seen = 0;
    for (int i = 0; i < 150; i += 7) {
        snprintf(name, sizeof name, "a file with a longer name %03d", i);
        seen += listed(folder, name, TYPE_FILE);
    }
    EQUAL("a directory of 150 files is listed whole, each once", 22, seen);
}

void check_directories(void) {
    area("directories");
    check_reading();
    check_changing();
    check_many();
}
