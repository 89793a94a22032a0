/* Numbers in texts of 16-bit characters, and the classes of these characters: beyond ASCII there are none in the C locale. */
#include "native.h"

EXPORT double strtod(const char *text, char **end);
EXPORT float strtof(const char *text, char **end);
EXPORT long long strtoll(const char *text, char **end, int base);
EXPORT unsigned long long strtoull(const char *text, char **end, int base);

/* The start of a wide text that is ASCII, as bytes: no other character is part of a number. */
struct start {
    const guest_wchar *from;
    char *text;
    char small[128];
};

static const char *take_start(struct start *start, const guest_wchar *from) {
    size_t size = 0;
    while (from[size] && from[size] < 0x80) {
        size++;
    }
    start->from = from;
    start->text = size < sizeof start->small ? start->small : malloc(size + 1);
    if (!start->text) {
        return "";
    }
    for (size_t i = 0; i < size; i++) {
        start->text[i] = (char)from[i];
    }
    start->text[size] = 0;
    return start->text;
}

static void leave(struct start *start, const char *stop, guest_wchar **end) {
    if (end) {
        *end = (guest_wchar *)start->from + (start->text ? stop - start->text : 0);
    }
    if (start->text != start->small) {
        free(start->text);
    }
}

EXPORT long long wcstoll(const guest_wchar *text, guest_wchar **end, int base) {
    struct start start;
    char *stop;
    long long value = strtoll(take_start(&start, text), &stop, base);
    leave(&start, stop, end);
    return value;
}

EXPORT unsigned long long wcstoull(const guest_wchar *text, guest_wchar **end, int base) {
    struct start start;
    char *stop;
    unsigned long long value = strtoull(take_start(&start, text), &stop, base);
    leave(&start, stop, end);
    return value;
}

EXPORT double wcstod(const guest_wchar *text, guest_wchar **end) {
    struct start start;
    char *stop;
    double value = strtod(take_start(&start, text), &stop);
    leave(&start, stop, end);
    return value;
}

EXPORT float wcstof(const guest_wchar *text, guest_wchar **end) {
    struct start start;
    char *stop;
    float value = strtof(take_start(&start, text), &stop);
    leave(&start, stop, end);
    return value;
}

EXPORT long wcstol(const guest_wchar *text, guest_wchar **end, int base) { return wcstoll(text, end, base); }
EXPORT unsigned long wcstoul(const guest_wchar *text, guest_wchar **end, int base) { return wcstoull(text, end, base); }

int isalnum(int c);
int isalpha(int c);
int isblank(int c);
int iscntrl(int c);
int isdigit(int c);
int isgraph(int c);
int islower(int c);
int isprint(int c);
int ispunct(int c);
int isspace(int c);
int isupper(int c);
int isxdigit(int c);
int toupper(int c);

EXPORT int iswalnum(unsigned c) { return c < 0x80 && isalnum((int)c); }
EXPORT int iswalpha(unsigned c) { return c < 0x80 && isalpha((int)c); }
EXPORT int iswblank(unsigned c) { return c < 0x80 && isblank((int)c); }
EXPORT int iswcntrl(unsigned c) { return c < 0x80 && iscntrl((int)c); }
EXPORT int iswdigit(unsigned c) { return c < 0x80 && isdigit((int)c); }
EXPORT int iswgraph(unsigned c) { return c < 0x80 && isgraph((int)c); }
EXPORT int iswlower(unsigned c) { return c < 0x80 && islower((int)c); }
EXPORT int iswprint(unsigned c) { return c < 0x80 && isprint((int)c); }
EXPORT int iswpunct(unsigned c) { return c < 0x80 && ispunct((int)c); }
EXPORT int iswspace(unsigned c) { return c < 0x80 && isspace((int)c); }
EXPORT int iswupper(unsigned c) { return c < 0x80 && isupper((int)c); }
EXPORT int iswxdigit(unsigned c) { return c < 0x80 && isxdigit((int)c); }
EXPORT unsigned towlower(unsigned c) { return c < 0x80 ? (unsigned)tolower((int)c) : c; }
EXPORT unsigned towupper(unsigned c) { return c < 0x80 ? (unsigned)toupper((int)c) : c; }
