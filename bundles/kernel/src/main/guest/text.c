/* Strings of bytes. Letters are those of ASCII: the guest runs in the C locale. */
#include "native.h"

typedef uint8_t aligned_vector __attribute__((vector_size(16), may_alias));

/* Reads whole aligned blocks, which never cross into a page that the string does not touch. */
size_t strlen(const char *text) {
    uintptr_t start = (uintptr_t)text, at = start & ~(uintptr_t)15;
    uint32_t zeros = (uint32_t)__builtin_ia32_pmovmskb128((__attribute__((vector_size(16))) char)(*(const aligned_vector *)at == 0));
    zeros >>= start - at;
    if (zeros) {
        return (size_t)__builtin_ctz(zeros);
    }
    do {
        at += 16;
        zeros = (uint32_t)__builtin_ia32_pmovmskb128((__attribute__((vector_size(16))) char)(*(const aligned_vector *)at == 0));
    } while (!zeros);
    return at + (size_t)__builtin_ctz(zeros) - start;
}

size_t strnlen(const char *text, size_t limit) {
    size_t size = 0;
    while (size < limit && text[size]) {
        size++;
    }
    return size;
}

EXPORT int strcmp(const char *a, const char *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return (uint8_t)*a - (uint8_t)*b;
}

int strncmp(const char *a, const char *b, size_t limit) {
    for (; limit > 0; limit--, a++, b++) {
        if (*a != *b || !*a) {
            return (uint8_t)*a - (uint8_t)*b;
        }
    }
    return 0;
}

EXPORT int strcoll(const char *a, const char *b) { return strcmp(a, b); }

EXPORT size_t strxfrm(char *to, const char *from, size_t room) {
    size_t size = strlen(from);
    if (size < room) {
        memcpy(to, from, size + 1);
    }
    return size;
}

EXPORT int strncasecmp(const char *a, const char *b, size_t limit) {
    for (; limit > 0; limit--, a++, b++) {
        int difference = tolower((uint8_t)*a) - tolower((uint8_t)*b);
        if (difference || !*a) {
            return difference;
        }
    }
    return 0;
}

EXPORT int strcasecmp(const char *a, const char *b) { return strncasecmp(a, b, SIZE_MAX); }

EXPORT char *strcpy(char *restrict to, const char *restrict from) { return memcpy(to, from, strlen(from) + 1); }

EXPORT char *strncpy(char *restrict to, const char *restrict from, size_t size) {
    size_t length = strnlen(from, size);
    memcpy(to, from, length);
    memset(to + length, 0, size - length);
    return to;
}

EXPORT char *strcat(char *restrict to, const char *restrict from) {
    memcpy(to + strlen(to), from, strlen(from) + 1);
    return to;
}

EXPORT char *strncat(char *restrict to, const char *restrict from, size_t limit) {
    size_t at = strlen(to), length = strnlen(from, limit);
    memcpy(to + at, from, length);
    to[at + length] = 0;
    return to;
}

EXPORT size_t strlcpy(char *restrict to, const char *restrict from, size_t room) {
    size_t length = strlen(from);
    if (room > 0) {
        size_t copied = length < room ? length : room - 1;
        memcpy(to, from, copied);
        to[copied] = 0;
    }
    return length;
}

EXPORT size_t strlcat(char *restrict to, const char *restrict from, size_t room) {
    size_t at = strnlen(to, room);
    return at == room ? room + strlen(from) : at + strlcpy(to + at, from, room - at);
}

static int bounded(char *to, size_t at, size_t room, const char *from, size_t limit) {
    if (!to || room == 0) {
        return GUEST_EINVAL;
    }
    size_t length = from ? strnlen(from, limit) : 0;
    if (!from || at >= room || length >= room - at) {
        to[0] = 0;
        return from ? GUEST_ERANGE : GUEST_EINVAL;
    }
    memcpy(to + at, from, length);
    to[at + length] = 0;
    return 0;
}

EXPORT int strcpy_s(char *to, size_t room, const char *from) { return bounded(to, 0, room, from, SIZE_MAX); }

EXPORT int strncpy_s(char *to, size_t room, const char *from, size_t limit) { return bounded(to, 0, room, from, limit); }

EXPORT int strcat_s(char *to, size_t room, const char *from) {
    return bounded(to, to ? strnlen(to, room) : 0, room, from, SIZE_MAX);
}

EXPORT int strncat_s(char *to, size_t room, const char *from, size_t limit) {
    return bounded(to, to ? strnlen(to, room) : 0, room, from, limit);
}

EXPORT char *strchr(const char *text, int c) {
    for (;; text++) {
        if (*text == (char)c) {
            return (char *)text;
        }
        if (!*text) {
            return NULL;
        }
    }
}

EXPORT char *strrchr(const char *text, int c) {
    const char *last = NULL;
    for (;; text++) {
        if (*text == (char)c) {
            last = text;
        }
        if (!*text) {
            return (char *)last;
        }
    }
}

EXPORT char *strstr(const char *text, const char *part) {
    size_t length = strlen(part);
    for (; strncmp(text, part, length) != 0; text++) {
        if (!*text) {
            return NULL;
        }
    }
    return (char *)text;
}

/* Length of the start of a text whose characters are (or are not) among the given ones. */
static size_t span(const char *text, const char *among, int wanted) {
    uint8_t member[256] = {0};
    for (; *among; among++) {
        member[(uint8_t)*among] = 1;
    }
    size_t length = 0;
    while (text[length] && member[(uint8_t)text[length]] == wanted) {
        length++;
    }
    return length;
}

EXPORT size_t strspn(const char *text, const char *among) { return span(text, among, 1); }

EXPORT size_t strcspn(const char *text, const char *among) { return span(text, among, 0); }

EXPORT char *strpbrk(const char *text, const char *among) {
    text += span(text, among, 0);
    return *text ? (char *)text : NULL;
}

EXPORT char *strtok_r(char *text, const char *separators, char **rest) {
    char *start = text ? text : *rest;
    start += span(start, separators, 1);
    char *end = start + span(start, separators, 0);
    *rest = *end ? end + 1 : end;
    *end = 0;
    return *start ? start : NULL;
}

EXPORT char *strtok(char *text, const char *separators) {
    static char *rest;
    return strtok_r(text, separators, &rest);
}

EXPORT char *strdup(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}
