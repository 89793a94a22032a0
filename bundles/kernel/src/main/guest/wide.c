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

EXPORT guest_wchar *wmemset(guest_wchar *to, guest_wchar c, size_t count) {
    for (size_t i = 0; i < count; i++) {
        to[i] = c;
    }
    return to;
}

EXPORT guest_wchar *wcscat(guest_wchar *restrict to, const guest_wchar *restrict from) {
    wcscpy(to + wcslen(to), from);
    return to;
}

EXPORT guest_wchar *wcsncat(guest_wchar *restrict to, const guest_wchar *restrict from, size_t limit) {
    guest_wchar *at = to + wcslen(to);
    for (; limit > 0 && *from; limit--) {
        *at++ = *from++;
    }
    *at = 0;
    return to;
}

EXPORT guest_wchar *wcsrchr(const guest_wchar *text, guest_wchar c) {
    for (size_t at = wcslen(text) + 1; at > 0; at--) {
        if (text[at - 1] == c) {
            return (guest_wchar *)text + at - 1;
        }
    }
    return NULL;
}

EXPORT guest_wchar *wcsstr(const guest_wchar *text, const guest_wchar *part) {
    size_t length = wcslen(part);
    for (; wcsncmp(text, part, length) != 0; text++) {
        if (!*text) {
            return NULL;
        }
    }
    return (guest_wchar *)text;
}

/* Length of the start of a text whose characters are (or are not) among the given ones. */
static size_t span(const guest_wchar *text, const guest_wchar *among, int wanted) {
    size_t length = 0;
    while (text[length] && (wcschr(among, text[length]) != NULL) == wanted) {
        length++;
    }
    return length;
}

EXPORT size_t wcsspn(const guest_wchar *text, const guest_wchar *among) { return span(text, among, 1); }

EXPORT size_t wcscspn(const guest_wchar *text, const guest_wchar *among) { return span(text, among, 0); }

EXPORT guest_wchar *wcspbrk(const guest_wchar *text, const guest_wchar *among) {
    text += span(text, among, 0);
    return *text ? (guest_wchar *)text : NULL;
}

EXPORT guest_wchar *wcstok(guest_wchar *text, const guest_wchar *separators, guest_wchar **rest) {
    guest_wchar *start = text ? text : *rest;
    start += span(start, separators, 1);
    guest_wchar *end = start + span(start, separators, 0);
    *rest = *end ? end + 1 : end;
    *end = 0;
    return *start ? start : NULL;
}
