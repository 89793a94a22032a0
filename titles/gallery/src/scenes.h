/*
 * What the pages show, in numbers: shared by the title and by the program that draws the references. Scenes leave as little as possible to
 * rounding (edges and depths that meet in the middle of a pixel, texels that meet there), which devices do differently.
 */
#pragma once
#include <stdint.h>

enum { PAGE_WIDTH = 320, PAGE_HEIGHT = 180 };

struct vertex {
    float position[4], colour[4];
};

struct colour {
    float r, g, b, a;
};

static inline struct vertex vertex(float x, float y, float z, struct colour colour) {
    return (struct vertex){{x, y, z, 1}, {colour.r, colour.g, colour.b, colour.a}};
}

/* Two triangles between the corners (x0, y0) and (x1, y1), of one colour below and another above. */
static inline int rectangle(struct vertex *out, float x0, float y0, float x1, float y1, float z, struct colour below, struct colour above) {
    out[0] = vertex(x0, y0, z, below);
    out[1] = vertex(x1, y0, z, below);
    out[2] = vertex(x0, y1, z, above);
    out[3] = out[2];
    out[4] = out[1];
    out[5] = vertex(x1, y1, z, above);
    return 6;
}

/* ---- blend: tiles, each drawn over the backdrop in a way of its own */

enum { BLEND_COLUMNS = 5, BLEND_ROWS = 2, BLEND_TILES = BLEND_COLUMNS * BLEND_ROWS };

static const struct colour blend_constant = {0.25f, 0.5f, 0.75f, 0.5f};

static inline int blend_backdrop(struct vertex *out) {
    return rectangle(out, -1, -1, 1, 1, 0, (struct colour){0.15f, 0.2f, 0.55f, 0.25f}, (struct colour){0.85f, 0.7f, 0.3f, 1});
}

static inline int blend_tile(struct vertex *out, int tile) {
    float x = -0.94f + 0.38f * (float)(tile % BLEND_COLUMNS), y = tile < BLEND_COLUMNS ? 0.06f : -0.88f;
    return rectangle(out, x, y, x + 0.34f, y + 0.82f, 0, (struct colour){0.9f, 0.3f, 0.1f, 0.8f}, (struct colour){0.1f, 0.6f, 0.5f, 0.3f});
}

/* A backdrop that most pages start with. */
static inline int plain_backdrop(struct vertex *out) {
    return rectangle(out, -1, -1, 1, 1, 1, (struct colour){0.08f, 0.09f, 0.14f, 1}, (struct colour){0.2f, 0.24f, 0.34f, 1});
}

/* ---- depth: triangles through each other; below, bars of one depth before steps of three, by each comparison */

enum { DEPTH_TRIANGLES = 3, DEPTH_STEPS = 3, COMPARISONS = 8 };

static inline int depth_triangle(struct vertex *out, int triangle) {
    static const float places[DEPTH_TRIANGLES][3][3] = {{{-0.9f, 0.0f, 0.2f}, {0.5f, -0.1f, 0.8f}, {-0.1f, 0.95f, 0.5f}},
        {{0.9f, 0.05f, 0.15f}, {-0.6f, 0.2f, 0.85f}, {0.3f, 0.9f, 0.45f}}, {{-0.75f, 0.85f, 0.1f}, {0.75f, 0.8f, 0.9f}, {0.1f, -0.2f, 0.4f}}};
    static const struct colour colours[DEPTH_TRIANGLES] = {{0.9f, 0.35f, 0.2f, 1}, {0.25f, 0.75f, 0.4f, 1}, {0.3f, 0.45f, 0.95f, 1}};
    for (int i = 0; i < 3; i++) {
        const float *at = places[triangle][i];
        out[i] = vertex(at[0], at[1], at[2], colours[triangle]);
    }
    return 3;
}

static inline int depth_step(struct vertex *out, int step) {
    float y = -0.9f + 0.2f * (float)step, shade = 0.3f + 0.15f * (float)step;
    const struct colour grey = {shade, shade, shade, 1};
    return rectangle(out, -0.95f, y, 0.95f, y + 0.2f, 0.25f + 0.25f * (float)step, grey, grey);
}

static inline int depth_bar(struct vertex *out, int comparison) {
    float x = -0.9f + 0.23f * (float)comparison;
    return rectangle(out, x, -0.95f, x + 0.16f, -0.25f, 0.5f, (struct colour){0.95f, 0.8f, 0.2f, 1}, (struct colour){0.7f, 0.2f, 0.6f, 1});
}

/* ---- stencil: rectangles that count, then one colour for each count; a figure of triangles that invert each other */

enum { STENCIL_RECTANGLES = 5, STENCIL_COUNTS = 5, STENCIL_POINTS = 7 };

static inline int stencil_rectangle(struct vertex *out, int i) {
    static const float boxes[STENCIL_RECTANGLES][4] = {{-0.95f, -0.8f, -0.35f, 0.3f}, {-0.75f, -0.5f, -0.15f, 0.6f}, {-0.6f, -0.9f, -0.25f, 0.9f},
        {-0.9f, -0.2f, -0.1f, 0.15f}, {-0.5f, -0.3f, -0.05f, 0.8f}};
    const struct colour unseen = {0, 0, 0, 1};
    return rectangle(out, boxes[i][0], boxes[i][1], boxes[i][2], boxes[i][3], 0.5f, unseen, unseen);
}

static inline int stencil_count(struct vertex *out, int count) {
    static const struct colour colours[STENCIL_COUNTS] = {{0.2f, 0.3f, 0.6f, 1}, {0.2f, 0.6f, 0.5f, 1}, {0.7f, 0.7f, 0.2f, 1},
        {0.9f, 0.45f, 0.15f, 1}, {0.9f, 0.9f, 0.9f, 1}};
    return rectangle(out, -1, -1, 1, 1, 0.5f, colours[count], colours[count]);
}

/* A fan over a star whose lines cross each other. */
static inline int stencil_star(struct vertex *out) {
    static const float ring[STENCIL_POINTS][2] = {{0.5f, 0.85f}, {0.79f, 0.53f}, {0.87f, -0.19f}, {0.67f, -0.77f}, {0.33f, -0.77f},
        {0.13f, -0.19f}, {0.21f, 0.53f}};
    const struct colour unseen = {0, 0, 0, 1};
    for (int i = 0; i < STENCIL_POINTS; i++) {
        const float *from = ring[i * 3 % STENCIL_POINTS], *to = ring[(i + 1) * 3 % STENCIL_POINTS];
        out[3 * i] = vertex(0.5f, 0.9f, 0.5f, unseen);
        out[3 * i + 1] = vertex(from[0], from[1], 0.5f, unseen);
        out[3 * i + 2] = vertex(to[0], to[1], 0.5f, unseen);
    }
    return 3 * STENCIL_POINTS;
}

static inline int stencil_gold(struct vertex *out) {
    return rectangle(out, 0, -1, 1, 1, 0.5f, (struct colour){0.6f, 0.35f, 0.1f, 1}, (struct colour){1, 0.85f, 0.4f, 1});
}

/* ---- msaa: thin blades, with four samples a pixel and with one */

enum { BLADES = 18 };

static inline int blade(struct vertex *out, int i, float centre) {
    static const float turns[BLADES][2] = {{1, 0}, {0.9397f, 0.342f}, {0.766f, 0.6428f}, {0.5f, 0.866f}, {0.1736f, 0.9848f}, {-0.1736f, 0.9848f},
        {-0.5f, 0.866f}, {-0.766f, 0.6428f}, {-0.9397f, 0.342f}, {-1, 0}, {-0.9397f, -0.342f}, {-0.766f, -0.6428f}, {-0.5f, -0.866f},
        {-0.1736f, -0.9848f}, {0.1736f, -0.9848f}, {0.5f, -0.866f}, {0.766f, -0.6428f}, {0.9397f, -0.342f}};
    float c = turns[i][0], s = turns[i][1];
    const struct colour tip = {0.95f, 0.9f, 0.7f, 1}, root = {i % 3 == 0 ? 0.9f : 0.2f, i % 3 == 1 ? 0.8f : 0.3f, i % 3 == 2 ? 0.95f : 0.25f, 1};
    out[0] = vertex(centre + 0.08f * c - 0.02f * s, 0.14f * s + 0.035f * c, 0.5f, root);
    out[1] = vertex(centre + 0.08f * c + 0.02f * s, 0.14f * s - 0.035f * c, 0.5f, root);
    out[2] = vertex(centre + 0.46f * c, 0.9f * s, 0.5f, tip);
    return 3;
}

/* ---- hdr: lamps that add up to far more than white, brought back by c / (1 + c) and a square root */

enum { LAMPS = 6 };

static inline int lamp(struct vertex *out, int i) {
    static const float places[LAMPS][3] = {{-0.6f, 0.35f, 8}, {-0.1f, -0.3f, 3}, {0.45f, 0.3f, 20}, {0.7f, -0.45f, 1.5f}, {-0.55f, -0.5f, 0.6f},
        {0.15f, 0.2f, 40}};
    static const struct colour colours[LAMPS] = {{1, 0.5f, 0.2f, 1}, {0.3f, 0.8f, 1, 1}, {0.9f, 0.9f, 0.6f, 1}, {1, 0.2f, 0.4f, 1},
        {0.4f, 1, 0.4f, 1}, {0.1f, 0.1f, 0.3f, 1}};
    float x = places[i][0], y = places[i][1], power = places[i][2];
    const struct colour hot = {colours[i].r * power, colours[i].g * power, colours[i].b * power, 1}, cold = {0, 0, 0, 1};
    const float corners[5][2] = {{x - 0.38f, y - 0.55f}, {x + 0.38f, y - 0.55f}, {x + 0.38f, y + 0.55f}, {x - 0.38f, y + 0.55f},
        {x - 0.38f, y - 0.55f}};
    for (int k = 0; k < 4; k++) {
        out[3 * k] = vertex(x, y, 0.5f, hot);
        out[3 * k + 1] = vertex(corners[k][0], corners[k][1], 0.5f, cold);
        out[3 * k + 2] = vertex(corners[k + 1][0], corners[k + 1][1], 0.5f, cold);
    }
    return 12;
}

/* ---- cube: all around, one column of longitudes to each side; volume: cuts through a block. Colours are directions and places. */

enum { FACE = 64, GLOBE_COLUMNS = 16, GLOBE_ROWS = 8, GLOBE_VERTICES = GLOBE_COLUMNS * GLOBE_ROWS * 6 };
enum { VOLUME_WIDTH = 64, VOLUME_HEIGHT = 32, VOLUME_DEPTH = 16, VOLUME_CUTS = 6 };

static inline uint32_t packed(uint32_t r, uint32_t g, uint32_t b) { return (r & 255) | (g & 255) << 8 | (b & 255) << 16 | 0xff000000u; }

static inline uint32_t cube_texel(uint32_t face, uint32_t x, uint32_t y) {
    uint32_t check = (x / 8 + y / 8) % 2 * 60;
    return packed((face % 3 == 0 ? 180 : 60) + check, (face % 3 == 1 ? 180 : 50) + check / 2 + x / 2, (face > 2 ? 190 : 70) + y - check);
}

static inline uint32_t volume_texel(uint32_t x, uint32_t y, uint32_t z) {
    int dx = (int)x - VOLUME_WIDTH / 2, dy = 2 * ((int)y - VOLUME_HEIGHT / 2), dz = 4 * ((int)z - VOLUME_DEPTH / 2);
    uint32_t away = (uint32_t)(dx * dx + dy * dy + dz * dz) / 8;
    return packed(away < 60 ? 250 - 3 * away : 40, away % 32 * 7, 40 + z * 13);
}

/* Corners of a cylinder's unrolled side: the direction of a corner is its place on the box around it. */
static inline struct vertex globe_corner(int column, int row) {
    static const float around[GLOBE_COLUMNS + 1][2] = {{0, -1}, {0.4142f, -1}, {1, -1}, {1, -0.4142f}, {1, 0}, {1, 0.4142f}, {1, 1}, {0.4142f, 1}, {0, 1},
        {-0.4142f, 1}, {-1, 1}, {-1, 0.4142f}, {-1, 0}, {-1, -0.4142f}, {-1, -1}, {-0.4142f, -1}, {0, -1}};
    static const float upwards[GLOBE_ROWS + 1][2] = {{0.05f, -1}, {0.5f, -1}, {1, -1}, {1, -0.5f}, {1, 0}, {1, 0.5f}, {1, 1}, {0.5f, 1}, {0.05f, 1}};
    float wide = upwards[row][0];
    return vertex(-0.98f + 1.96f * (float)column / GLOBE_COLUMNS, -0.98f + 1.96f * (float)row / GLOBE_ROWS, 0.5f,
        (struct colour){around[column][0] * wide, upwards[row][1], around[column][1] * wide, 1});
}

static inline int globe(struct vertex *out) {
    static const int corner[6][2] = {{0, 0}, {1, 0}, {0, 1}, {0, 1}, {1, 0}, {1, 1}};
    int count = 0;
    for (int row = 0; row < GLOBE_ROWS; row++) {
        for (int column = 0; column < GLOBE_COLUMNS; column++) {
            for (int i = 0; i < 6; i++) {
                out[count++] = globe_corner(column + corner[i][0], row + corner[i][1]);
            }
        }
    }
    return count;
}

/* The corners of a cut lie at these places of the volume. */
static inline int volume_cut(struct vertex *out, int cut) {
    static const float places[VOLUME_CUTS][4][3] = {{{0, 0, 0.5f}, {1, 0, 0.5f}, {0, 1, 0.5f}, {1, 1, 0.5f}},
        {{0, 0.5f, 0}, {1, 0.5f, 0}, {0, 0.5f, 1}, {1, 0.5f, 1}}, {{0.5f, 0, 0}, {0.5f, 0, 1}, {0.5f, 1, 0}, {0.5f, 1, 1}},
        {{0, 0, 0}, {1, 0, 0.3f}, {0, 1, 0.7f}, {1, 1, 1}}, {{0.2f, 0.1f, 1}, {0.9f, 0.3f, 0.6f}, {0.1f, 0.8f, 0.4f}, {0.8f, 0.9f, 0}},
        {{-0.2f, -0.2f, 0.3f}, {1.2f, -0.2f, 0.3f}, {-0.2f, 1.2f, 0.8f}, {1.2f, 1.2f, 0.8f}}};
    float x = -0.96f + 0.66f * (float)(cut % 3), y = cut < 3 ? 0.04f : -0.94f;
    struct vertex corners[4];
    for (int i = 0; i < 4; i++) {
        const float *place = places[cut][i];
        corners[i] = vertex(x + (i & 1 ? 0.6f : 0), y + (i & 2 ? 0.9f : 0), 0.5f, (struct colour){place[0], place[1], place[2], 1});
    }
    out[0] = corners[0];
    out[1] = corners[1];
    out[2] = corners[2];
    out[3] = corners[2];
    out[4] = corners[1];
    out[5] = corners[3];
    return 6;
}

/* ---- particles: thrown up, falling, bouncing; a step is a dispatch */

enum { PARTICLES = 256, PARTICLE_STEPS = 28 };

struct particle {
    float place[2], velocity[2];
};

static inline struct particle first_particle(int i) {
    float a = (float)(i * 37 % PARTICLES) / PARTICLES, b = (float)(i * 101 % PARTICLES) / PARTICLES;
    return (struct particle){{-0.02f + 0.04f * a, -0.85f + 0.05f * b}, {0.04f * (a - 0.5f), 0.02f + 0.03f * b}};
}

/* ---- indirect: polygons whose arguments a program writes, those of a list with indices, and one by itself */

enum { POLYGONS = 8, SHOWN_POLYGONS = 7, POLYGON_VERTICES = 3 * (3 + 10) * POLYGONS / 2, DIAMONDS = 5, DIAMOND_INDICES = 12 };

/* Polygon k has k + 3 sides and as many triangles, behind those of the polygons before. */
static inline int polygons(struct vertex *out) {
    int count = 0;
    for (int k = 0; k < POLYGONS; k++) {
        float x = -0.875f + 0.25f * (float)k, y = 0.5f;
        for (int i = 0; i < k + 3; i++) {
            const struct colour inner = {0.95f, 0.9f, 0.6f, 1}, outer = {0.2f + 0.1f * (float)k, 0.3f, 0.9f - 0.1f * (float)k, 1};
            out[count++] = vertex(x, y, 0.5f, inner);
            for (int end = 0; end < 2; end++) {
                /* corners on a square's outline, which needs no trigonometry */
                float t = 4 * (float)((i + end) % (k + 3)) / (float)(k + 3);
                float cx = t < 1 ? 1 : t < 2 ? 3 - 2 * t : t < 3 ? -1 : 2 * t - 7, cy = t < 1 ? 2 * t - 1 : t < 2 ? 1 : t < 3 ? 5 - 2 * t : -1;
                out[count++] = vertex(x + 0.1f * cx, y + 0.35f * cy, 0.5f, outer);
            }
        }
    }
    return count;
}

static const uint16_t diamond_indices[DIAMOND_INDICES] = {0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1};

/* Five vertices for each diamond. */
static inline int diamonds(struct vertex *out) {
    int count = 0;
    for (int k = 0; k < DIAMONDS; k++) {
        float x = -0.8f + 0.4f * (float)k, y = -0.5f, size = 0.08f + 0.02f * (float)k;
        const struct colour edge = {0.2f, 0.35f + 0.1f * (float)k, 0.4f, 1};
        out[count++] = vertex(x, y, 0.5f, (struct colour){0.9f, 1, 0.9f, 1});
        out[count++] = vertex(x - size, y, 0.5f, edge);
        out[count++] = vertex(x, y - 2 * size, 0.5f, edge);
        out[count++] = vertex(x + size, y, 0.5f, edge);
        out[count++] = vertex(x, y + 2 * size, 0.5f, edge);
    }
    return count;
}

/* ---- async: patterns that two compute queues make while the graphics queue waits */

enum { PATTERN = 128, PATTERNS = 2 };

static const uint32_t pattern_keys[PATTERNS] = {0, 0x00ff40ff};

/* Left, lower, right and upper edge: a pixel for each texel, so that no pixel's middle lies between two of them. */
static const float pattern_places[PATTERNS][4] = {{-0.9f, -(float)PATTERN / PAGE_HEIGHT, -0.1f, (float)PATTERN / PAGE_HEIGHT},
    {0.1f, -(float)PATTERN / PAGE_HEIGHT, 0.9f, (float)PATTERN / PAGE_HEIGHT}};

/* ---- occlusion: boxes behind a wall; a lamp for each that is seen, a bar as long as what is seen of it */

enum { BOXES = 5 };

static inline int wall(struct vertex *out) {
    return rectangle(out, -0.55f, -0.1f, 0.5f, 0.9f, 0.3f, (struct colour){0.35f, 0.3f, 0.28f, 1}, (struct colour){0.5f, 0.42f, 0.36f, 1});
}

static inline int box(struct vertex *out, int i) {
    static const float places[BOXES][3] = {{-0.95f, 0.2f, 0.5f}, {-0.7f, 0.4f, 0.5f}, {-0.2f, 0.3f, 0.6f}, {0.1f, 0.05f, 0.1f}, {0.35f, 0.5f, 0.7f}};
    return rectangle(out, places[i][0], places[i][1], places[i][0] + 0.3f, places[i][1] + 0.35f, places[i][2],
        (struct colour){0.2f, 0.5f, 0.8f, 1}, (struct colour){0.5f, 0.8f, 0.95f, 1});
}

static inline int box_lamp(struct vertex *out, int i) {
    float x = -0.9f + 0.38f * (float)i;
    return rectangle(out, x, -0.45f, x + 0.28f, -0.25f, 0.5f, (struct colour){0.2f, 0.8f, 0.3f, 1}, (struct colour){0.5f, 1, 0.5f, 1});
}

/* 2000 samples are as long as the lamp above. */
static inline int box_bar(struct vertex *out, int i, uint64_t samples) {
    float x = -0.9f + 0.38f * (float)i;
    const struct colour gold = {0.9f, 0.7f, 0.2f, 1};
    return rectangle(out, x, -0.8f, x + 0.28f * (float)samples / 2000, -0.6f, 0.5f, gold, gold);
}

/* ---- tessellation: ground in patches, the nearer the finer; corners hold place, base height and factor */

enum { PATCH_COLUMNS = 4, PATCH_ROWS = 4, PATCHES = PATCH_COLUMNS * PATCH_ROWS, PATCH_POINTS = 4 };

struct ground {
    float x, z, height, factor;
};

static inline struct ground ground_corner(int column, int row) {
    static const float heights[3] = {0, 0.12f, 0.05f}, factors[PATCH_ROWS + 1] = {12, 8, 6, 4, 2};
    return (struct ground){-2 + 4 * (float)column / PATCH_COLUMNS, 3 * (float)row / PATCH_ROWS, heights[(column + 2 * row) % 3], factors[row]};
}

static inline int ground(struct ground *out) {
    int count = 0;
    for (int row = 0; row < PATCH_ROWS; row++) {
        for (int column = 0; column < PATCH_COLUMNS; column++) {
            for (int i = 0; i < PATCH_POINTS; i++) {
                out[count++] = ground_corner(column + (i & 1), row + (i >> 1));
            }
        }
    }
    return count;
}

/* ---- clip: tiles cut by one plane and more; the last by six, which leave a hexagon. A plane keeps where x, y, z, w times it are positive. */

enum { CLIP_TILES = 4, PLANES = 6 };

/* Planes of a tile and their coefficients, about the tile's centre. */
static inline uint32_t clip_planes(int tile, float out[PLANES][4]) {
    static const float slopes[PLANES][2] = {{1, 0}, {0.5f, 0.9f}, {-0.5f, 0.9f}, {-1, 0}, {-0.5f, -0.9f}, {0.5f, -0.9f}};
    static const uint32_t enabled[CLIP_TILES] = {0x1, 0x12, 0x15, 0x3f};
    float x = -0.72f + 0.48f * (float)tile;
    for (int i = 0; i < PLANES; i++) {
        out[i][0] = slopes[i][0];
        out[i][1] = slopes[i][1] * 0.25f;
        out[i][2] = 0;
        out[i][3] = 0.16f - slopes[i][0] * x;
    }
    return enabled[tile];
}

static inline int clip_tile(struct vertex *out, int tile) {
    float x = -0.72f + 0.48f * (float)tile;
    return rectangle(out, x - 0.22f, -0.85f, x + 0.22f, 0.85f, 0.5f, (struct colour){0.9f, 0.5f, 0.2f, 1}, (struct colour){0.3f, 0.8f, 0.9f, 1});
}

/* ---- shadow: shapes as a light sees them, kept as depth; the floor asks for each place whether the light reaches it */

enum { SHADOW_SIZE = 128, SHADOW_SHAPES = 3 };

static inline int shadow_shape(struct vertex *out, int i) {
    static const float places[SHADOW_SHAPES][3][3] = {{{-0.8f, -0.6f, 0.3f}, {0.1f, -0.8f, 0.3f}, {-0.4f, 0.3f, 0.3f}},
        {{0.2f, -0.5f, 0.1f}, {0.8f, -0.1f, 0.6f}, {0.1f, 0.7f, 0.9f}}, {{-0.7f, 0.4f, 0.5f}, {-0.1f, 0.45f, 0.5f}, {-0.5f, 0.9f, 0.5f}}};
    const struct colour unseen = {0, 0, 0, 1};
    for (int k = 0; k < 3; k++) {
        out[k] = vertex(places[i][k][0], places[i][k][1], places[i][k][2], unseen);
    }
    return 3;
}

static inline int shadow_backdrop(struct vertex *out) {
    const struct colour unseen = {0, 0, 0, 1};
    return rectangle(out, -1, -1, 1, 1, 1, unseen, unseen);
}

/* Places of the light's picture and the depth that is compared, which falls towards the front. */
static inline int shadow_floor(struct vertex *out) {
    out[0] = vertex(-0.95f, -0.9f, 0.5f, (struct colour){0, 0, 0.2f, 1});
    out[1] = vertex(0.95f, -0.9f, 0.5f, (struct colour){1, 0, 0.45f, 1});
    out[2] = vertex(-0.6f, 0.9f, 0.5f, (struct colour){0, 1, 0.7f, 1});
    out[3] = out[2];
    out[4] = out[1];
    out[5] = vertex(0.6f, 0.9f, 0.5f, (struct colour){1, 1, 0.95f, 1});
    return 6;
}

/* ---- primitives: points, lines, strips that begin anew, fans, rectangles and quads */

enum { PRIMITIVE_TILES = 8, PRIMITIVE_VERTICES = 48, RESTART = 0xffff, STRIP_INDICES = 13 };
enum { TILE_POINTS, TILE_LINES, TILE_LINE_STRIP, TILE_LINE_LOOP, TILE_STRIP, TILE_FAN, TILE_RECTANGLES, TILE_QUADS };

/* Two strips; only their tile is drawn with indices. */
static const uint16_t strip_indices[STRIP_INDICES] = {0, 1, 2, 3, 4, 5, RESTART, 6, 7, 8, 9, 10, 11};

static inline int primitive_tile(struct vertex *out, int tile) {
    static const float ring[5][2] = {{0, 1}, {0.95f, 0.31f}, {0.59f, -0.81f}, {-0.59f, -0.81f}, {-0.95f, 0.31f}};
    float x = -0.74f + 0.49f * (float)(tile % 4), y = tile < 4 ? 0.48f : -0.48f;
    const struct colour warm = {0.95f, 0.6f, 0.25f, 1}, cold = {0.3f, 0.6f, 0.95f, 1};
    int count = 0;
    switch (tile) {
    case TILE_POINTS:
        for (int i = 0; i < 48; i++) {
            out[count++] = vertex(x - 0.175f + 0.05f * (float)(i % 8), y - 0.375f + 0.15f * (float)(i / 8), 0.5f, i % 2 ? warm : cold);
        }
        break;
    case TILE_LINES:
        for (int i = 0; i < 10; i++) {
            out[count++] = vertex(x - 0.18f + 0.04f * (float)i, y + (i % 2 ? 0.38f : -0.38f), 0.5f, i % 2 ? warm : cold);
        }
        break;
    case TILE_LINE_STRIP:
        for (int i = 0; i < 9; i++) {
            out[count++] = vertex(x + (i % 2 ? 0.19f : -0.19f), y - 0.38f + 0.095f * (float)i, 0.5f, i % 2 ? warm : cold);
        }
        break;
    case TILE_LINE_LOOP:
        for (int i = 0; i < 5; i++) {
            out[count++] = vertex(x + 0.19f * ring[i * 2 % 5][0], y + 0.4f * ring[i * 2 % 5][1], 0.5f, i % 2 ? warm : cold);
        }
        break;
    case TILE_STRIP:
        for (int i = 0; i < 12; i++) {
            out[count++] = vertex(x - 0.19f + 0.07f * (float)(i % 6), y + (i % 2 ? 0.15f : -0.15f) + (i < 6 ? 0.2f : -0.2f), 0.5f,
                i % 3 ? warm : cold);
        }
        break;
    case TILE_FAN:
        out[count++] = vertex(x, y, 0.5f, warm);
        for (int i = 0; i < 5; i++) {
            out[count++] = vertex(x + 0.19f * ring[i][0], y + 0.4f * ring[i][1], 0.5f, cold);
        }
        break;
    case TILE_RECTANGLES:
        for (int i = 0; i < 3; i++) {
            float left = x - 0.19f + 0.09f * (float)i, low = y - 0.38f + 0.25f * (float)i;
            out[count++] = vertex(left, low, 0.5f, i % 2 ? warm : cold);
            out[count++] = vertex(left + 0.18f, low, 0.5f, i % 2 ? warm : cold);
            out[count++] = vertex(left, low + 0.22f, 0.5f, i % 2 ? warm : cold);
        }
        break;
    default:
        for (int i = 0; i < 2; i++) {
            float low = y - 0.38f + 0.4f * (float)i;
            out[count++] = vertex(x - 0.19f, low, 0.5f, warm);
            out[count++] = vertex(x + 0.1f, low, 0.5f, cold);
            out[count++] = vertex(x + 0.19f, low + 0.36f, 0.5f, warm);
            out[count++] = vertex(x - 0.1f, low + 0.36f, 0.5f, cold);
        }
        break;
    }
    return count;
}

/* ---- readback: hills of depth, and how many texels lie in each tenth of it */

enum { HILLS = 9, DEPTH_RANGES = 10 };

/* No edge lies in the middle of a pixel, and no two hills are equally deep there. */
static inline int hill(struct vertex *out, int i) {
    float x = -0.8f + 0.4f * (float)(i % 5), y = i < 5 ? 0.453f : -0.044f, low = 0.05f + 0.1f * (float)i, high = 0.95f - 0.07f * (float)i;
    return rectangle(out, x - 0.25f, y - 0.3f, x + 0.25f, y + 0.4f, 0.5f, (struct colour){0.15f, low, 0.5f, 1}, (struct colour){high, 0.7f, 0.4f, 1});
}

/* The lower edge of a hill and its upper one have depths of their own. */
static inline int deep_hill(struct vertex *out, int i) {
    int count = hill(out, i);
    for (int k = 0; k < count; k++) {
        out[k].position[2] = k == 0 || k == 1 || k == 4 ? 0.05f + 0.1f * (float)i : 0.95f - 0.07f * (float)i;
    }
    return count;
}

/* Ranges of depth less than 1; 4000 texels are as high as the page's lower third. */
static inline int depth_range(float depth) { return (int)(depth * DEPTH_RANGES); }

static inline int range_bar(struct vertex *out, int range, int texels) {
    float x = -0.95f + 0.19f * (float)range;
    return rectangle(out, x, -0.98f, x + 0.16f, -0.98f + 0.6f * (float)texels / 4000, 0.5f, (struct colour){0.9f, 0.7f, 0.2f, 1},
        (struct colour){0.95f, 0.4f, 0.3f, 1});
}

/* ---- amplification: triangles that become stars of four */

enum { SEEDS = 24, SEED_COLUMNS = 8 };

static inline int seeds(struct vertex *out) {
    int count = 0;
    for (int i = 0; i < SEEDS; i++) {
        float x = -0.88f + 0.25f * (float)(i % SEED_COLUMNS), y = 0.62f - 0.62f * (float)(i / SEED_COLUMNS), size = 0.06f + 0.002f * (float)i;
        const struct colour warm = {0.9f - 0.02f * (float)i, 0.45f, 0.2f, 1}, cold = {0.2f, 0.3f + 0.02f * (float)i, 0.7f, 1};
        out[count++] = vertex(x - size, y - 1.6f * size, 0.5f, warm);
        out[count++] = vertex(x + size, y - 1.3f * size, 0.5f, cold);
        out[count++] = vertex(x + 0.3f * size, y + 1.7f * size, 0.5f, warm);
    }
    return count;
}
