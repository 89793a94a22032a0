/*
 * Texts of bytes and texts of 16-bit characters: UTF-8 and the plane that 16 bits hold; what is beyond is an illegal sequence. And the tables
 * of character classes, as the library of this origin lays them out. Assumed: lib.libc.runtime.
 */
#include "native.h"

int *__error(void);

enum { EILSEQ = 86 };
static const size_t ILLEGAL = (size_t)-1, INCOMPLETE = (size_t)-2;

/* In the title's mbstate_t: what was read of a character, and how many bytes it lacks. */
struct state {
    uint32_t point;
    uint16_t missing, length;
};
static struct state own_state;

static size_t illegal(struct state *state) {
    *state = (struct state){0};
    *__error() = EILSEQ;
    return ILLEGAL;
}

/* Takes one byte; 0 if more are missing, 1 if the character is whole, -1 if it is none. */
static int take(struct state *state, uint8_t byte) {
    if (state->missing == 0) {
        if (byte < 0x80) {
            *state = (struct state){byte, 0, 1};
            return 1;
        }
        state->length = byte >= 0xe0 ? 3 : 2;
        if (byte < 0xc2 || byte >= 0xf0) {
            return -1;
        }
        state->point = byte & (state->length == 2 ? 0x1f : 0x0f);
        state->missing = state->length - 1;
        return 0;
    }
    if ((byte & 0xc0) != 0x80) {
        return -1;
    }
    state->point = state->point << 6 | (byte & 0x3f);
    if (--state->missing > 0) {
        return 0;
    }
    int is_short = state->length == 3 && state->point < 0x800, is_surrogate = (state->point & 0xf800) == 0xd800;
    return is_short || is_surrogate ? -1 : 1;
}

EXPORT size_t mbrtowc(guest_wchar *out, const char *text, size_t size, struct state *state) {
    state = state ? state : &own_state;
    if (!text) {
        if (state->missing) {
            return illegal(state);
        }
        return 0;
    }
    for (size_t i = 0; i < size; i++) {
        int taken = take(state, (uint8_t)text[i]);
        if (taken < 0) {
            return illegal(state);
        }
        if (taken > 0) {
            guest_wchar c = (guest_wchar)state->point;
            *state = (struct state){0};
            if (out) {
                *out = c;
            }
            return c ? i + 1 : 0;
        }
    }
    return INCOMPLETE;
}

EXPORT size_t wcrtomb(char *out, guest_wchar c, struct state *state) {
    (void)state;
    if (!out) {
        return 1;
    }
    if ((c & 0xf800) == 0xd800) {
        *__error() = EILSEQ;
        return ILLEGAL;
    }
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = (char)(0xc0 | c >> 6);
        out[1] = (char)(0x80 | (c & 0x3f));
        return 2;
    }
    out[0] = (char)(0xe0 | c >> 12);
    out[1] = (char)(0x80 | (c >> 6 & 0x3f));
    out[2] = (char)(0x80 | (c & 0x3f));
    return 3;
}

EXPORT size_t mbstowcs(guest_wchar *out, const char *text, size_t room) {
    struct state state = {0};
    size_t count = 0;
    for (; !out || count < room; count++) {
        guest_wchar c;
        size_t taken = mbrtowc(&c, text, 4, &state);
        if (taken == ILLEGAL || taken == INCOMPLETE) {
            return ILLEGAL;
        }
        if (out) {
            out[count] = c;
        }
        if (taken == 0) {
            break;
        }
        text += taken;
    }
    return count;
}

EXPORT size_t wcstombs(char *out, const guest_wchar *text, size_t room) {
    size_t count = 0;
    for (;; text++) {
        char bytes[4];
        size_t length = wcrtomb(bytes, *text, NULL);
        if (length == ILLEGAL) {
            return ILLEGAL;
        }
        if (out && count + length > room) {
            return count;
        }
        if (out) {
            memcpy(out + count, bytes, length);
        }
        if (!*text) {
            return count;
        }
        count += length;
    }
}

EXPORT int mbsinit(const struct state *state) { return !state || !state->missing; }

EXPORT size_t mbrlen(const char *text, size_t size, struct state *state) {
    static struct state own;
    return mbrtowc(NULL, text, size, state ? state : &own);
}

/* UTF-8 has no states of shift: what is told of a null text is 0. */
EXPORT int mbtowc(guest_wchar *out, const char *text, size_t size) {
    struct state state = {0};
    size_t taken = text ? mbrtowc(out, text, size, &state) : 0;
    return taken == INCOMPLETE ? -1 : (int)taken;
}

EXPORT int mblen(const char *text, size_t size) { return mbtowc(NULL, text, size); }

EXPORT int wctomb(char *out, guest_wchar c) { return out ? (int)wcrtomb(out, c, NULL) : 0; }

EXPORT int wctob(unsigned c) { return c < 0x80 ? (int)c : -1; }

/* ---- tables of classes: entry -1 is the end of a file */

enum { DIGIT_HEX = 0x01, UPPER = 0x02, SPACE = 0x04, PUNCTUATION = 0x08, LOWER = 0x10, DIGIT = 0x20, MOTION = 0x40, CONTROL = 0x80 };
enum { ENTRIES = 257 };
static int16_t classes[ENTRIES], lower[ENTRIES], upper[ENTRIES];

static int16_t class_of(int c) {
    if (c >= '0' && c <= '9') {
        return DIGIT | DIGIT_HEX;
    }
    if (c >= 'A' && c <= 'Z') {
        return UPPER | (c <= 'F' ? DIGIT_HEX : 0);
    }
    if (c >= 'a' && c <= 'z') {
        return LOWER | (c <= 'f' ? DIGIT_HEX : 0);
    }
    if (c >= '\t' && c <= '\r') {
        return MOTION;
    }
    return c == ' ' ? SPACE : c > ' ' && c < 0x7f ? PUNCTUATION : c < ' ' || c == 0x7f ? CONTROL : 0;
}

/* Every writer writes the same. */
static void fill(void) {
    for (int c = -1; c < ENTRIES - 1; c++) {
        classes[c + 1] = c < 0 || c > 0x7f ? 0 : class_of(c);
        lower[c + 1] = (int16_t)(c >= 'A' && c <= 'Z' ? c + 0x20 : c);
        upper[c + 1] = (int16_t)(c >= 'a' && c <= 'z' ? c - 0x20 : c);
    }
}

EXPORT const int16_t *_Getpctype(void) {
    fill();
    return classes + 1;
}

EXPORT const int16_t *_Getptolower(void) {
    fill();
    return lower + 1;
}

EXPORT const int16_t *_Getptoupper(void) {
    fill();
    return upper + 1;
}

/* The only locale, C. Documented: ISO C17, section 7.11.2; the fields' order assumed: lib.libc.runtime. */
struct locale_facts {
    const char *decimal_point, *thousands_separator, *grouping, *international_currency, *currency, *money_decimal_point,
        *money_thousands_separator, *money_grouping, *positive_sign, *negative_sign;
    char unavailable[14];
};

EXPORT const struct locale_facts *localeconv(void) {
    static const struct locale_facts facts = {".", "", "", "", "", "", "", "", "", "",
        {127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127}};
    return &facts;
}
