/* Copying, filling, comparing and searching memory. */
#include "native.h"

typedef uint64_t word __attribute__((aligned(1), may_alias));
typedef uint32_t half __attribute__((aligned(1), may_alias));
typedef uint16_t quarter __attribute__((aligned(1), may_alias));
typedef uint8_t vector __attribute__((vector_size(32), aligned(1), may_alias));
typedef uint8_t small_vector __attribute__((vector_size(16), aligned(1), may_alias));

/* From here on the processor's own string copy is faster than our loop. */
enum { LONG_COPY = 2048 };

/* Everything is loaded before anything is stored, so overlap does no harm. */
static inline void copy_up_to_64(uint8_t *to, const uint8_t *from, size_t size) {
    if (size >= 32) {
        vector a = *(const vector *)from, b = *(const vector *)(from + size - 32);
        *(vector *)to = a;
        *(vector *)(to + size - 32) = b;
    } else if (size >= 16) {
        small_vector a = *(const small_vector *)from, b = *(const small_vector *)(from + size - 16);
        *(small_vector *)to = a;
        *(small_vector *)(to + size - 16) = b;
    } else if (size >= 8) {
        uint64_t a = *(const word *)from, b = *(const word *)(from + size - 8);
        *(word *)to = a;
        *(word *)(to + size - 8) = b;
    } else if (size >= 4) {
        uint32_t a = *(const half *)from, b = *(const half *)(from + size - 4);
        *(half *)to = a;
        *(half *)(to + size - 4) = b;
    } else if (size >= 2) {
        uint16_t a = *(const quarter *)from, b = *(const quarter *)(from + size - 2);
        *(quarter *)to = a;
        *(quarter *)(to + size - 2) = b;
    } else if (size == 1) {
        *to = *from;
    }
}

void *memcpy(void *restrict to, const void *restrict from, size_t size) { return memmove(to, from, size); }

void *memmove(void *to, const void *from, size_t size) {
    uint8_t *t = to;
    const uint8_t *f = from;
    if (size <= 64) {
        copy_up_to_64(t, f, size);
        return to;
    }
    if ((uintptr_t)t - (uintptr_t)f >= size) { /* the target does not start inside the source: upwards */
        if (size >= LONG_COPY) {
            void *d = t;
            const void *s = f;
            __asm__ volatile("rep movsb" : "+D"(d), "+S"(s), "+c"(size) : : "memory");
            return to;
        }
        vector last = *(const vector *)(f + size - 32);
        size_t at = 0;
        for (; at + 32 < size; at += 32) {
            *(vector *)(t + at) = *(const vector *)(f + at);
        }
        *(vector *)(t + size - 32) = last;
    } else {
        vector first = *(const vector *)f;
        size_t at = size;
        for (; at > 32; at -= 32) {
            *(vector *)(t + at - 32) = *(const vector *)(f + at - 32);
        }
        *(vector *)t = first;
    }
    return to;
}

void *memset(void *to, int value, size_t size) {
    uint8_t *t = to;
    if (size >= LONG_COPY) {
        void *d = t;
        __asm__ volatile("rep stosb" : "+D"(d), "+c"(size) : "a"(value) : "memory");
    } else if (size >= 32) {
        vector filled = (vector){0} + (uint8_t)value;
        for (size_t at = 0; at + 32 < size; at += 32) {
            *(vector *)(t + at) = filled;
        }
        *(vector *)(t + size - 32) = filled;
    } else {
        for (size_t at = 0; at < size; at++) {
            t[at] = (uint8_t)value;
        }
    }
    return to;
}

EXPORT int memcmp(const void *a, const void *b, size_t size) {
    const uint8_t *x = a, *y = b;
    while (size >= 8 && *(const word *)x == *(const word *)y) {
        x += 8;
        y += 8;
        size -= 8;
    }
    for (; size > 0; size--, x++, y++) {
        if (*x != *y) {
            return *x - *y;
        }
    }
    return 0;
}

EXPORT int bcmp(const void *a, const void *b, size_t size) { return memcmp(a, b, size); }

EXPORT void bzero(void *to, size_t size) { memset(to, 0, size); }

EXPORT void *memchr(const void *in, int value, size_t size) {
    const uint8_t *at = in;
    for (; size > 0; size--, at++) {
        if (*at == (uint8_t)value) {
            return (void *)at;
        }
    }
    return NULL;
}

/* The bounded forms clear the target when they refuse, as the C standard's annex K says. */

EXPORT int memcpy_s(void *to, size_t room, const void *from, size_t size) {
    if (!to) {
        return GUEST_EINVAL;
    }
    if (!from || size > room) {
        memset(to, 0, room);
        return from ? GUEST_ERANGE : GUEST_EINVAL;
    }
    memmove(to, from, size);
    return 0;
}

EXPORT int memmove_s(void *to, size_t room, const void *from, size_t size) { return memcpy_s(to, room, from, size); }

EXPORT int memset_s(void *to, size_t room, int value, size_t size) {
    if (!to) {
        return GUEST_EINVAL;
    }
    memset(to, value, size < room ? size : room);
    return size > room ? GUEST_ERANGE : 0;
}
