/* One block of direct memory, mapped for CPU and GPU and handed out from its start. */
#include "guest/memory.h"
#include "gallery.h"

enum { SHARED_BYTES = 64 << 20, STEP = 0x200000, MEMORY_CACHED = 11, PROTECT_CPU_GPU_READ_WRITE = 0x33 };

static uint8_t *next, *end;

static void map(void) {
    int64_t physical = 0;
    void *address = NULL;
    if (sceKernelAllocateDirectMemory(0, (int64_t)sceKernelGetDirectMemorySize(), SHARED_BYTES, STEP, MEMORY_CACHED, &physical) != 0
        || sceKernelMapDirectMemory(&address, SHARED_BYTES, PROTECT_CPU_GPU_READ_WRITE, 0, physical, STEP) != 0) {
        fail(100, "no direct memory");
    }
    next = address;
    end = next + SHARED_BYTES;
    memset(next, 0, SHARED_BYTES);
}

void *shared_memory(size_t size, size_t alignment) {
    if (!next) {
        map();
    }
    uint8_t *place = (uint8_t *)(((uintptr_t)next + alignment - 1) & ~(uintptr_t)(alignment - 1));
    if (size > (size_t)(end - place)) {
        fail(101, "shared memory is used up");
    }
    next = place + size;
    return place;
}

void *memory_place(void) {
    if (!next) {
        map();
    }
    return next;
}

void set_memory_place(void *place) { next = place; }

void *shared_copy(const void *data, size_t size) { return memcpy(shared_memory(size, 256), data, size); }
