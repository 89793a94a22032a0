/* Files and directories, in both families. Documented: system calls, section 6. */
#pragma once
#include <stddef.h>
#include <stdint.h>
struct timespec;
enum {
    OPEN_READ = 0, OPEN_WRITE = 1, OPEN_READ_WRITE = 2, OPEN_APPEND = 8, OPEN_CREATE = 0x200, OPEN_TRUNCATE = 0x400,
    OPEN_EXCLUSIVE = 0x800, OPEN_DIRECTORY = 0x20000,
};
enum { FROM_START, FROM_HERE, FROM_END };
enum { MODE_DIRECTORY = 0x4000, MODE_FILE = 0x8000, MODE_KIND = 0xf000 };
enum { TYPE_DIRECTORY = 4, TYPE_FILE = 8 };
struct file_attributes {
    uint32_t device, inode;
    uint16_t mode, links;
    uint32_t user, group, special;
    int64_t accessed[2], modified[2], changed[2];
    int64_t size, blocks;
    uint32_t block_size, flags, generation, spare;
    int64_t born[2];
};
struct piece {
    void *base;
    size_t size;
};
struct directory_record {
    uint32_t inode;
    uint16_t size;
    uint8_t type, name_size;
    char name[256];
};
int sceKernelOpen(const char *path, int flags, uint16_t mode);
int sceKernelClose(int file);
int64_t sceKernelRead(int file, void *buffer, size_t size);
int64_t sceKernelPread(int file, void *buffer, size_t size, int64_t offset);
int64_t sceKernelReadv(int file, const struct piece *pieces, int count);
int64_t sceKernelWrite(int file, const void *buffer, size_t size);
int64_t sceKernelPwrite(int file, const void *buffer, size_t size, int64_t offset);
int64_t sceKernelWritev(int file, const struct piece *pieces, int count);
int64_t sceKernelLseek(int file, int64_t offset, int whence);
int sceKernelStat(const char *path, struct file_attributes *attributes);
int sceKernelFstat(int file, struct file_attributes *attributes);
int sceKernelFtruncate(int file, int64_t size);
int sceKernelTruncate(const char *path, int64_t size);
int sceKernelFsync(int file);
int sceKernelRename(const char *from, const char *to);
int sceKernelUnlink(const char *path);
int sceKernelMkdir(const char *path, uint16_t mode);
int sceKernelRmdir(const char *path);
int sceKernelGetdents(int file, void *buffer, int size);
int sceKernelGetdirentries(int file, void *buffer, int size, int64_t *base);
int sceKernelCheckReachability(const char *path);
int sceKernelDup(int file);
int open(const char *path, int flags, ...);
int close(int file);
int64_t read(int file, void *buffer, size_t size);
int64_t write(int file, const void *buffer, size_t size);
int64_t lseek(int file, int64_t offset, int whence);
int stat(const char *path, struct file_attributes *attributes);
int fstat(int file, struct file_attributes *attributes);
int link(const char *path, const char *second);
int64_t readlink(const char *path, char *text, size_t size);
enum { LOCK_SHARED = 1, LOCK_EXCLUSIVE = 2, LOCK_DO_NOT_WAIT = 4, LOCK_NONE = 8 };
int flock(int file, int operation);
int getdents(int file, void *buffer, int size);
int mkdir(const char *path, uint16_t mode);
int rmdir(const char *path);
int unlink(const char *path);
int rename(const char *from, const char *to);
int access(const char *path, int mode);
int dup(int file);
int sceKernelChmod(const char *path, uint16_t mode);
int sceKernelFchmod(int file, uint16_t mode);
int chmod(const char *path, uint16_t mode);
