/* Characters, whole numbers, sorting and searching. */
#include "native.h"

int *__error(void); /* where the calling thread keeps errno */

EXPORT int isdigit(int c) { return (unsigned)c - '0' < 10; }
EXPORT int islower(int c) { return (unsigned)c - 'a' < 26; }
EXPORT int isupper(int c) { return (unsigned)c - 'A' < 26; }
EXPORT int isalpha(int c) { return islower(c | 0x20); }
EXPORT int isalnum(int c) { return isalpha(c) || isdigit(c); }
EXPORT int isspace(int c) { return c == ' ' || (unsigned)c - '\t' < 5; }
EXPORT int isxdigit(int c) { return isdigit(c) || (unsigned)(c | 0x20) - 'a' < 6; }
EXPORT int isblank(int c) { return c == ' ' || c == '\t'; }
EXPORT int isgraph(int c) { return (unsigned)c - '!' < 94; }
EXPORT int isprint(int c) { return (unsigned)c - ' ' < 95; }
EXPORT int iscntrl(int c) { return (unsigned)c < ' ' || c == 0x7f; }
EXPORT int ispunct(int c) { return (unsigned)c - '!' < 94 && !isalnum(c); }
int tolower(int c) { return isupper(c) ? c | 0x20 : c; }
EXPORT int toupper(int c) { return islower(c) ? c & ~0x20 : c; }

EXPORT int abs(int x) { return x < 0 ? -x : x; }
EXPORT long labs(long x) { return x < 0 ? -x : x; }
EXPORT long long llabs(long long x) { return x < 0 ? -x : x; }

struct quotient {
    int quotient, remainder;
};

struct long_quotient {
    long quotient, remainder;
};

EXPORT struct quotient div(int a, int b) { return (struct quotient){a / b, a % b}; }
EXPORT struct long_quotient ldiv(long a, long b) { return (struct long_quotient){a / b, a % b}; }
EXPORT struct long_quotient lldiv(long a, long b) { return ldiv(a, b); }

static int digit(int c) {
    int value = isdigit(c) ? c - '0' : isalpha(c) ? (c | 0x20) - 'a' + 10 : 36;
    return value;
}

/* The C library's parser of whole numbers: the magnitude, saturated at limit for either sign. */
static uint64_t parse(const char *text, char **end, int base, uint64_t positive_limit, uint64_t negative_limit, int *saturated,
    int *negative) {
    const char *at = text;
    while (isspace((uint8_t)*at)) {
        at++;
    }
    *negative = *at == '-';
    at += *at == '-' || *at == '+';
    if ((base == 0 || base == 16) && at[0] == '0' && (at[1] | 0x20) == 'x' && digit((uint8_t)at[2]) < 16) {
        at += 2;
        base = 16;
    } else if (base == 0) {
        base = at[0] == '0' ? 8 : 10;
    }
    uint64_t limit = *negative ? negative_limit : positive_limit, value = 0;
    const char *digits = at;
    *saturated = 0;
    for (int d; (d = digit((uint8_t)*at)) < base; at++) {
        *saturated |= value > (limit - (uint64_t)d) / (uint64_t)base;
        value = value * (uint64_t)base + (uint64_t)d;
    }
    if (end) {
        *end = (char *)(at == digits ? text : at);
    }
    if (*saturated) {
        *__error() = GUEST_ERANGE;
        return limit;
    }
    return value;
}

EXPORT long long strtoll(const char *text, char **end, int base) {
    int saturated, negative;
    uint64_t value = parse(text, end, base, INT64_MAX, (uint64_t)INT64_MAX + 1, &saturated, &negative);
    return (long long)(negative ? 0 - value : value);
}

EXPORT unsigned long long strtoull(const char *text, char **end, int base) {
    int saturated, negative;
    uint64_t value = parse(text, end, base, UINT64_MAX, UINT64_MAX, &saturated, &negative);
    return negative && !saturated ? 0 - value : value;
}

EXPORT long strtol(const char *text, char **end, int base) { return strtoll(text, end, base); }
EXPORT unsigned long strtoul(const char *text, char **end, int base) { return strtoull(text, end, base); }
EXPORT long strtoimax(const char *text, char **end, int base) { return strtoll(text, end, base); }
EXPORT unsigned long strtoumax(const char *text, char **end, int base) { return strtoull(text, end, base); }
EXPORT long atoll(const char *text) { return strtoll(text, NULL, 10); }
EXPORT int atoi(const char *text) { return (int)strtoll(text, NULL, 10); }
EXPORT long atol(const char *text) { return strtoll(text, NULL, 10); }

/* Any sequence will do; this is the C standard's example generator with its high half taken. */
static uint32_t next_random(uint32_t *state) {
    *state = *state * 1103515245u + 12345u;
    uint32_t high = *state >> 16 & 0x7fff;
    *state = *state * 1103515245u + 12345u;
    return high << 16 | (*state >> 15 & 0xffff);
}

static uint32_t seed = 1;

EXPORT int rand_r(unsigned *state) { return (int)next_random(state); }
EXPORT int rand(void) { return (int)next_random(&seed); }
EXPORT void srand(unsigned value) { seed = value; }

/* POSIX defines this one: 48 bits, a = 0x5DEECE66D, c = 11, the seed in the high 32 bits. */
static uint64_t seed_48 = 0x1234abcd330e;

EXPORT void srand48(long value) { seed_48 = ((uint64_t)value << 16 & 0xffffffff0000) | 0x330e; }

EXPORT long lrand48(void) {
    seed_48 = (seed_48 * 0x5deece66d + 11) & 0xffffffffffff;
    return (long)(seed_48 >> 17);
}

EXPORT void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    const uint8_t *low = base;
    while (count > 0) {
        const uint8_t *middle = low + count / 2 * size;
        int order = compare(key, middle);
        if (order == 0) {
            return (void *)middle;
        }
        if (order > 0) {
            low = middle + size;
            count = (count - 1) / 2;
        } else {
            count /= 2;
        }
    }
    return NULL;
}

static void swap(uint8_t *a, uint8_t *b, size_t size) {
    for (; size >= 8; size -= 8, a += 8, b += 8) {
        uint64_t x, y;
        __builtin_memcpy(&x, a, 8);
        __builtin_memcpy(&y, b, 8);
        __builtin_memcpy(a, &y, 8);
        __builtin_memcpy(b, &x, 8);
    }
    for (; size > 0; size--, a++, b++) {
        uint8_t x = *a;
        *a = *b;
        *b = x;
    }
}

struct order {
    size_t size;
    int (*compare)(const void *, const void *);
};

static void sink(uint8_t *base, size_t from, size_t count, const struct order *order) {
    size_t size = order->size;
    for (size_t child; (child = 2 * from + 1) < count; from = child) {
        if (child + 1 < count && order->compare(base + child * size, base + (child + 1) * size) < 0) {
            child++;
        }
        if (order->compare(base + from * size, base + child * size) >= 0) {
            return;
        }
        swap(base + from * size, base + child * size, size);
    }
}

static void heap_sort(uint8_t *base, size_t count, const struct order *order) {
    for (size_t i = count / 2; i > 0; i--) {
        sink(base, i - 1, count, order);
    }
    for (size_t i = count - 1; i > 0; i--) {
        swap(base, base + i * order->size, order->size);
        sink(base, 0, i, order);
    }
}

/* Quick sort about the middle element, heap sort where the halves stay uneven, insertion for the short rest. */
static void sort(uint8_t *base, size_t count, int depth, const struct order *order) {
    size_t size = order->size;
    while (count > 12) {
        if (depth-- == 0) {
            heap_sort(base, count, order);
            return;
        }
        swap(base, base + count / 2 * size, size);
        size_t low = 0, high = count;
        for (;;) {
            do {
                low++;
            } while (low < count && order->compare(base + low * size, base) < 0);
            do {
                high--;
            } while (order->compare(base + high * size, base) > 0);
            if (low >= high) {
                break;
            }
            swap(base + low * size, base + high * size, size);
        }
        swap(base, base + high * size, size);
        size_t above = count - high - 1;
        if (high < above) {
            sort(base, high, depth, order);
            base += (high + 1) * size;
            count = above;
        } else {
            sort(base + (high + 1) * size, above, depth, order);
            count = high;
        }
    }
    for (size_t i = 1; i < count; i++) {
        for (size_t j = i; j > 0 && order->compare(base + (j - 1) * size, base + j * size) > 0; j--) {
            swap(base + (j - 1) * size, base + j * size, size);
        }
    }
}

EXPORT void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    struct order order = {size, compare};
    if (count > 1 && size > 0) {
        sort(base, count, 2 * (64 - __builtin_clzll(count)), &order);
    }
}
