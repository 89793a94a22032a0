/* One block of direct memory, mapped for CPU and GPU and handed out from its start. */
#include "first_light.h"

enum { SHARED_BYTES = 64 << 20, STEP = 0x200000 };

_Noreturn void exit(int status);

static uint8_t *next, *end;

void *shared_memory(size_t size, size_t alignment) {
    if (!next) {
        int64_t physical = 0;
        void *address = NULL;
        int made = sceKernelAllocateDirectMemory(0, (int64_t)sceKernelGetDirectMemorySize(), SHARED_BYTES, STEP, MEMORY_CACHED,
            &physical) == 0;
        made = made && sceKernelMapDirectMemory(&address, SHARED_BYTES, PROTECT_CPU_GPU_READ_WRITE, 0, physical, STEP) == 0;
        report("direct memory", made);
        if (!made) {
            exit(100);
        }
        next = address;
        end = next + SHARED_BYTES;
        memset(next, 0, SHARED_BYTES);
    }
    uint8_t *place = (uint8_t *)(((uintptr_t)next + alignment - 1) & ~(uintptr_t)(alignment - 1));
    if (size > (size_t)(end - place)) {
        printf("first light: shared memory is used up\n");
        exit(101);
    }
    next = place + size;
    return place;
}
