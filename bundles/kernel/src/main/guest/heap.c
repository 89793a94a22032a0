/*
 * The C and C++ heap: size classes, four to a doubling, with a list of free blocks each, over pieces of flexible memory; large blocks
 * are mappings of their own. One lock, held for a few instructions. A pointer that is not the heap's, or was freed, stops the title at
 * the call that gave it.
 */
#include "native.h"

int sceKernelMapFlexibleMemory(void **address, size_t size, int protection, int flags);
int sceKernelMunmap(void *address, size_t size);
void scePthreadYield(void);

enum { MARK = 0x4c6e0000, MARK_FREED = 0x4c6f0000, LARGE = 0xff, READ_WRITE = 3, PAGE = 0x4000 };
enum { HEADER = 16, SMALLEST = 32, CLASSES = 56, PIECE = 0x200000 };
static const size_t LARGEST = 0x60000; /* of the last class that is used */

/* In front of every block. */
struct header {
    uint32_t mark;     /* MARK and the class */
    uint32_t distance; /* bytes from the place's start to the block, header included */
    uint64_t size;     /* bytes of the whole place */
};

static struct free_place {
    struct free_place *next;
} *free_places[CLASSES];
static uint8_t *piece, *piece_end;
static _Atomic int locked;
/* Bytes taken from the system, and given to the title; each with its most so far. */
static struct {
    size_t most_system, system, most_given, given;
} sums;

static void lock(void) {
    for (int tries = 0; __c11_atomic_exchange(&locked, 1, __ATOMIC_ACQUIRE); tries++) {
        if (tries < 200) {
            __builtin_ia32_pause();
        } else {
            scePthreadYield();
        }
    }
}

static void unlock(void) { __c11_atomic_store(&locked, 0, __ATOMIC_RELEASE); }

static size_t class_size(unsigned class) { return (size_t)(4 + (class & 3)) << (class >> 2) << 3; }

/* The smallest class that holds a size: sizes are 8 * (4, 5, 6, 7) * 2^n. */
static unsigned class_of(size_t size) {
    if (size <= SMALLEST) {
        return 0;
    }
    unsigned top = 63 - (unsigned)__builtin_clzll(size - 1), shift = top - 2;
    return (top - 5) * 4 + (unsigned)((size - 1) >> shift & 3) + 1;
}

static void *map(size_t size) {
    void *address = NULL;
    return sceKernelMapFlexibleMemory(&address, size, READ_WRITE, 0) == 0 ? address : NULL;
}

/* Under the lock. */
static void count(size_t *sum, size_t *most, size_t bytes) {
    *sum += bytes;
    *most = *sum > *most ? *sum : *most;
}

static void count_given(size_t bytes) { count(&sums.given, &sums.most_given, bytes); }

static void count_system(size_t bytes) { count(&sums.system, &sums.most_system, bytes); }

/* Places of classes that are no multiple of 16 would misalign their followers. */
static size_t stride(unsigned class) { return (class_size(class) + 15) & ~(size_t)15; }

static void *take(unsigned class) {
    lock();
    struct free_place *place = free_places[class];
    size_t size = stride(class);
    if (place) {
        free_places[class] = place->next;
        count_given(size);
        unlock();
        return place;
    }
    if ((size_t)(piece_end - piece) < size) {
        /* The rest of the old piece becomes free places of the largest classes that fit. */
        while ((size_t)(piece_end - piece) >= SMALLEST) {
            size_t rest = (size_t)(piece_end - piece);
            unsigned fits = class_of(rest);
            fits -= stride(fits) > rest;
            struct free_place *left = (struct free_place *)piece;
            left->next = free_places[fits];
            free_places[fits] = left;
            piece += stride(fits);
        }
        piece = map(PIECE);
        piece_end = piece ? piece + PIECE : NULL;
        if (!piece) {
            unlock();
            return NULL;
        }
        count_system(PIECE);
    }
    uint8_t *taken = piece;
    piece += size;
    count_given(size);
    unlock();
    return taken;
}

static struct header *header_of(void *block) {
    struct header *header = (struct header *)((uint8_t *)block - HEADER);
    if ((header->mark & 0xffff0000) != MARK) {
        __builtin_trap(); /* not a block of this heap, or freed before */
    }
    return header;
}

static size_t room(void *block) {
    struct header *header = header_of(block);
    return header->size - header->distance;
}

/* alignment: a power of two, 16 at least. */
static void *allocate(size_t size, size_t alignment) {
    size_t extra = HEADER + (alignment > 16 ? alignment - 16 : 0), needed = size + extra;
    if (needed < size) {
        return NULL;
    }
    uint32_t mark = LARGE;
    uint64_t place_size;
    uint8_t *place;
    if (needed <= LARGEST) {
        mark = class_of(needed);
        place_size = stride(mark);
        place = take(mark);
    } else {
        place_size = (needed + PAGE - 1) & ~(uint64_t)(PAGE - 1);
        place = place_size < needed ? NULL : map(place_size);
        if (place) {
            lock();
            count_system(place_size);
            count_given(place_size);
            unlock();
        }
    }
    if (!place) {
        return NULL;
    }
    uint8_t *block = (uint8_t *)(((uintptr_t)place + HEADER + alignment - 1) & ~(uintptr_t)(alignment - 1));
    *(struct header *)(block - HEADER) = (struct header){MARK | mark, (uint32_t)(block - place), place_size};
    return block;
}

void *malloc(size_t size) { return allocate(size, 16); }

void free(void *block) {
    if (!block) {
        return;
    }
    struct header *header = header_of(block);
    uint8_t *place = (uint8_t *)block - header->distance;
    uint32_t class = header->mark & 0xff;
    if (class == LARGE) {
        size_t size = header->size;
        sceKernelMunmap(place, size);
        lock();
        sums.system -= size;
        sums.given -= size;
        unlock();
        return;
    }
    header->mark = MARK_FREED | class;
    struct free_place *freed = (struct free_place *)place;
    lock();
    /* The mark of a block at the place's start is overwritten by the link, whose low word is no mark. */
    freed->next = free_places[class];
    free_places[class] = freed;
    sums.given -= stride(class);
    unlock();
}

/* Assumed: lib.libc.runtime. */
struct statistics {
    uint16_t size, version;
    uint32_t reserved;
    size_t most_system, system, most_given, given;
};

EXPORT int malloc_stats_fast(struct statistics *statistics) {
    lock();
    statistics->most_system = sums.most_system;
    statistics->system = sums.system;
    statistics->most_given = sums.most_given;
    statistics->given = sums.given;
    unlock();
    return 0;
}

EXPORT void *calloc(size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        return NULL;
    }
    void *block = malloc(bytes);
    if (block) {
        memset(block, 0, bytes);
    }
    return block;
}

static int is_power_of_two(size_t x) { return x && !(x & (x - 1)); }

EXPORT void *memalign(size_t alignment, size_t size) {
    return is_power_of_two(alignment) && alignment <= 1 << 30 ? allocate(size, alignment < 16 ? 16 : alignment) : NULL;
}

EXPORT void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

EXPORT int posix_memalign(void **block, size_t alignment, size_t size) {
    if (!is_power_of_two(alignment) || alignment < sizeof(void *)) {
        return GUEST_EINVAL;
    }
    void *made = memalign(alignment, size);
    if (!made) {
        return GUEST_ENOMEM;
    }
    *block = made;
    return 0;
}

EXPORT void *reallocalign(void *block, size_t size, size_t alignment) {
    if (!block) {
        return memalign(alignment, size);
    }
    size_t had = room(block);
    if (size <= had && size >= had / 2 && ((uintptr_t)block & (alignment - 1)) == 0) {
        return block;
    }
    void *moved = memalign(alignment, size);
    if (moved) {
        memcpy(moved, block, size < had ? size : had);
        free(block);
    }
    return moved;
}

EXPORT void *realloc(void *block, size_t size) { return reallocalign(block, size, 16); }

EXPORT void *reallocf(void *block, size_t size) {
    void *moved = realloc(block, size);
    if (!moved) {
        free(block);
    }
    return moved;
}

/* What a tool would follow the heap by: its record's size comes first, then two words, then two tables that must exist. */
struct trace_facts {
    uint64_t size;
    uint32_t words[2];
    uint64_t *tables[2];
};

EXPORT void sceLibcHeapGetTraceInfo(struct trace_facts *facts) {
    static uint64_t tables[2][64];
    facts->words[0] = facts->words[1] = 0;
    facts->tables[0] = tables[0];
    facts->tables[1] = tables[1];
}
