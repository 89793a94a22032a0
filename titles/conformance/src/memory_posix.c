/* The POSIX memory calls. */
#include "check.h"
#include "guest/files.h"
#include "guest/memory.h"

void check_posix_memory(void) {
    area("posix-memory");
    EQUAL("page size", PAGE, getpagesize());
    volatile char *block = mmap(NULL, 3 * PAGE - 1, READ | WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    HOLDS("anonymous map", block != (void *)-1 && (uintptr_t)block % PAGE == 0);
    EQUAL("it is zero to its end", 0, block[0] | block[3 * PAGE - 1]);
    block[3 * PAGE - 1] = 7;
    EQUAL("it is writable to its end", 7, block[3 * PAGE - 1]);
    EQUAL("protect", 0, posix(mprotect((void *)block, PAGE, READ)));
    EQUAL("unmap", 0, posix(munmap((void *)block, 3 * PAGE)));
    EQUAL("unmap of length 0", -EINVAL, posix(munmap((void *)block, 0)));
    EQUAL("map of length 0", -EINVAL, posix((intptr_t)mmap(NULL, 0, READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)));
    EQUAL("map of no file", -EBADF, posix((intptr_t)mmap(NULL, PAGE, READ, MAP_PRIVATE, 99, 0)));
    int file = open("/app0/data/motto.txt", OPEN_READ);
    const char *text = mmap(NULL, PAGE, READ, MAP_PRIVATE, file, 0);
    HOLDS("map of a file", text != (void *)-1 && memcmp(text, "the rib that ties ribs.\n", 24) == 0);
    EQUAL("behind its end it is zero", 0, text[24]);
    munmap((void *)text, PAGE);
    close(file);
    void *address = NULL;
    sceKernelReserveVirtualRange(&address, 2 * PAGE, 0, 0);
    HOLDS("fixed map", mmap(address, PAGE, READ | WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == address);
    munmap(address, 2 * PAGE);
}
