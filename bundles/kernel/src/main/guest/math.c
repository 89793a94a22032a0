/*
 * Mathematics. Double results are within one unit in the last place (tgamma: 1.2), float results are rounded from double. The
 * trigonometric kernels are Taylor series on [-pi/4, pi/4]; logarithms to base 2 and 10, powers and inverse functions use the x87
 * unit's 64-bit mantissa.
 */
#include "native.h"

typedef long double extended;

static const double LN2_HIGH = 0x1.62e42fee00000p-1; /* 32 bits: n * LN2_HIGH is exact for every exponent n */
static const double LN2_LOW = 0x1.a39ef35793c76p-33;
static const double LOG2_E = 0x1.71547652b82fep+0;
static const double TWO_OVER_PI = 0x1.45f306dc9c883p-1;
static const double HALF_PI_1 = 0x1.921fb54442d18p+0; /* pi/2 as a sum of three doubles */
static const double HALF_PI_2 = 0x1.1a62633145c07p-54;
static const double HALF_PI_3 = -0x1.f1976b7ed8fbcp-110;

static uint64_t bits(double x) {
    uint64_t u;
    __builtin_memcpy(&u, &x, 8);
    return u;
}

static double from_bits(uint64_t u) {
    double x;
    __builtin_memcpy(&x, &u, 8);
    return x;
}

static int is_nan(double x) { return x != x; }
static int is_infinite(double x) { return (bits(x) & ~0ull >> 1) == 0x7ffull << 52; }

/* x * 2^n with one rounding, also where the result is below the normal numbers. */
static double scaled(double x, long n) {
    n = n > 4000 ? 4000 : n < -4000 ? -4000 : n;
    while (n > 1023) {
        x *= 0x1p1023;
        n -= 1023;
    }
    while (n < -1022) {
        x *= 0x1p-969;
        n += 969;
    }
    return x * from_bits((uint64_t)(n + 1023) << 52);
}

/* ---- plain operations */

EXPORT double fabs(double x) { return __builtin_fabs(x); }
EXPORT float fabsf(float x) { return __builtin_fabsf(x); }
EXPORT double sqrt(double x) { return __builtin_sqrt(x); }
EXPORT float sqrtf(float x) { return __builtin_sqrtf(x); }
EXPORT double floor(double x) { return __builtin_floor(x); }
EXPORT float floorf(float x) { return __builtin_floorf(x); }
EXPORT double ceil(double x) { return __builtin_ceil(x); }
EXPORT float ceilf(float x) { return __builtin_ceilf(x); }
EXPORT double trunc(double x) { return __builtin_trunc(x); }
EXPORT float truncf(float x) { return __builtin_truncf(x); }
EXPORT double rint(double x) { return __builtin_rint(x); }
EXPORT float rintf(float x) { return __builtin_rintf(x); }
EXPORT double nearbyint(double x) { return __builtin_rint(x); } /* the inexact flag is not looked at */
EXPORT float nearbyintf(float x) { return __builtin_rintf(x); }
/* The addend is the double below one half, so that 0.49999999999999994 stays 0. */
EXPORT double round(double x) { return __builtin_trunc(x + __builtin_copysign(0x1.fffffffffffffp-2, x)); }
EXPORT float roundf(float x) { return __builtin_truncf(x + __builtin_copysignf(0x1.fffffep-2f, x)); }
EXPORT long lround(double x) { return (long)round(x); }
EXPORT long lroundf(float x) { return (long)roundf(x); }
EXPORT long lrint(double x) { return (long)__builtin_rint(x); }
EXPORT long lrintf(float x) { return (long)__builtin_rintf(x); }
EXPORT long llround(double x) { return lround(x); }
EXPORT long llroundf(float x) { return lroundf(x); }
EXPORT long llrint(double x) { return lrint(x); }
EXPORT long llrintf(float x) { return lrintf(x); }

EXPORT double nextafter(double from, double to) {
    if (is_nan(from) || is_nan(to) || from == to) {
        return is_nan(from) ? from : to;
    }
    if (from == 0) {
        return __builtin_copysign(0x1p-1074, to);
    }
    uint64_t bits;
    __builtin_memcpy(&bits, &from, 8);
    bits += (from < to) == (from > 0) ? 1 : (uint64_t)-1;
    __builtin_memcpy(&from, &bits, 8);
    return from;
}

EXPORT float nextafterf(float from, float to) {
    if (is_nan(from) || is_nan(to) || from == to) {
        return is_nan(from) ? from : to;
    }
    if (from == 0) {
        return __builtin_copysignf(0x1p-149f, to);
    }
    uint32_t bits;
    __builtin_memcpy(&bits, &from, 4);
    bits += (from < to) == (from > 0) ? 1 : (uint32_t)-1;
    __builtin_memcpy(&from, &bits, 4);
    return from;
}
EXPORT double copysign(double x, double sign) { return __builtin_copysign(x, sign); }
EXPORT float copysignf(float x, float sign) { return __builtin_copysignf(x, sign); }
EXPORT double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
EXPORT float fmaf(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
EXPORT double fmax(double a, double b) { return is_nan(a) ? b : is_nan(b) || a > b ? a : b; }
EXPORT float fmaxf(float a, float b) { return a != a ? b : b != b || a > b ? a : b; }
EXPORT double fmin(double a, double b) { return is_nan(a) ? b : is_nan(b) || a < b ? a : b; }
EXPORT float fminf(float a, float b) { return a != a ? b : b != b || a < b ? a : b; }
EXPORT double fdim(double a, double b) { return is_nan(a) || is_nan(b) ? a + b : a > b ? a - b : 0; }
EXPORT double nan(const char *tag) { (void)tag; return __builtin_nan(""); }
EXPORT float nanf(const char *tag) { (void)tag; return __builtin_nanf(""); }
EXPORT int __isnan(double x) { return is_nan(x); }
EXPORT int __isfinite(double x) { return (bits(x) >> 52 & 0x7ff) != 0x7ff; }
EXPORT int __signbit(double x) { return (int)(bits(x) >> 63); }

EXPORT double modf(double x, double *whole) {
    *whole = __builtin_trunc(x);
    return is_infinite(x) ? __builtin_copysign(0, x) : __builtin_copysign(x - *whole, x);
}

EXPORT float modff(float x, float *whole) {
    *whole = __builtin_truncf(x);
    return is_infinite(x) ? __builtin_copysignf(0, x) : __builtin_copysignf(x - *whole, x);
}

EXPORT double frexp(double x, int *exponent) {
    *exponent = 0;
    if (x == 0 || !__isfinite(x)) {
        return x;
    }
    int shifted = 0;
    if ((bits(x) >> 52 & 0x7ff) == 0) {
        x *= 0x1p54;
        shifted = -54;
    }
    *exponent = (int)(bits(x) >> 52 & 0x7ff) - 1022 + shifted;
    return from_bits((bits(x) & ~(0x7ffull << 52)) | 1022ull << 52);
}

EXPORT float frexpf(float x, int *exponent) { return (float)frexp(x, exponent); }
EXPORT double ldexp(double x, int n) { return scaled(x, n); }
EXPORT float ldexpf(float x, int n) { return (float)scaled(x, n); }
EXPORT double scalbn(double x, int n) { return scaled(x, n); }
EXPORT float scalbnf(float x, int n) { return (float)scaled(x, n); }

EXPORT int ilogb(double x) {
    int exponent;
    if (x == 0) {
        return -INT32_MAX;
    }
    if (!__isfinite(x)) {
        return INT32_MAX;
    }
    frexp(x, &exponent);
    return exponent - 1;
}

EXPORT double logb(double x) {
    return x == 0 ? -__builtin_inf() : is_infinite(x) ? __builtin_inf() : is_nan(x) ? x : ilogb(x);
}

/* The x87 unit takes as many steps as the exponents differ; the result is exact. */
EXPORT double fmod(double x, double y) {
    extended result;
    __asm__("1: fprem; fnstsw %%ax; testb $4, %%ah; jne 1b" : "=t"(result) : "0"((extended)x), "u"((extended)y) : "ax", "cc");
    return (double)result;
}

EXPORT float fmodf(float x, float y) { return (float)fmod(x, y); }

EXPORT double remainder(double x, double y) {
    extended result;
    __asm__("1: fprem1; fnstsw %%ax; testb $4, %%ah; jne 1b" : "=t"(result) : "0"((extended)x), "u"((extended)y) : "ax", "cc");
    return (double)result;
}

EXPORT double hypot(double x, double y) {
    if (is_infinite(x) || is_infinite(y)) {
        return __builtin_inf();
    }
    return (double)__builtin_sqrtl((extended)x * x + (extended)y * y);
}

EXPORT float hypotf(float x, float y) {
    return is_infinite(x) || is_infinite(y) ? __builtin_inff() : (float)__builtin_sqrt((double)x * x + (double)y * y);
}

/* ---- sine, cosine, tangent */

/* An argument less a multiple of pi/2, as a sum of two doubles, and that multiple modulo 4. */
struct reduced {
    double high, low;
    unsigned quadrant;
};

/* Bits of 2/pi behind the binary point: enough for the largest double. */
static const uint64_t two_over_pi[20] = {
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c,
    0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08,
    0x56033046fc7b6bab, 0xf0cfbc209af4361d,
};

/* 64 bits of 2/pi from the bit with weight 2^-(start + 1). */
static uint64_t window(int start) {
    int word = start >> 6, shift = start & 63;
    uint64_t first = word < 0 ? 0 : two_over_pi[word], second = two_over_pi[word + 1];
    return shift ? first << shift | second >> (64 - shift) : first;
}

/*
 * Large arguments: x = m 2^e. Bits of 2/pi above weight 2^(2-e) contribute whole turns, so 192 bits from there, times m, hold the quadrant
 * in their two highest bits and 190 bits of fraction below.
 */
static struct reduced reduce_large(double x) {
    int e = (int)(bits(x) >> 52 & 0x7ff) - 1075;
    uint64_t m = (bits(x) & ~0ull >> 12) | 1ull << 52;
    uint64_t high = window(e - 2), middle = window(e + 62), low = window(e + 126);
    unsigned __int128 below = (unsigned __int128)m * low, centre = (unsigned __int128)m * middle;
    unsigned __int128 sum = (centre & ~0ull) + (uint64_t)(below >> 64);
    uint64_t second = (uint64_t)sum, first = m * high + (uint64_t)(centre >> 64) + (uint64_t)(sum >> 64), third = (uint64_t)below;
    unsigned quadrant = (unsigned)(first >> 62);
    unsigned __int128 fraction = (unsigned __int128)(first << 2 | second >> 62) << 64 | (second << 2 | third >> 62);
    int negative = (int)(fraction >> 127);
    if (negative) {
        fraction = -fraction;
        quadrant++;
    }
    uint64_t a = (uint64_t)(fraction >> 64);
    int zeros = a ? __builtin_clzll(a) : 64 + ((uint64_t)fraction ? __builtin_clzll((uint64_t)fraction) : 63);
    fraction <<= zeros;
    a = (uint64_t)(fraction >> 64);
    double scale = from_bits((uint64_t)(1023 - zeros) << 52);
    double turn = (double)(int64_t)(a >> 11) * 0x1p-53 * scale;
    double rest = (double)((a & 0x7ff) << 53 | (uint64_t)fraction >> 11) * 0x1p-117 * scale;
    double product = turn * HALF_PI_1;
    double error = __builtin_fma(turn, HALF_PI_1, -product) + turn * HALF_PI_2 + rest * HALF_PI_1;
    struct reduced r = {product + error, 0, quadrant};
    r.low = product - r.high + error;
    if (negative != (x < 0)) {
        r.high = -r.high;
        r.low = -r.low;
    }
    r.quadrant = (x < 0 ? 0 - quadrant : quadrant) & 3;
    return r;
}

static struct reduced reduce(double x) {
    double size = __builtin_fabs(x);
    if (size <= HALF_PI_1 / 2) {
        return (struct reduced){x, 0, 0};
    }
    if (!(size < 0x1p28)) {
        return is_nan(x) || is_infinite(x) ? (struct reduced){x - x, 0, 0} : reduce_large(x);
    }
    double n = __builtin_rint(x * TWO_OVER_PI);
    double p = n * HALF_PI_1, p_error = __builtin_fma(n, HALF_PI_1, -p);
    double difference = x - p, a = difference - p_error, a_error = difference - a - p_error;
    double w = n * HALF_PI_2, w_error = __builtin_fma(n, HALF_PI_2, -w);
    double high = a - w;
    double low = (a - high - w) + (a_error - w_error - n * HALF_PI_3);
    double sum = high + low;
    return (struct reduced){sum, high - sum + low, (unsigned)(int)n & 3};
}

static double sine(double r, double low) {
    double z = r * r;
    double p = z * (1.0 / 355687428096000.0) - 1.0 / 1307674368000.0;
    p = p * z + 1.0 / 6227020800.0;
    p = p * z - 1.0 / 39916800.0;
    p = p * z + 1.0 / 362880.0;
    p = p * z - 1.0 / 5040.0;
    p = p * z + 1.0 / 120.0;
    p = p * z - 1.0 / 6.0;
    return r + (r * z * p + low * (1 - 0.5 * z));
}

static double cosine(double r, double low) {
    double z = r * r;
    double q = z * (-1.0 / 6402373705728000.0) + 1.0 / 20922789888000.0;
    q = q * z - 1.0 / 87178291200.0;
    q = q * z + 1.0 / 479001600.0;
    q = q * z - 1.0 / 3628800.0;
    q = q * z + 1.0 / 40320.0;
    q = q * z - 1.0 / 720.0;
    q = q * z + 1.0 / 24.0;
    double half = 0.5 * z, w = 1 - half;
    return w + ((1 - w - half) + (z * z * q - r * low));
}

static double sine_of(struct reduced r) {
    double value = r.quadrant & 1 ? cosine(r.high, r.low) : sine(r.high, r.low);
    return r.quadrant & 2 ? -value : value;
}

static double cosine_of(struct reduced r) {
    double value = r.quadrant & 1 ? sine(r.high, r.low) : cosine(r.high, r.low);
    return (r.quadrant + 1) & 2 ? -value : value;
}

EXPORT double sin(double x) { return x == 0 ? x : sine_of(reduce(x)); }
EXPORT double cos(double x) { return cosine_of(reduce(x)); }

EXPORT void sincos(double x, double *s, double *c) {
    struct reduced r = reduce(x);
    *s = x == 0 ? x : sine_of(r);
    *c = cosine_of(r);
}

EXPORT double tan(double x) {
    if (x == 0 || is_nan(x) || is_infinite(x)) {
        return x == 0 ? x : x - x;
    }
    struct reduced r = reduce(x);
    extended one, value;
    __asm__("fptan" : "=t"(one), "=u"(value) : "0"((extended)r.high + r.low));
    return (double)(r.quadrant & 1 ? -1 / value : value);
}

/* A float argument needs no second word: the reduced double is exact to more than a float's bits. */
static struct reduced reduce_float(double x) {
    if (!(__builtin_fabs(x) < 0x1p28)) {
        return reduce(x);
    }
    double n = __builtin_rint(x * TWO_OVER_PI);
    return (struct reduced){__builtin_fma(-n, HALF_PI_2, __builtin_fma(-n, HALF_PI_1, x)), 0, (unsigned)(int)n & 3};
}

static double short_sine(double r) {
    double z = r * r;
    return r + r * z * (-1.0 / 6 + z * (1.0 / 120 + z * (-1.0 / 5040 + z * (1.0 / 362880 - z / 39916800))));
}

static double short_cosine(double r) {
    double z = r * r;
    return 1 - z * (0.5 - z * (1.0 / 24 - z * (1.0 / 720 - z * (1.0 / 40320 - z * (1.0 / 3628800 - z / 479001600)))));
}

static double short_sine_of(struct reduced r) {
    double value = r.quadrant & 1 ? short_cosine(r.high) : short_sine(r.high);
    return r.quadrant & 2 ? -value : value;
}

EXPORT float sinf(float x) { return x == 0 ? x : (float)short_sine_of(reduce_float(x)); }

EXPORT float cosf(float x) {
    struct reduced r = reduce_float(x);
    r.quadrant++;
    return (float)short_sine_of(r);
}

EXPORT void sincosf(float x, float *s, float *c) {
    struct reduced r = reduce_float(x);
    *s = x == 0 ? x : (float)short_sine_of(r);
    r.quadrant++;
    *c = (float)short_sine_of(r);
}

EXPORT float tanf(float x) {
    if (x == 0) {
        return x;
    }
    struct reduced r = reduce_float(x);
    double s = short_sine(r.high), c = short_cosine(r.high);
    return (float)(r.quadrant & 1 ? -c / s : s / c);
}

/* ---- exponentials */

/* exp of (r + low) for |r| below ln(2)/2, then times 2^n. */
static double exponential(double r, double low, double n) {
    double p = r * (1.0 / 6227020800.0) + 1.0 / 479001600.0;
    p = p * r + 1.0 / 39916800.0;
    p = p * r + 1.0 / 3628800.0;
    p = p * r + 1.0 / 362880.0;
    p = p * r + 1.0 / 40320.0;
    p = p * r + 1.0 / 5040.0;
    p = p * r + 1.0 / 720.0;
    p = p * r + 1.0 / 120.0;
    p = p * r + 1.0 / 24.0;
    p = p * r + 1.0 / 6.0;
    p = p * r + 0.5;
    return scaled(1 + (r + (p * r * r + low)), (long)n);
}

EXPORT double exp(double x) {
    if (is_nan(x) || x > 710 || x < -746) {
        return is_nan(x) ? x : x > 0 ? __builtin_inf() : 0;
    }
    double n = __builtin_rint(x * LOG2_E);
    double high = x - n * LN2_HIGH, low = n * LN2_LOW, r = high - low;
    return exponential(r, high - r - low, n);
}

EXPORT double exp2(double x) {
    if (is_nan(x) || x >= 1024 || x < -1080) {
        return is_nan(x) ? x : x > 0 ? __builtin_inf() : 0;
    }
    const double ln2 = 0x1.62e42fefa39efp-1, ln2_rest = 0x1.abc9e3b39803fp-56;
    double n = __builtin_rint(x), f = x - n, r = f * ln2;
    return exponential(r, __builtin_fma(f, ln2, -r) + f * ln2_rest, n);
}

EXPORT float expf(float x) { return (float)exp(x); }
EXPORT float exp2f(float x) { return (float)exp2(x); }

/* y log2(x), x above 0. */
static extended times_log2(extended x, extended y) {
    extended result;
    __asm__("fyl2x" : "=t"(result) : "0"(x), "u"(y) : "st(1)");
    return result;
}

/* y log2(1 + x), |x| below 0.29. */
static extended times_log2_1p(extended x, extended y) {
    extended result;
    __asm__("fyl2xp1" : "=t"(result) : "0"(x), "u"(y) : "st(1)");
    return result;
}

/* 2^x - 1 for |x| up to 1. */
static extended two_to_less_1(extended x) {
    extended result;
    __asm__("f2xm1" : "=t"(result) : "0"(x));
    return result;
}

static extended times_two_to(extended x, extended n) {
    extended result;
    __asm__("fscale" : "=t"(result) : "0"(x), "u"(n));
    return result;
}

static extended nearest(extended x) {
    extended result;
    __asm__("frndint" : "=t"(result) : "0"(x));
    return result;
}

static extended two_to(extended x) {
    extended n = nearest(x);
    return times_two_to(1 + two_to_less_1(x - n), n);
}

static const extended LOG2_E_LONG = 1.442695040888963407359924681001892137L;

static extended exp_less_1(extended x) {
    extended t = x * LOG2_E_LONG;
    if (-1 < t && t < 1) {
        return two_to_less_1(t);
    }
    extended n = nearest(t);
    return times_two_to(two_to_less_1(t - n), n) + (times_two_to(1, n) - 1);
}

EXPORT double expm1(double x) {
    return is_nan(x) || x == 0 ? x : x > 720 ? __builtin_inf() : x < -60 ? -1 : (double)exp_less_1(x);
}

EXPORT float expm1f(float x) { return (float)expm1(x); }

EXPORT double sinh(double x) {
    if (x == 0 || is_nan(x) || is_infinite(x) || __builtin_fabs(x) > 720) {
        return x == 0 || is_nan(x) ? x : __builtin_copysign(__builtin_inf(), x);
    }
    extended e = exp_less_1(__builtin_fabs(x));
    return __builtin_copysign((double)((e + e / (e + 1)) / 2), x);
}

EXPORT float sinhf(float x) { return (float)sinh(x); }

EXPORT double cosh(double x) {
    if (is_nan(x) || __builtin_fabs(x) > 720) {
        return is_nan(x) ? x : __builtin_inf();
    }
    extended e = two_to(__builtin_fabs(x) * LOG2_E_LONG);
    return (double)((e + 1 / e) / 2);
}

EXPORT float coshf(float x) { return (float)cosh(x); }

EXPORT double tanh(double x) {
    if (x == 0 || is_nan(x)) {
        return x;
    }
    if (__builtin_fabs(x) > 22) {
        return __builtin_copysign(1, x);
    }
    extended e = exp_less_1(2 * (extended)__builtin_fabs(x));
    return __builtin_copysign((double)(e / (e + 2)), x);
}

EXPORT float tanhf(float x) { return (float)tanh(x); }

/* ---- logarithms */

/* What every logarithm answers for 0, negative numbers, infinity and NaN; 1 if x is none of these. */
static int log_special(double x, double *answer) {
    if (x > 0 && !is_infinite(x)) {
        return 0;
    }
    *answer = x == 0 ? -__builtin_inf() : x > 0 ? x : is_nan(x) ? x : __builtin_nan("");
    return 1;
}

EXPORT double log(double x) {
    double special;
    if (log_special(x, &special)) {
        return special;
    }
    int exponent;
    double m = frexp(x, &exponent);
    if (m < 0x1.6a09e667f3bcdp-1) {
        m *= 2;
        exponent--;
    }
    /* log(1 + f) = f - f^2/2 + s (f^2/2 + R), s = f / (2 + f), R the series of 2 atanh(s)/s - 2 */
    double f = m - 1, s = f / (2 + f), z = s * s, k = exponent;
    double series = z * (2.0 / 21) + 2.0 / 19;
    series = series * z + 2.0 / 17;
    series = series * z + 2.0 / 15;
    series = series * z + 2.0 / 13;
    series = series * z + 2.0 / 11;
    series = series * z + 2.0 / 9;
    series = series * z + 2.0 / 7;
    series = series * z + 2.0 / 5;
    series = series * z + 2.0 / 3;
    series *= z;
    double half = 0.5 * f * f;
    return k * LN2_HIGH - ((half - (s * (half + series) + k * LN2_LOW)) - f);
}

EXPORT float logf(float x) { return (float)log(x); }

EXPORT double log2(double x) {
    double special;
    return log_special(x, &special) ? special : (double)times_log2(x, 1);
}

EXPORT float log2f(float x) { return (float)log2(x); }

EXPORT double log10(double x) {
    double special;
    return log_special(x, &special) ? special : (double)times_log2(x, 0.301029995663981195213738894724493027L);
}

EXPORT float log10f(float x) { return (float)log10(x); }

EXPORT double log1p(double x) {
    double special;
    if (x == 0) {
        return x;
    }
    if (-0.25 < x && x < 0.25) {
        return (double)times_log2_1p(x, 0.693147180559945309417232121458176568L);
    }
    return log_special(1 + x, &special) ? special : (double)times_log2(1 + (extended)x, 0.693147180559945309417232121458176568L);
}

EXPORT float log1pf(float x) { return (float)log1p(x); }

/* ---- powers and roots */

/* 0 if y is no whole number, 1 if it is odd, 2 if it is even. */
static int parity(double y) {
    if (__builtin_trunc(y) != y) {
        return 0;
    }
    double half = y / 2;
    return __builtin_trunc(half) == half ? 2 : 1;
}

EXPORT double pow(double x, double y) {
    if (y == 0 || x == 1) {
        return 1;
    }
    if (is_nan(x) || is_nan(y)) {
        return x + y;
    }
    double size = __builtin_fabs(x);
    if (is_infinite(y)) {
        return size == 1 ? 1 : (size > 1) == (y > 0) ? __builtin_inf() : 0;
    }
    int whole = parity(y);
    double sign = x < 0 || (x == 0 && __signbit(x)) ? (whole == 1 ? -1 : 1) : 1;
    if (x == 0 || is_infinite(x)) {
        return sign * ((x == 0) == (y > 0) ? 0 : __builtin_inf());
    }
    if (x < 0 && !whole) {
        return __builtin_nan("");
    }
    extended t = times_log2(size, y);
    if (t >= 1025 || t < -1100) {
        return sign * (t > 0 ? __builtin_inf() : 0);
    }
    return sign * (double)two_to(t);
}

EXPORT float powf(float x, float y) { return (float)pow(x, y); }

EXPORT double cbrt(double x) {
    if (x == 0 || is_nan(x) || is_infinite(x)) {
        return x;
    }
    extended size = __builtin_fabs(x), root = two_to(times_log2(size, 1.0L / 3));
    root -= (root * root * root - size) / (3 * root * root);
    return __builtin_copysign((double)root, x);
}

EXPORT float cbrtf(float x) { return (float)cbrt(x); }

/* ---- inverse functions */

static extended arc_tangent(extended y, extended x) {
    extended result;
    __asm__("fpatan" : "=t"(result) : "0"(x), "u"(y) : "st(1)");
    return result;
}

EXPORT double atan(double x) { return (double)arc_tangent(x, 1); }
EXPORT float atanf(float x) { return (float)arc_tangent(x, 1); }
EXPORT double atan2(double y, double x) { return (double)arc_tangent(y, x); }
EXPORT float atan2f(float y, float x) { return (float)arc_tangent(y, x); }

static extended other_side(extended x) { return __builtin_sqrtl((1 - x) * (1 + x)); }

EXPORT double asin(double x) { return x == 0 ? x : (double)arc_tangent(x, other_side(x)); }
EXPORT float asinf(float x) { return x == 0 ? x : (float)arc_tangent(x, other_side(x)); }
EXPORT double acos(double x) { return (double)arc_tangent(other_side(x), x); }
EXPORT float acosf(float x) { return (float)arc_tangent(other_side(x), x); }

/* ---- error and gamma functions */

static const extended TWO_OVER_ROOT_PI = 1.128379167095512573896158903121545172L;
static const extended PI = 3.141592653589793238462643383279502884L;
static const extended LN_2 = 0.693147180559945309417232121458176568L;

EXPORT double erf(double x) {
    if (is_nan(x)) {
        return x;
    }
    extended size = __builtin_fabs(x);
    if (size > 6) {
        return __builtin_copysign(1, x);
    }
    /* e^(-x^2) times a series of positive terms: x (2x^2)^n / (1 3 5 ... (2n + 1)) */
    extended term = size, sum = size;
    for (int n = 1; term > sum * 0x1p-66L; n++) {
        term *= 2 * size * size / (2 * n + 1);
        sum += term;
    }
    return __builtin_copysign((double)(TWO_OVER_ROOT_PI * sum * two_to(-size * size * LOG2_E_LONG)), x);
}

EXPORT float erff(float x) { return (float)erf(x); }

/* log2 of gamma for x of 20 and more: Stirling's series. */
static extended log2_gamma_large(extended x) {
    extended z = 1 / (x * x);
    extended series = (1.0L / 12 - z * (1.0L / 360 - z * (1.0L / 1260 - z * (1.0L / 1680 - z * (1.0L / 1188
        - z * (691.0L / 360360 - z / 156)))))) / x;
    return times_log2(x, x - 0.5L) - x * LOG2_E_LONG + (series + 0.918938533204672741780329736405617640L) * LOG2_E_LONG;
}

/* gamma of (x, x + 1, ...) is reached from above: the product x (x + 1) ... up to the first factor not below 20. */
static extended rising(extended *x) {
    extended product = 1;
    for (; *x < 20; *x += 1) {
        product *= *x;
    }
    return product;
}

/* sin(pi x), exact in the reduction. */
static extended sine_of_turns(extended x) {
    extended n = nearest(x), r = (x - n) * PI, value;
    __asm__("fsin" : "=t"(value) : "0"(r));
    return nearest(n / 2) * 2 == n ? value : -value;
}

EXPORT double tgamma(double x) {
    if (is_nan(x) || x == __builtin_inf()) {
        return x;
    }
    if (x == 0) {
        return __builtin_copysign(__builtin_inf(), x);
    }
    if (x < 0 && __builtin_trunc(x) == x) {
        return __builtin_nan("");
    }
    if (x > 172) {
        return __builtin_inf();
    }
    extended at = x < 0.5 ? 1 - (extended)x : x, product = rising(&at);
    extended value = two_to(log2_gamma_large(at)) / product;
    if (x < 0.5) { /* gamma(x) gamma(1 - x) = pi / sin(pi x) */
        value = PI / (sine_of_turns(x) * value);
    }
    return (double)value;
}

/* The logarithm of 1 + z gamma's smooth part near its zeros at 1 and 2, |z| up to 0.5: sum of (zeta(k) - 1) (-z)^k / k. */
static extended log_gamma_2(extended z) {
    static const extended zeta_less_1[] = {
        6.449340668482264364724152e-1L, 2.020569031595942853997382e-1L, 8.232323371113819151600370e-2L,
        3.692775514336992633136549e-2L, 1.734306198444913971451793e-2L, 8.349277381922826839797550e-3L,
        4.077356197944339378685239e-3L, 2.008392826082214417852769e-3L, 9.945751278180853371459589e-4L,
        4.941886041194645587022825e-4L, 2.460865533080482986379980e-4L, 1.227133475784891467518365e-4L,
        6.124813505870482925854511e-5L, 3.058823630702049355172851e-5L, 1.528225940865187173257149e-5L,
        7.637197637899762273600294e-6L, 3.817293264999839856461645e-6L, 1.908212716553938925656958e-6L,
        9.539620338727961131520387e-7L, 4.769329867878064631167196e-7L, 2.384505027277329900036482e-7L,
        1.192199259653110730677887e-7L, 5.960818905125947961244021e-8L, 2.980350351465228018606371e-8L,
        1.490155482836504123465851e-8L, 7.450711789835429491981004e-9L, 3.725334024788457054819204e-9L,
        1.862659723513049006403910e-9L, 9.313274324196681828717647e-10L, 4.656629065033784072989233e-10L,
        2.328311833676505492001456e-10L, 1.164155017270051977592974e-10L, 5.820772087902700889243686e-11L,
        2.910385044497099686929425e-11L, 1.455192189104198423592963e-11L, 7.275959835057481014520869e-12L,
        3.637979547378651190237236e-12L, 1.818989650307065947584832e-12L, 9.094947840263889282533118e-13L,
        4.547473783042154026799112e-13L, 2.273736845824652515226822e-13L, 1.136868407680227849349105e-13L,
        5.684341987627585609277183e-14L, 2.842170976889301855455074e-14L, 1.421085482803160676983431e-14L,
        7.105427395210852712877354e-15L, 3.552713691337113673298470e-15L, 1.776356843579120327473349e-15L,
        8.881784210930815903096091e-16L, 4.440892103143813364197771e-16L, 2.220446050798041983999320e-16L,
        1.110223025141066133720545e-16L, 5.551115124845481243723737e-17L, 2.775557562136124172581632e-17L,
        1.387778780972523276283909e-17L, 6.938893904544153697446085e-18L, 3.469446952165922624744271e-18L,
        1.734723476047576572048973e-18L, 8.673617380119933728342055e-19L, 4.336808690020650487497024e-19L,
    };
    extended sum = 0;
    for (int k = sizeof zeta_less_1 / sizeof zeta_less_1[0] - 1; k >= 0; k--) {
        sum = sum * -z + zeta_less_1[k] / (k + 2);
    }
    return z * (1 - 0.577215664901532860606512090082402431L) + z * z * sum;
}

/* The logarithm of gamma for x of 0.5 and more. */
static extended log_gamma(extended x) {
    if (1.5L <= x && x < 2.5L) {
        return log_gamma_2(x - 2);
    }
    if (x < 1.5L) {
        extended z = x - 1; /* gamma(2 + z) = (1 + z) gamma(1 + z) */
        return log_gamma_2(z) - (-0.25L < z && z < 0.25L ? times_log2_1p(z, LN_2) : times_log2(1 + z, LN_2));
    }
    extended product = rising(&x);
    return LN_2 * (log2_gamma_large(x) - times_log2(product, 1));
}

EXPORT double lgamma(double x) {
    if (is_nan(x) || is_infinite(x)) {
        return is_nan(x) ? x : __builtin_inf();
    }
    if (x <= 0 && __builtin_trunc(x) == x) {
        return __builtin_inf();
    }
    if (x >= 0.5) {
        return (double)log_gamma(x);
    }
    extended other = PI / sine_of_turns(x);
    return (double)(LN_2 * times_log2(other < 0 ? -other : other, 1) - log_gamma(1 - (extended)x));
}
