/* Strings of 16-bit characters, which is what wchar_t is for the guest. */
#include "native.h"

EXPORT size_t wcslen(const guest_wchar *text) {
    size_t size = 0;
    while (text[size]) {
        size++;
    }
    return size;
}

EXPORT int wcscmp(const guest_wchar *a, const guest_wchar *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a - *b;
}

EXPORT int wcscoll(const guest_wchar *a, const guest_wchar *b) { return wcscmp(a, b); }

EXPORT int wcsncmp(const guest_wchar *a, const guest_wchar *b, size_t limit) {
    for (; limit > 0; limit--, a++, b++) {
        if (*a != *b || !*a) {
            return *a - *b;
        }
    }
    return 0;
}

EXPORT guest_wchar *wcscpy(guest_wchar *restrict to, const guest_wchar *restrict from) {
    return memcpy(to, from, (wcslen(from) + 1) * sizeof *from);
}

EXPORT guest_wchar *wcsncpy(guest_wchar *restrict to, const guest_wchar *restrict from, size_t size) {
    size_t at = 0;
    for (; at < size && from[at]; at++) {
        to[at] = from[at];
    }
    for (; at < size; at++) {
        to[at] = 0;
    }
    return to;
}

static int bounded(guest_wchar *to, size_t room, const guest_wchar *from, size_t limit) {
    if (!to || room == 0) {
        return GUEST_EINVAL;
    }
    size_t length = 0;
    while (from && length < limit && from[length]) {
        length++;
    }
    if (!from || length >= room) {
        to[0] = 0;
        return from ? GUEST_ERANGE : GUEST_EINVAL;
    }
    memcpy(to, from, length * sizeof *from);
    to[length] = 0;
    return 0;
}

EXPORT int wcscpy_s(guest_wchar *to, size_t room, const guest_wchar *from) { return bounded(to, room, from, SIZE_MAX); }

EXPORT int wcsncpy_s(guest_wchar *to, size_t room, const guest_wchar *from, size_t limit) { return bounded(to, room, from, limit); }

EXPORT guest_wchar *wcschr(const guest_wchar *text, guest_wchar c) {
    for (;; text++) {
        if (*text == c) {
            return (guest_wchar *)text;
        }
        if (!*text) {
            return NULL;
        }
    }
}

EXPORT guest_wchar *wmemchr(const guest_wchar *in, guest_wchar c, size_t count) {
    for (; count > 0; count--, in++) {
        if (*in == c) {
            return (guest_wchar *)in;
        }
    }
    return NULL;
}

EXPORT int wmemcmp(const guest_wchar *a, const guest_wchar *b, size_t count) {
    for (; count > 0; count--, a++, b++) {
        if (*a != *b) {
            return *a - *b;
        }
    }
    return 0;
}

EXPORT guest_wchar *wmemcpy(guest_wchar *restrict to, const guest_wchar *restrict from, size_t count) {
    return memcpy(to, from, count * sizeof *from);
}

EXPORT guest_wchar *wmemmove(guest_wchar *to, const guest_wchar *from, size_t count) {
    return memmove(to, from, count * sizeof *from);
}
