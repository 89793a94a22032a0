/* What the pages show, in numbers: shared by the title and by the program that draws the references. */
#pragma once

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
