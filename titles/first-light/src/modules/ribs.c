/* libVault: the plan of a vault with diagonal ribs, ridge ribs, tiercerons and liernes, drawn by distances to its ribs. */
#define VAULT_API __declspec(dllexport)
#include "vault.h"

float sqrtf(float x);

static __thread int counter = 100;
static __thread int zero_counter;
/* Volatile, so that the compiler does not run the constructor itself. */
static volatile int constructors, started;

__attribute__((constructor)) static void start(void) { started = ++constructors; }

int vault_next_constructor(void) { return ++constructors; }

int vault_started(void) { return started; }

int vault_count(int step) {
    zero_counter += step;
    counter += step;
    return counter + 0 * zero_counter;
}

struct point {
    float x, y;
};

struct place {
    float rib;   /* distance to the nearest stone rib */
    float inlay; /* distance to the nearest lierne, which is inlaid */
    float boss;  /* distance to the nearest boss */
 /* distance to the nearest boss */
};

static float distance(struct point p, struct point a, struct point b) {
    float px = p.x - a.x, py = p.y - a.y, dx = b.x - a.x, dy = b.y - a.y;
    float t = (px * dx + py * dy) / (dx * dx + dy * dy);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    px -= t * dx;
    py -= t * dy;
    return sqrtf(px * px + py * py);
}

static float least(float a, float b) { return a < b ? a : b; }

static float toward(float edge, float width, float value) {
    float t = (edge + width - value) / (2 * width);
    return t < 0 ? 0 : t > 1 ? 1 : t * t * (3 - 2 * t);
}

/* A bay is symmetric eightfold: everything is measured in the octant 0 <= y <= x <= 1 from its centre. */
static struct place place(uint32_t texel_x, uint32_t texel_y) {
    float x = (texel_x + 0.5f) * (2.0f / VAULT_SIZE) - 1, y = (texel_y + 0.5f) * (2.0f / VAULT_SIZE) - 1;
    x = x < 0 ? -x : x;
    y = y < 0 ? -y : y;
    struct point p = x > y ? (struct point){x, y} : (struct point){y, x};
    struct point centre = {0, 0}, corner = {1, 1}, wall = {1, 0}, ridge = {0.56f, 0}, haunch = {0.36f, 0.36f};
    float rib = distance(p, centre, corner);
    rib = least(rib, distance(p, centre, wall));
    rib = least(rib, distance(p, corner, ridge));
    rib = least(rib, 1 - p.x + 0.01f);
    float inlay = distance(p, ridge, haunch);
    float boss = distance(p, centre, (struct point){0.0001f, 0}) - 0.05f;
    boss = least(boss, distance(p, ridge, (struct point){0.5601f, 0}) - 0.015f);
    boss = least(boss, distance(p, haunch, (struct point){0.3601f, 0.36f}) - 0.015f);
    return (struct place){rib, inlay, boss};
}

static uint32_t hashed(uint32_t x, uint32_t y) {
    uint32_t h = x * 0x9e3779b1u ^ y * 0x85ebca77u;
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    h ^= h >> 12;
    return h;
}

/* Courses of stone between the ribs: darker joints, and a tone of its own for each block. */
static float stone(uint32_t x, uint32_t y) {
    uint32_t course = y / 16, shifted = x + (course & 1) * 12, block = shifted / 24;
    float tone = 0.80f + 0.16f * (hashed(block, course) & 255) / 255 + 0.06f * (hashed(x, y) & 255) / 255;
    return y % 16 == 0 || shifted % 24 == 0 ? tone * 0.72f : tone;
}

static uint32_t byte(float value) {
    value = value < 0 ? 0 : value > 1 ? 1 : value;
    return (uint32_t)(value * 255 + 0.5f);
}

static uint32_t rgb(float r, float g, float b) { return byte(r) | byte(g) << 8 | byte(b) << 16 | 0xff000000u; }

static float mix(float a, float b, float t) { return a + (b - a) * t; }

uint32_t vault_painted(uint32_t x, uint32_t y) {
    struct place at = place(x, y);
    float rib = toward(0.045f, 0.006f, at.rib), gold = toward(0.026f, 0.005f, at.inlay), boss = toward(0.035f, 0.006f, at.boss);
    float tone = stone(x, y), grain = 0.94f + 0.06f * (hashed(x, y + 999) & 255) / 255;
    float r = 0.16f * tone, g = 0.24f * tone, b = 0.38f * tone; /* painted cells, blue like many vaults */
    r = mix(r, 0.78f * grain, rib);
    g = mix(g, 0.70f * grain, rib);
    b = mix(b, 0.58f * grain, rib);
    float metal = gold > boss ? gold : boss;
    return rgb(mix(r, 0.95f, metal), mix(g, 0.70f, metal), mix(b, 0.28f, metal));
}

uint32_t vault_relief(uint32_t x, uint32_t y) {
    struct place at = place(x, y);
    float nearest = least(at.rib - 0.045f, least(at.inlay - 0.026f, at.boss - 0.035f));
    float groove = nearest > 0 ? toward(0.0f, 0.05f, nearest) : 0;
    float metal = toward(0.026f, 0.005f, at.inlay), boss = toward(0.035f, 0.006f, at.boss), rib = toward(0.045f, 0.006f, at.rib);
    metal = metal > boss ? metal : boss;
    return rgb(1 - 0.9f * groove, mix(mix(0.4f, 0.6f, rib), 1, metal), metal);
}
