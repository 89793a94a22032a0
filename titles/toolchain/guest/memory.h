/* Memory calls. Documented: system calls, section 1. */
#pragma once
#include <stddef.h>
#include <stdint.h>
enum { PAGE = 0x4000, POOL_PAGE = 0x10000, POOL_STEP = 0x200000 };
enum { READ = 1, WRITE = 2, EXECUTE = 4, GPU_READ = 0x10, GPU_WRITE = 0x20 };
enum { MAP_SHARED = 1, MAP_PRIVATE = 2, MAP_FIXED = 0x10, MAP_NO_OVERWRITE = 0x80, MAP_ANONYMOUS = 0x1000 };
enum { KIND_FLEXIBLE = 1, KIND_DIRECT = 2, KIND_STACK = 4, KIND_POOLED = 8, KIND_COMMITTED = 0x10 };
struct direct_query {
    int64_t start, end;
    int32_t type, zero;
};
struct virtual_query {
    uint64_t start, end;
    int64_t offset;
    int32_t protection, type;
    uint8_t bits;
    char name[32];
    uint8_t gpu_mask;
    uint8_t rest[6];
};
struct batch_entry {
    uint64_t start;
    int64_t offset;
    uint64_t size;
    uint8_t protection, type, zero[2];
    int32_t operation;
};
struct pool_statistics {
    int32_t free_flushed, free_cached, used_flushed, used_cached;
};
size_t sceKernelGetDirectMemorySize(void);
int sceKernelAllocateDirectMemory(int64_t start, int64_t end, size_t size, size_t alignment, int type, int64_t *physical);
int sceKernelAllocateMainDirectMemory(size_t size, size_t alignment, int type, int64_t *physical);
int sceKernelReleaseDirectMemory(int64_t physical, size_t size);
int sceKernelCheckedReleaseDirectMemory(int64_t physical, size_t size);
int sceKernelAvailableDirectMemorySize(int64_t start, int64_t end, size_t alignment, int64_t *physical, size_t *size);
int sceKernelDirectMemoryQuery(int64_t offset, int flags, struct direct_query *info, size_t size);
int sceKernelGetDirectMemoryType(int64_t offset, int *type, int64_t *start, int64_t *end);
int sceKernelMapDirectMemory(void **address, size_t size, int protection, int flags, int64_t physical, size_t alignment);
int sceKernelMapDirectMemory2(void **address, size_t size, int type, int protection, int flags, int64_t physical, size_t alignment);
int sceKernelMapNamedDirectMemory(void **address, size_t size, int protection, int flags, int64_t physical, size_t alignment,
                                  const char *name);
int sceKernelMapFlexibleMemory(void **address, size_t size, int protection, int flags);
int sceKernelMapNamedFlexibleMemory(void **address, size_t size, int protection, int flags, const char *name);
int sceKernelReserveVirtualRange(void **address, size_t size, int flags, size_t alignment);
int sceKernelMunmap(void *address, size_t size);
int sceKernelReleaseFlexibleMemory(void *address, size_t size);
int sceKernelMprotect(const void *address, size_t size, int protection);
int sceKernelMtypeprotect(const void *address, size_t size, int type, int protection);
int sceKernelQueryMemoryProtection(const void *address, void **start, void **end, int *protection);
int sceKernelVirtualQuery(const void *address, int flags, struct virtual_query *info, size_t size);
int sceKernelSetVirtualRangeName(const void *address, size_t size, const char *name);
int sceKernelAvailableFlexibleMemorySize(size_t *size);
int sceKernelConfiguredFlexibleMemorySize(size_t *size);
int sceKernelIsStack(const void *address, void **start, void **end);
int sceKernelBatchMap(struct batch_entry *entries, int count, int *done);
int sceKernelBatchMap2(struct batch_entry *entries, int count, int *done, int flags);
int sceKernelMemoryPoolExpand(int64_t start, int64_t end, size_t size, size_t alignment, int64_t *physical);
int sceKernelMemoryPoolReserve(void *hint, size_t size, size_t alignment, int flags, void **address);
int sceKernelMemoryPoolCommit(void *address, size_t size, int type, int protection, int flags);
int sceKernelMemoryPoolDecommit(void *address, size_t size, int flags);
int sceKernelMemoryPoolGetBlockStats(struct pool_statistics *statistics, size_t size);
void *mmap(void *address, size_t size, int protection, int flags, int file, int64_t offset);
int munmap(void *address, size_t size);
int mprotect(void *address, size_t size, int protection);
int getpagesize(void);
int madvise(void *address, size_t size, int advice);
int mlock(const void *address, size_t size);
int munlock(const void *address, size_t size);
int sceKernelMsync(void *address, size_t size, int flags);
int sceKernelSetPrtAperture(int index, void *address, size_t size);
int sceKernelGetPrtAperture(int index, void **address, size_t *size);
