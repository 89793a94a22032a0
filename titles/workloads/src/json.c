/* A parser of JSON into a tree, a writer of one, and a document that is made by the same numbers everywhere. */
#include "workload.h"

enum kind { NONE, FALSE_VALUE, TRUE_VALUE, NUMBER, TEXT, LIST, OBJECT };

struct value {
    enum kind kind;
    uint32_t length; /* of a text, in bytes; of a list or object, in members */
    struct value *next;
    const char *name;
    uint32_t name_length;
    union {
        double number;
        char *text;
        struct value *first;
    };
};

static uint8_t *arena, *arena_next, *arena_end;

static void *take(size_t size) {
    size = (size + 7) & ~(size_t)7;
    needs((size_t)(arena_end - arena_next) >= size, "room for the tree");
    void *taken = arena_next;
    arena_next += size;
    return taken;
}

static const char *at;

static void skip_space(void) {
    while (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r') {
        at++;
    }
}

static double parse_number(void) {
    int is_negative = *at == '-', exponent = 0;
    at += is_negative;
    uint64_t digits = 0;
    for (; *at >= '0' && *at <= '9'; at++) {
        digits = digits * 10 + (uint64_t)(*at - '0');
    }
    if (*at == '.') {
        for (at++; *at >= '0' && *at <= '9'; at++, exponent--) {
            digits = digits * 10 + (uint64_t)(*at - '0');
        }
    }
    if (*at == 'e' || *at == 'E') {
        int sign = at[1] == '-' ? -1 : 1, written = 0;
        for (at += 1 + (at[1] == '-' || at[1] == '+'); *at >= '0' && *at <= '9'; at++) {
            written = written * 10 + (*at - '0');
        }
        exponent += sign * written;
    }
    double value = (double)digits, power = 10;
    for (int left = exponent < 0 ? -exponent : exponent; left; left >>= 1, power *= power) {
        if (left & 1) {
            value = exponent < 0 ? value / power : value * power;
        }
    }
    return is_negative ? -value : value;
}

static unsigned hex(char c) { return (unsigned)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10); }

static char *put_point(char *out, unsigned point) {
    if (point < 0x80) {
        *out++ = (char)point;
    } else if (point < 0x800) {
        *out++ = (char)(0xc0 | point >> 6);
        *out++ = (char)(0x80 | (point & 0x3f));
    } else {
        *out++ = (char)(0xe0 | point >> 12);
        *out++ = (char)(0x80 | (point >> 6 & 0x3f));
        *out++ = (char)(0x80 | (point & 0x3f));
    }
    return out;
}

static char *parse_text(uint32_t *length) {
    const char *end = ++at;
    while (*end != '"') {
        end += *end == '\\' ? 2 : 1;
    }
    char *text = take((size_t)(end - at) + 1), *out = text;
    while (at < end) {
        if (*at != '\\') {
            *out++ = *at++;
            continue;
        }
        char escaped = at[1];
        at += 2;
        if (escaped == 'u') {
            out = put_point(out, hex(at[0]) << 12 | hex(at[1]) << 8 | hex(at[2]) << 4 | hex(at[3]));
            at += 4;
        } else {
            *out++ = escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped;
        }
    }
    at++;
    *out = 0;
    *length = (uint32_t)(out - text);
    return text;
}

static struct value *parse_value(void) {
    struct value *value = take(sizeof *value);
    memset(value, 0, sizeof *value);
    skip_space();
    if (*at == '{' || *at == '[') {
        char close = *at++ == '{' ? '}' : ']';
        value->kind = close == '}' ? OBJECT : LIST;
        struct value **last = &value->first;
        for (skip_space(); *at != close; skip_space()) {
            char *name = NULL;
            uint32_t name_length = 0;
            if (close == '}') {
                name = parse_text(&name_length);
                skip_space();
                needs(*at++ == ':', "a colon behind a name");
            }
            struct value *member = parse_value();
            member->name = name;
            member->name_length = name_length;
            *last = member;
            last = &member->next;
            value->length++;
            skip_space();
            if (*at == ',') {
                at++;
            }
        }
        at++;
    } else if (*at == '"') {
        value->kind = TEXT;
        value->text = parse_text(&value->length);
    } else if (*at == 't' || *at == 'f' || *at == 'n') {
        value->kind = *at == 't' ? TRUE_VALUE : *at == 'f' ? FALSE_VALUE : NONE;
        at += *at == 'f' ? 5 : 4;
    } else {
        value->kind = NUMBER;
        value->number = parse_number();
    }
    return value;
}

static uint64_t digest(const struct value *value, uint64_t sum) {
    sum = mix(sum, value->kind);
    for (uint32_t i = 0; i < value->name_length; i++) {
        sum = mix(sum, (uint8_t)value->name[i]);
    }
    if (value->kind == NUMBER) {
        uint64_t bits;
        memcpy(&bits, &value->number, sizeof bits);
        return mix(sum, bits);
    }
    if (value->kind == TEXT) {
        for (uint32_t i = 0; i < value->length; i++) {
            sum = mix(sum, (uint8_t)value->text[i]);
        }
        return sum;
    }
    if (value->kind == LIST || value->kind == OBJECT) {
        for (const struct value *member = value->first; member; member = member->next) {
            sum = digest(member, sum);
        }
    }
    return mix(sum, value->length);
}

static char *put(char *out, const char *text) {
    while (*text) {
        *out++ = *text++;
    }
    return out;
}

static char *put_decimal(char *out, uint64_t value) {
    char digits[20];
    int count = 0;
    do {
        digits[count++] = (char)('0' + value % 10);
    } while (value /= 10);
    while (count) {
        *out++ = digits[--count];
    }
    return out;
}

static char *write_record(char *out, uint64_t *state, uint64_t number) {
    out = put(out, "{\"id\": ");
    out = put_decimal(out, number);
    out = put(out, ", \"name\": \"unit \\\"");
    for (unsigned i = 0; i < 12; i++) {
        *out++ = (char)('a' + next_random(state) % 26);
    }
    out = put(out, "\\\" \\u00e9\\u20ac\\n\", \"place\": [");
    for (unsigned i = 0; i < 6; i++) {
        out = put(out, i ? ", -" : "");
        out = put_decimal(out, next_random(state) % 100000);
        *out++ = '.';
        out = put_decimal(out, next_random(state) % 1000000);
        out = put(out, i & 1 ? "e-3" : "");
    }
    out = put(out, "], \"tags\": {\"live\": true, \"hidden\": false, \"owner\": null, \"depth\": [[1, 2], [3, [4, {}]], []]}}");
    return out;
}

uint64_t run_json(unsigned scale) {
    unsigned records = scale * 400;
    char *text = malloc((size_t)records * 400 + 16), *out = text;
    size_t room = (size_t)records * 2200 + 4096;
    arena = malloc(room);
    needs(text && arena, "memory for the document");
    uint64_t state = 362436069362436069, sum = 1;
    *out++ = '[';
    for (unsigned i = 0; i < records; i++) {
        out = write_record(put(out, i ? ",\n" : "\n"), &state, i);
    }
    out = put(out, "\n]");
    *out = 0;
    for (int round = 0; round < 4; round++) {
        at = text;
        arena_next = arena;
        arena_end = arena + room;
        sum = digest(parse_value(), sum);
    }
    needs(at == out, "the whole document is read");
    free(text);
    free(arena);
    return mix(sum, (uint64_t)(out - text));
}
