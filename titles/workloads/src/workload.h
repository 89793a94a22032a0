/* Programs of a usual kind, built for the guest and for the host from the same sources: same output, and times to compare. */
#pragma once
#include "platform.h"

/* Each gives a number made from all its results; size grows with the scale. */
uint64_t run_interpreter(unsigned scale);
uint64_t run_compressor(unsigned scale);
uint64_t run_store(unsigned scale);
uint64_t run_json(unsigned scale);
uint64_t run_sort(unsigned scale);

/* The next number of a sequence that is the same everywhere (xorshift, Marsaglia). */
static inline uint64_t next_random(uint64_t *state) {
    uint64_t x = *state;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return *state = x;
}

static inline uint64_t mix(uint64_t sum, uint64_t value) { return (sum ^ value) * 0x100000001b3; }
