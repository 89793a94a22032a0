/* Open files: in the title's own tree, which is read-only, and in a mounted save. */
#include "check.h"
#include "guest/files.h"
#include "places.h"

static void check_reading(void) {
    char text[64] = {0}, first[4] = {0}, rest[32] = {0};
    struct piece pieces[2] = {{first, 3}, {rest, sizeof rest}};
    int file = sceKernelOpen("/app0/data/motto.txt", OPEN_READ, 0);
    HOLDS("open gives a descriptor behind the console's", file >= 3);
    EQUAL("read", 24, sceKernelRead(file, text, sizeof text));
    TEXT("bytes", "the rib that ties ribs.\n", text);
    EQUAL("read at the end", 0, sceKernelRead(file, text, sizeof text));
    EQUAL("seek from the start", 4, sceKernelLseek(file, 4, FROM_START));
    EQUAL("seek from here", 6, sceKernelLseek(file, 2, FROM_HERE));
    EQUAL("seek from the end", 20, sceKernelLseek(file, -4, FROM_END));
    EQUAL("seek before the start", ENCODED(EINVAL), sceKernelLseek(file, -1, FROM_START));
    EQUAL("seek with whence 9", ENCODED(EINVAL), sceKernelLseek(file, 0, 9));
    EQUAL("seek behind the end", 100, sceKernelLseek(file, 100, FROM_START));
    EQUAL("read behind the end", 0, sceKernelRead(file, text, 1));
    memset(text, 0, sizeof text);
    EQUAL("read at an offset", 3, sceKernelPread(file, text, 3, 4));
    TEXT("its bytes", "rib", text);
    EQUAL("the position did not move", 100, sceKernelLseek(file, 0, FROM_HERE));
    EQUAL("read at a negative offset", ENCODED(EINVAL), sceKernelPread(file, text, 3, -1));
    sceKernelLseek(file, 0, FROM_START);
    EQUAL("scattered read", 24, sceKernelReadv(file, pieces, 2));
    HOLDS("its pieces", memcmp(first, "the", 3) == 0 && memcmp(rest, " rib that", 9) == 0);
    EQUAL("read to null", ENCODED(EFAULT), sceKernelPread(file, NULL, 4, 0));
    EQUAL("read of 0 bytes", 0, sceKernelRead(file, text, 0));
    EQUAL("write to a file opened for reading", ENCODED(EBADF), sceKernelWrite(file, text, 1));
    int copy = sceKernelDup(file);
    HOLDS("duplicate", copy >= 3 && copy != file);
    sceKernelLseek(file, 7, FROM_START);
    EQUAL("it shares the position", 7, sceKernelLseek(copy, 0, FROM_HERE));
    EQUAL("close", 0, sceKernelClose(file));
    EQUAL("close again", ENCODED(EBADF), sceKernelClose(file));
    EQUAL("the duplicate is open", 7, sceKernelLseek(copy, 0, FROM_HERE));
    sceKernelClose(copy);
    EQUAL("read of a closed one", ENCODED(EBADF), sceKernelRead(copy, text, 1));
    EQUAL("close a console stream", ENCODED(EPERM), sceKernelClose(1));
    EQUAL("read of no descriptor", ENCODED(EBADF), sceKernelRead(-1, text, 1));
}

static void check_opening(void) {
    char path[300] = "/app0/";
    memset(path + 6, 'x', 260);
    ROW("S3", "open of a missing file", ENCODED(ENOENT), sceKernelOpen("/app0/missing", OPEN_READ, 0));
    ROW("T10", "libc open of a missing file", -ENOENT, posix(open("/app0/missing", OPEN_READ)));
    struct file_attributes attributes;
    ROW("T10", "libc fstat of no file", -EBADF, posix(fstat(99, &attributes)));
    ROW("T10", "libc stat of a missing file", -ENOENT, posix(stat("/app0/missing", &attributes)));
    EQUAL("access mode 3", ENCODED(EINVAL), sceKernelOpen("/app0/data/motto.txt", 3, 0));
    EQUAL("a path of 266 characters", ENCODED(ENAMETOOLONG), sceKernelOpen(path, OPEN_READ, 0));
    EQUAL("no path", ENCODED(EFAULT), sceKernelOpen(NULL, OPEN_READ, 0));
    EQUAL("create in a read-only tree", ENCODED(EROFS), sceKernelOpen("/app0/new", OPEN_WRITE | OPEN_CREATE, 0666));
    EQUAL("create exclusively what exists there", ENCODED(EEXIST), sceKernelOpen("/app0/data/motto.txt", OPEN_WRITE | OPEN_CREATE | OPEN_EXCLUSIVE, 0666));
    EQUAL("write in a read-only tree", ENCODED(EROFS), sceKernelOpen("/app0/data/motto.txt", OPEN_WRITE, 0));
    EQUAL("a file as a directory", ENCODED(ENOTDIR), sceKernelOpen("/app0/data/motto.txt", OPEN_READ | OPEN_DIRECTORY, 0));
    EQUAL("a directory for writing", ENCODED(EISDIR), sceKernelOpen("/app0/data", OPEN_WRITE, 0));
    EQUAL("a path through a file", ENCODED(ENOTDIR), sceKernelOpen("/app0/data/motto.txt/x", OPEN_READ, 0));
    EQUAL("a tree that is not mounted", ENCODED(ENOENT), sceKernelOpen("/savedata9/x", OPEN_READ, 0));
    int folder = sceKernelOpen("/app0/data", OPEN_READ, 0);
    char byte;
    EQUAL("read of a directory", ENCODED(EISDIR), sceKernelRead(folder, &byte, 1));
    sceKernelClose(folder);
}

static void check_attributes(void) {
    struct file_attributes attributes;
    EQUAL("stat of a file", 0, sceKernelStat("/app0/data/motto.txt", &attributes));
    EQUAL("size", 24, attributes.size);
    EQUAL("kind", MODE_FILE, attributes.mode & MODE_KIND);
    HOLDS("blocks of 512 bytes hold it", attributes.blocks >= 1);
    HOLDS("it was changed since 2020", attributes.modified[0] > 1577836800);
    EQUAL("stat of a directory", 0, sceKernelStat("/app0/data", &attributes));
    EQUAL("kind", MODE_DIRECTORY, attributes.mode & MODE_KIND);
    EQUAL("stat of nothing", ENCODED(ENOENT), sceKernelStat("/app0/missing", &attributes));
    EQUAL("stat to null", ENCODED(EFAULT), sceKernelStat("/app0/data/motto.txt", NULL));
    EQUAL("fstat of nothing", ENCODED(EBADF), sceKernelFstat(99, &attributes));
    uint8_t guarded[sizeof attributes + 8];
    memset(guarded, 0xa5, sizeof guarded);
    sceKernelStat("/app0/data/motto.txt", (struct file_attributes *)guarded);
    EQUAL("nothing is written behind the record's 0x78 bytes", 0xa5, guarded[0x78]);
}

static void check_writing(void) {
    char path[64], other[64], text[64] = {0};
    struct file_attributes attributes;
    in_save(path, "a.bin");
    in_save(other, "b.bin");
    int file = sceKernelOpen(path, OPEN_READ_WRITE | OPEN_CREATE | OPEN_EXCLUSIVE, 0666);
    HOLDS("create exclusively", file >= 3);
    ROW("S3", "create exclusively what exists", ENCODED(EEXIST), sceKernelOpen(path, OPEN_WRITE | OPEN_CREATE | OPEN_EXCLUSIVE, 0666));
    EQUAL("write", 10, sceKernelWrite(file, "0123456789", 10));
    EQUAL("write at an offset", 2, sceKernelPwrite(file, "ab", 2, 4));
    EQUAL("the position did not move", 10, sceKernelLseek(file, 0, FROM_HERE));
    struct piece pieces[2] = {{"xy", 2}, {"z", 1}};
    EQUAL("gathered write", 3, sceKernelWritev(file, pieces, 2));
    EQUAL("read back", 13, sceKernelPread(file, text, sizeof text, 0));
    TEXT("bytes", "0123ab6789xyz", text);
    ROW("S1", "ftruncate", 0, sceKernelFtruncate(file, 5));
    sceKernelFstat(file, &attributes);
    ROW("S1", "its new length", 5, attributes.size);
    ROW("S1", "ftruncate to grow", 0, sceKernelFtruncate(file, 9));
    memset(text, 1, sizeof text);
    sceKernelPread(file, text, 9, 0);
    ROW_HOLDS("S1", "what grew is zero", memcmp(text, "0123a\0\0\0\0", 9) == 0);
    EQUAL("ftruncate to a negative length", ENCODED(EINVAL), sceKernelFtruncate(file, -1));
    EQUAL("sync", 0, sceKernelFsync(file));
    EQUAL("mode of an open file", 0, sceKernelFchmod(file, 0644));
    EQUAL("mode by path", 0, sceKernelChmod(path, 0644));
    EQUAL("mode of nothing", ENCODED(ENOENT), sceKernelChmod(other, 0644));
    EQUAL("POSIX mode of nothing", -ENOENT, posix(chmod(other, 0644)));
    EQUAL("close", 0, sceKernelClose(file));
    ROW("S1", "truncate", 0, sceKernelTruncate(path, 3));
    sceKernelStat(path, &attributes);
    ROW("S1", "its new length", 3, attributes.size);
    ROW("S1", "rename", 0, sceKernelRename(path, other));
    ROW("S1", "the old name is gone", ENCODED(ENOENT), sceKernelStat(path, &attributes));
    ROW("S1", "the new one is there", 0, sceKernelStat(other, &attributes));
    file = sceKernelOpen(other, OPEN_WRITE | OPEN_APPEND, 0);
    EQUAL("append", 3, sceKernelWrite(file, "END", 3));
    EQUAL("read of a file opened for writing", ENCODED(EBADF), sceKernelRead(file, text, 1));
    sceKernelClose(file);
    sceKernelStat(other, &attributes);
    EQUAL("it was added", 6, attributes.size);
    file = sceKernelOpen(other, OPEN_READ_WRITE | OPEN_TRUNCATE, 0);
    EQUAL("opened with truncation it is empty", 0, sceKernelLseek(file, 0, FROM_END));
    sceKernelClose(file);
    EQUAL("unlink", 0, sceKernelUnlink(other));
    EQUAL("unlink again", ENCODED(ENOENT), sceKernelUnlink(other));
    EQUAL("unlink in a read-only tree", ENCODED(EROFS), sceKernelUnlink("/app0/data/motto.txt"));
    EQUAL("truncate in a read-only tree", ENCODED(EROFS), sceKernelTruncate("/app0/data/motto.txt", 1));
    EQUAL("rename in a read-only tree", ENCODED(EROFS), sceKernelRename("/app0/data/motto.txt", "/app0/data/x"));
    EQUAL("rename of nothing", ENCODED(ENOENT), sceKernelRename(path, other));
}

static void check_posix_forms(void) {
    char path[64], text[8] = {0};
    in_save(path, "posix.bin");
    int file = open(path, OPEN_READ_WRITE | OPEN_CREATE, 0666);
    HOLDS("open", file >= 3);
    EQUAL("write", 4, posix(write(file, "four", 4)));
    EQUAL("lseek", 1, posix(lseek(file, 1, FROM_START)));
    EQUAL("read", 3, posix(read(file, text, 8)));
    TEXT("bytes", "our", text);
    EQUAL("lseek before the start", -EINVAL, posix(lseek(file, -9, FROM_START)));
    EQUAL("close", 0, posix(close(file)));
    EQUAL("close again", -EBADF, posix(close(file)));
    EQUAL("access", 0, posix(access(path, 0)));
    EQUAL("unlink", 0, posix(unlink(path)));
    EQUAL("access of nothing", -ENOENT, posix(access(path, 0)));
    EQUAL("read of no file", -EBADF, posix(read(99, text, 1)));
}

static void check_devices(void) {
    char bytes[64];
    int file = sceKernelOpen("/dev/zero", OPEN_READ, 0);
    memset(bytes, 1, sizeof bytes);
    EQUAL("zeroes", 64, sceKernelRead(file, bytes, 64));
    HOLDS("they are", bytes[0] == 0 && bytes[63] == 0);
    sceKernelClose(file);
    file = sceKernelOpen("/dev/null", OPEN_READ_WRITE, 0);
    EQUAL("nothing to read", 0, sceKernelRead(file, bytes, 64));
    EQUAL("everything may be written", 64, sceKernelWrite(file, bytes, 64));
    sceKernelClose(file);
    file = sceKernelOpen("/dev/urandom", OPEN_READ, 0);
    EQUAL("random bytes", 64, sceKernelRead(file, bytes, 64));
    sceKernelClose(file);
    EQUAL("no such device", ENCODED(ENOENT), sceKernelOpen("/dev/sda", OPEN_READ, 0));
}

void check_files(void) {
    area("files");
    check_reading();
    check_opening();
    check_attributes();
    check_writing();
    area("posix-files");
    check_posix_forms();
    area("devices");
    check_devices();
}
