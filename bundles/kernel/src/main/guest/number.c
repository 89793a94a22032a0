/*
 * Text to floating point, correctly rounded: the decimal is held as an exact fraction of large integers and divided until the
 * mantissa and one more bit are known. Short decimals take a way that is exact in double arithmetic.
 */
#include "native.h"

int *__error(void);
EXPORT int strncasecmp(const char *a, const char *b, size_t limit);
EXPORT unsigned long strtoul(const char *text, char **end, int base);
EXPORT int isdigit(int c);
EXPORT int isalnum(int c);
EXPORT int isspace(int c);
EXPORT int isxdigit(int c);

enum { DIGITS = 800, WORDS = 288 }; /* more digits than any halfway point has; bits for 10^1124 and a shift */

struct large {
    uint32_t words[WORDS]; /* low first */
    int used;
};

static void multiply(struct large *x, uint32_t by, uint32_t add) {
    uint64_t carry = add;
    for (int i = 0; i < x->used; i++) {
        carry += (uint64_t)x->words[i] * by;
        x->words[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry) {
        x->words[x->used++] = (uint32_t)carry;
    }
}

static void times_power_of_ten(struct large *x, int n) {
    for (; n >= 9; n -= 9) {
        multiply(x, 1000000000, 0);
    }
    for (; n > 0; n--) {
        multiply(x, 10, 0);
    }
}

static int bit_length(const struct large *x) {
    return x->used ? 32 * x->used - __builtin_clz(x->words[x->used - 1]) : 0;
}

static void shift_left(struct large *x, int n) {
    int words = n >> 5, bits = n & 31;
    for (int i = x->used - 1; i >= 0; i--) {
        uint64_t both = (uint64_t)x->words[i] << bits;
        uint32_t above = i + words + 1 < x->used + words ? x->words[i + words + 1] : 0;
        x->words[i + words + 1] = above | (uint32_t)(both >> 32);
        x->words[i + words] = (uint32_t)both;
    }
    for (int i = 0; i < words; i++) {
        x->words[i] = 0;
    }
    x->used += words + (x->words[x->used + words] != 0);
}

static int compare(const struct large *a, const struct large *b) {
    if (a->used != b->used) {
        return a->used < b->used ? -1 : 1;
    }
    for (int i = a->used - 1; i >= 0; i--) {
        if (a->words[i] != b->words[i]) {
            return a->words[i] < b->words[i] ? -1 : 1;
        }
    }
    return 0;
}

static void subtract(struct large *a, const struct large *b) {
    int64_t borrow = 0;
    for (int i = 0; i < a->used; i++) {
        borrow += (int64_t)a->words[i] - (i < b->used ? b->words[i] : 0);
        a->words[i] = (uint32_t)borrow;
        borrow >>= 32;
    }
    while (a->used && !a->words[a->used - 1]) {
        a->used--;
    }
}

/* What a format can hold. */
struct format {
    int mantissa;         /* bits, the leading one included */
    int lowest, highest;  /* exponents of the smallest normal number and of the largest one */
};

static const struct format DOUBLE = {53, -1022, 1023}, FLOAT = {24, -126, 127};

static double power_of_two(int exponent) {
    uint64_t bits = (uint64_t)(exponent + 1023) << 52;
    double value;
    __builtin_memcpy(&value, &bits, 8);
    return value;
}

/*
 * top * 2^(exponent - 63), top having its highest bit set, rounded to the format; sticky says that more follows. Both formats fit
 * into a double.
 */
static double assemble(uint64_t top, int exponent, int sticky, const struct format *format) {
    int kept = exponent < format->lowest ? format->mantissa - (format->lowest - exponent) : format->mantissa;
    if (kept < 0) {
        *__error() = GUEST_ERANGE;
        return 0;
    }
    int dropped = 64 - kept;
    uint64_t mantissa = dropped == 64 ? 0 : top >> dropped;
    uint64_t half = 1ull << (dropped - 1), rest = dropped == 64 ? top : top & ((1ull << dropped) - 1);
    if (rest > half || (rest == half && (sticky || (mantissa & 1)))) {
        mantissa++;
    }
    int low = exponent - kept + 1; /* exponent of the mantissa's last bit */
    if (mantissa >> format->mantissa) {
        mantissa >>= 1;
        low++;
    }
    if (mantissa && low + format->mantissa - 1 > format->highest) {
        *__error() = GUEST_ERANGE;
        return __builtin_inf();
    }
    double value = (double)(int64_t)mantissa;
    /* The mantissa fits the result, so that every step below is exact. */
    for (; low > 900; low -= 900) {
        value *= 0x1p900;
    }
    for (; low < -900; low += 900) {
        value *= 0x1p-900;
    }
    return value * power_of_two(low);
}

/* The exact fraction over / under as a rounded number. */
static double divide(struct large *over, struct large *under, const struct format *format) {
    int exponent = bit_length(over) - bit_length(under);
    if (exponent > 0) {
        shift_left(under, exponent);
    } else if (exponent < 0) {
        shift_left(over, -exponent);
    }
    if (compare(over, under) < 0) {
        exponent--;
        multiply(over, 2, 0);
    }
    uint64_t top = 0;
    for (int i = 0; i < 64; i++) {
        top <<= 1;
        if (compare(over, under) >= 0) {
            subtract(over, under);
            top |= 1;
        }
        multiply(over, 2, 0);
    }
    return assemble(top, exponent, over->used != 0, format);
}

static int saturated_exponent(const char **at) {
    const char *p = *at;
    int negative = *p == '-', value = 0;
    p += *p == '-' || *p == '+';
    if (!isdigit((uint8_t)*p)) {
        return 0;
    }
    for (; isdigit((uint8_t)*p); p++) {
        value = value < 100000 ? value * 10 + (*p - '0') : value;
    }
    *at = p;
    return negative ? -value : value;
}

static double hexadecimal(const char **at, const struct format *format) {
    const char *p = *at;
    uint64_t top = 0;
    int exponent = 0, sticky = 0, point = 0;
    for (; isxdigit((uint8_t)*p) || (*p == '.' && !point); p++) {
        if (*p == '.') {
            point = 1;
            continue;
        }
        unsigned digit = isdigit((uint8_t)*p) ? (unsigned)(*p - '0') : (unsigned)((*p | 0x20) - 'a' + 10);
        if (top >> 60) {
            sticky |= digit != 0;
            exponent += point ? 0 : 4;
        } else {
            top = top << 4 | digit;
            exponent -= point ? 4 : 0;
        }
    }
    if ((*p | 0x20) == 'p') {
        const char *after = p + 1;
        exponent += saturated_exponent(&after);
        p = after == p + 1 ? p : after;
    }
    *at = p;
    if (!top) {
        return 0;
    }
    int zeros = __builtin_clzll(top);
    return assemble(top << zeros, exponent + 63 - zeros, sticky, format);
}

static double decimal(const char **at, const struct format *format) {
    static const double powers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
        1e18, 1e19, 1e20, 1e21, 1e22};
    const char *p = *at;
    struct large over, under;
    uint64_t leading = 0; /* the first digits, while they fit */
    int count = 0, exponent = 0, point = 0, rest = 0;
    over.used = 0;
    for (; isdigit((uint8_t)*p) || (*p == '.' && !point); p++) {
        if (*p == '.') {
            point = 1;
        } else if (count == 0 && *p == '0') {
            exponent -= point;
        } else if (count < DIGITS) {
            leading = count < 18 ? leading * 10 + (uint64_t)(*p - '0') : leading;
            if (count >= 18) {
                if (count == 18) {
                    over.words[0] = (uint32_t)leading;
                    over.words[1] = (uint32_t)(leading >> 32);
                    over.used = 2;
                }
                multiply(&over, 10, (uint32_t)(*p - '0'));
            }
            count++;
            exponent -= point;
        } else {
            rest |= *p != '0';
            exponent += !point;
        }
    }
    if ((*p | 0x20) == 'e') {
        const char *after = p + 1;
        exponent += saturated_exponent(&after);
        p = after == p + 1 ? p : after;
    }
    *at = p;
    if (count == 0) {
        return 0;
    }
    if (count <= 15 && -22 <= exponent && exponent <= 22 && format == &DOUBLE) {
        double value = (double)(int64_t)leading;
        return exponent < 0 ? value / powers[-exponent] : value * powers[exponent];
    }
    if (count + exponent > 400 || count + exponent < -400) {
        *__error() = GUEST_ERANGE;
        return count + exponent > 0 ? __builtin_inf() : 0;
    }
    if (count <= 18) {
        over.words[0] = (uint32_t)leading;
        over.words[1] = (uint32_t)(leading >> 32);
        over.used = over.words[1] ? 2 : 1;
    }
    if (rest) { /* one more digit stands for all that did not fit: it only breaks ties */
        multiply(&over, 10, 1);
        exponent--;
    }
    under.words[0] = 1;
    under.used = 1;
    times_power_of_ten(exponent < 0 ? &under : &over, exponent < 0 ? -exponent : exponent);
    return divide(&over, &under, format);
}

static double parse(const char *text, char **end, const struct format *format) {
    const char *at = text;
    while (isspace((uint8_t)*at)) {
        at++;
    }
    int negative = *at == '-';
    at += *at == '-' || *at == '+';
    const char *start = at;
    double value = 0;
    if (strncasecmp(at, "inf", 3) == 0) {
        at += strncasecmp(at, "infinity", 8) == 0 ? 8 : 3;
        value = __builtin_inf();
    } else if (strncasecmp(at, "nan", 3) == 0) {
        at += 3;
        const char *tag = at + 1;
        while (isalnum((uint8_t)*tag) || *tag == '_') {
            tag++;
        }
        at = *at == '(' && *tag == ')' ? tag + 1 : at;
        value = __builtin_nan("");
    } else if (at[0] == '0' && (at[1] | 0x20) == 'x' && (isxdigit((uint8_t)at[2]) || (at[2] == '.' && isxdigit((uint8_t)at[3])))) {
        at += 2;
        value = hexadecimal(&at, format);
    } else if (isdigit((uint8_t)at[0]) || (at[0] == '.' && isdigit((uint8_t)at[1]))) {
        value = decimal(&at, format);
    }
    if (end) {
        *end = (char *)(at == start ? text : at);
    }
    return negative && at != start ? -value : value;
}

EXPORT double strtod(const char *text, char **end) { return parse(text, end, &DOUBLE); }
EXPORT float strtof(const char *text, char **end) { return (float)parse(text, end, &FLOAT); }
EXPORT double atof(const char *text) { return parse(text, NULL, &DOUBLE); }
EXPORT unsigned long _Stoul(const char *text, char **end, int base) { return strtoul(text, end, base); }
