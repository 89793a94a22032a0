/*
 * A compressor of the Lempel-Ziv kind over a window of 64 KiB with hash chains, and its inverse. A token: one byte with the number of
 * literals in its high half and the match's length less four in its low half, 15 going on in further bytes; literals; distance u16.
 */
#include "workload.h"

enum { WINDOW = 65536, HASH_BITS = 15, LEAST = 4, TRIES = 32, ALPHABET = 64 };

static uint32_t word_at(const uint8_t *p) {
    uint32_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

static uint32_t hash_of(const uint8_t *p) { return word_at(p) * 2654435761u >> (32 - HASH_BITS); }

static uint8_t *put_rest(uint8_t *out, size_t rest) {
    for (; rest >= 255; rest -= 255) {
        *out++ = 255;
    }
    *out++ = (uint8_t)rest;
    return out;
}

static uint8_t *put_token(uint8_t *out, const uint8_t *literals, size_t count, size_t length, size_t distance) {
    size_t extra = length ? length - LEAST : 0;
    *out++ = (uint8_t)((count < 15 ? count : 15) << 4 | (extra < 15 ? extra : 15));
    if (count >= 15) {
        out = put_rest(out, count - 15);
    }
    memcpy(out, literals, count);
    out += count;
    *out++ = (uint8_t)distance;
    *out++ = (uint8_t)(distance >> 8);
    return extra >= 15 ? put_rest(out, extra - 15) : out;
}

static size_t match_length(const uint8_t *a, const uint8_t *b, const uint8_t *end) {
    const uint8_t *start = b;
    while (b < end && *a == *b) {
        a++;
        b++;
    }
    return (size_t)(b - start);
}

static size_t compress(const uint8_t *in, size_t size, uint8_t *out) {
    int32_t *heads = malloc((sizeof *heads) << HASH_BITS), *chain = malloc(WINDOW * sizeof *chain);
    needs(heads && chain, "memory for the chains");
    memset(heads, 0xff, (sizeof *heads) << HASH_BITS);
    uint8_t *start = out;
    size_t literals = 0, at = 0;
    while (at + LEAST < size) {
        uint32_t hash = hash_of(in + at);
        size_t best = 0, distance = 0;
        int32_t candidate = heads[hash];
        for (int tries = TRIES; candidate >= 0 && at - (size_t)candidate < WINDOW && tries > 0; tries--) {
            size_t length = match_length(in + candidate, in + at, in + size);
            if (length > best) {
                best = length;
                distance = at - (size_t)candidate;
            }
            int32_t before = chain[candidate % WINDOW];
            candidate = before < candidate ? before : -1;
        }
        size_t step = best >= LEAST ? best : 1;
        if (best >= LEAST) {
            out = put_token(out, in + at - literals, literals, best, distance);
            literals = 0;
        } else {
            literals++;
        }
        for (size_t end = at + step; at < end; at++) {
            if (at + LEAST < size) {
                uint32_t own = hash_of(in + at);
                chain[at % WINDOW] = heads[own];
                heads[own] = (int32_t)at;
            }
        }
    }
    literals += size - at;
    out = put_token(out, in + size - literals, literals, 0, 0);
    free(heads);
    free(chain);
    return (size_t)(out - start);
}

static size_t get_rest(const uint8_t **in) {
    size_t rest = 0;
    uint8_t byte;
    do {
        byte = *(*in)++;
        rest += byte;
    } while (byte == 255);
    return rest;
}

static size_t expand(const uint8_t *in, size_t size, uint8_t *out) {
    const uint8_t *end = in + size;
    uint8_t *start = out;
    while (in < end) {
        uint8_t token = *in++;
        size_t count = token >> 4, extra = token & 15;
        if (count == 15) {
            count += get_rest(&in);
        }
        memcpy(out, in, count);
        in += count;
        out += count;
        size_t distance = in[0] | (size_t)in[1] << 8;
        in += 2;
        if (distance == 0) {
            break;
        }
        if (extra == 15) {
            extra += get_rest(&in);
        }
        for (size_t i = 0; i < extra + LEAST; i++, out++) {
            *out = out[-(ptrdiff_t)distance];
        }
    }
    return (size_t)(out - start);
}

/* Words of a small vocabulary, some of them again and again. */
static void write_text(uint8_t *out, size_t size) {
    uint64_t state = 2463534242;
    size_t at = 0;
    while (at < size) {
        uint64_t random = next_random(&state), word = random % 997 * (random >> 32) % 4096;
        size_t length = 2 + word % 9;
        for (size_t i = 0; i < length && at < size; i++) {
            out[at++] = (uint8_t)(' ' + 1 + (word * (i + 3) >> 3) % ALPHABET);
        }
        if (at < size) {
            out[at++] = ' ';
        }
    }
}

uint64_t run_compressor(unsigned scale) {
    size_t size = (size_t)scale * 120000;
    uint8_t *text = malloc(size), *packed = malloc(size + size / 8 + 64), *again = malloc(size);
    needs(text && packed && again, "memory for the texts");
    write_text(text, size);
    size_t packed_size = compress(text, size, packed);
    size_t expanded = 0;
    for (int round = 0; round < 4; round++) {
        expanded = expand(packed, packed_size, again);
    }
    needs(expanded == size && memcmp(text, again, size) == 0, "what was compressed comes back");
    uint64_t sum = packed_size;
    for (size_t i = 0; i < packed_size; i++) {
        sum = mix(sum, packed[i]);
    }
    free(text);
    free(packed);
    free(again);
    return sum;
}
