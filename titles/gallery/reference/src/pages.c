/* The pages by plain Vulkan and their original GLSL. */
#include "device.h"
#include <stdio.h>
#include <string.h>

static struct image page;

/* Triangles with a colour at each vertex. */
static struct draw flat(const struct vertex *vertices, int count) {
    return (struct draw){.vertex = "flat.vert", .fragment = "flat.frag", .colour = &page, .vertices = vertices, .count = (uint32_t)count};
}

static VkPipelineColorBlendAttachmentState blend(VkBlendFactor source, VkBlendOp operation, VkBlendFactor target) {
    return (VkPipelineColorBlendAttachmentState){VK_TRUE, source, target, operation, source, target, operation, 0xf};
}

static void draw_blend(void) {
    VkPipelineColorBlendAttachmentState keeping_alpha = blend(VK_BLEND_FACTOR_DST_ALPHA, VK_BLEND_OP_ADD, VK_BLEND_FACTOR_ONE);
    keeping_alpha.srcAlphaBlendFactor = VK_BLEND_FACTOR_ZERO;
    const VkPipelineColorBlendAttachmentState blends[BLEND_TILES] = {
        blend(VK_BLEND_FACTOR_SRC_ALPHA, VK_BLEND_OP_ADD, VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA),
        blend(VK_BLEND_FACTOR_ONE, VK_BLEND_OP_ADD, VK_BLEND_FACTOR_ONE),
        blend(VK_BLEND_FACTOR_DST_COLOR, VK_BLEND_OP_ADD, VK_BLEND_FACTOR_ZERO),
        blend(VK_BLEND_FACTOR_ONE, VK_BLEND_OP_REVERSE_SUBTRACT, VK_BLEND_FACTOR_ONE),
        blend(VK_BLEND_FACTOR_ONE, VK_BLEND_OP_MIN, VK_BLEND_FACTOR_ONE),
        blend(VK_BLEND_FACTOR_ONE, VK_BLEND_OP_MAX, VK_BLEND_FACTOR_ONE),
        blend(VK_BLEND_FACTOR_CONSTANT_COLOR, VK_BLEND_OP_ADD, VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_COLOR),
        keeping_alpha,
        blend(VK_BLEND_FACTOR_ONE_MINUS_DST_COLOR, VK_BLEND_OP_ADD, VK_BLEND_FACTOR_ONE),
    };
    struct vertex corners[6];
    struct draw backdrop = flat(corners, blend_backdrop(corners));
    draw(&backdrop);
    for (int i = 0; i < BLEND_TILES; i++) {
        struct draw tile = flat(corners, blend_tile(corners, i));
        tile.blend = blends[i];
        tile.has_logic = i == BLEND_TILES - 1;
        tile.logic = VK_LOGIC_OP_XOR;
        tile.constants[0] = blend_constant.r;
        tile.constants[1] = blend_constant.g;
        tile.constants[2] = blend_constant.b;
        tile.constants[3] = blend_constant.a;
        draw(&tile);
    }
}

/* ---- depth and stencil */

static struct image depth;

static void make_depth(void) {
    depth = make_image(VK_IMAGE_TYPE_2D, VK_FORMAT_D32_SFLOAT_S8_UINT, PAGE_WIDTH, PAGE_HEIGHT, 1, 1, VK_SAMPLE_COUNT_1_BIT);
    clear_depth(&depth, 1, 0);
}

/* A flat draw that is tested against the depth. */
static struct draw tested(const struct vertex *vertices, int count, VkBool32 writes, VkCompareOp comparison) {
    struct draw d = flat(vertices, count);
    d.depth = &depth;
    d.tests = (VkPipelineDepthStencilStateCreateInfo){.depthTestEnable = VK_TRUE, .depthWriteEnable = writes, .depthCompareOp = comparison};
    return d;
}

static void draw_backdrop(void) {
    struct vertex corners[6];
    struct draw backdrop = flat(corners, plain_backdrop(corners));
    draw(&backdrop);
}

static void draw_depth(void) {
    struct vertex corners[6];
    make_depth();
    draw_backdrop();
    for (int i = 0; i < DEPTH_STEPS; i++) {
        struct draw step = tested(corners, depth_step(corners, i), VK_TRUE, VK_COMPARE_OP_ALWAYS);
        draw(&step);
    }
    for (int i = 0; i < COMPARISONS; i++) {
        /* the comparisons have the same numbers here and there */
        struct draw bar = tested(corners, depth_bar(corners, i), VK_FALSE, (VkCompareOp)i);
        draw(&bar);
    }
    for (int i = 0; i < DEPTH_TRIANGLES; i++) {
        struct draw triangle = tested(corners, depth_triangle(corners, i), VK_TRUE, VK_COMPARE_OP_LESS);
        draw(&triangle);
    }
}

static struct draw marked(const struct vertex *vertices, int count, VkStencilOp operation, VkCompareOp comparison, uint32_t reference,
                          uint32_t mask) {
    struct draw d = flat(vertices, count);
    d.depth = &depth;
    VkStencilOpState state = {VK_STENCIL_OP_KEEP, operation, VK_STENCIL_OP_KEEP, comparison, mask, mask, reference};
    d.tests = (VkPipelineDepthStencilStateCreateInfo){.stencilTestEnable = VK_TRUE, .front = state, .back = state};
    return d;
}

/* The same without colours: what is drawn takes part as nothing and leaves what is there as it is. */
static void mark(struct draw d) {
    d.blend = blend(VK_BLEND_FACTOR_ZERO, VK_BLEND_OP_ADD, VK_BLEND_FACTOR_ONE);
    draw(&d);
}

static void draw_stencil(void) {
    struct vertex corners[3 * STENCIL_POINTS];
    make_depth();
    draw_backdrop();
    for (int i = 0; i < STENCIL_RECTANGLES; i++) {
        mark(marked(corners, stencil_rectangle(corners, i), VK_STENCIL_OP_INCREMENT_AND_CLAMP, VK_COMPARE_OP_ALWAYS, 0, 0xff));
    }
    for (int count = 1; count <= STENCIL_COUNTS; count++) {
        struct draw d = marked(corners, stencil_count(corners, count - 1), VK_STENCIL_OP_KEEP, VK_COMPARE_OP_EQUAL, (uint32_t)count, 0xff);
        draw(&d);
    }
    mark(marked(corners, stencil_star(corners), VK_STENCIL_OP_INVERT, VK_COMPARE_OP_ALWAYS, 0, 0x80));
    struct draw gold = marked(corners, stencil_gold(corners), VK_STENCIL_OP_KEEP, VK_COMPARE_OP_EQUAL, 0x80, 0x80);
    draw(&gold);
}

/* ---- targets */

static void draw_msaa(void) {
    struct image samples = make_image(VK_IMAGE_TYPE_2D, page.format, PAGE_WIDTH, PAGE_HEIGHT, 1, 1, VK_SAMPLE_COUNT_4_BIT);
    struct vertex corners[6];
    struct draw backdrop = flat(corners, plain_backdrop(corners));
    backdrop.colour = &samples;
    draw(&backdrop);
    for (int i = 0; i < BLADES; i++) {
        struct draw d = flat(corners, blade(corners, i, -0.5f));
        d.colour = &samples;
        draw(&d);
    }
    resolve(&samples, &page);
    for (int i = 0; i < BLADES; i++) {
        struct draw d = flat(corners, blade(corners, i, 0.5f));
        draw(&d);
    }
}

static void draw_hdr(void) {
    struct image light = make_image(VK_IMAGE_TYPE_2D, VK_FORMAT_R16G16B16A16_SFLOAT, PAGE_WIDTH, PAGE_HEIGHT, 1, 1, VK_SAMPLE_COUNT_1_BIT);
    struct vertex corners[12];
    struct draw backdrop = flat(corners, plain_backdrop(corners));
    backdrop.colour = &light;
    draw(&backdrop);
    for (int i = 0; i < LAMPS; i++) {
        struct draw d = flat(corners, lamp(corners, i));
        d.colour = &light;
        d.blend = blend(VK_BLEND_FACTOR_ONE, VK_BLEND_OP_ADD, VK_BLEND_FACTOR_ONE);
        draw(&d);
    }
    struct draw tone = {.vertex = "screen.vert", .fragment = "tone.frag", .colour = &page, .count = 3,
        .bindings = {{.image = &light, .sampler = make_sampler(VK_FILTER_NEAREST, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE)}}};
    draw(&tone);
}

/* ---- images */

static void draw_through(const struct vertex *vertices, int count, const char *fragment, const struct image *image) {
    struct draw d = flat(vertices, count);
    d.fragment = fragment;
    d.bindings[0] = (struct binding){.image = image, .sampler = make_sampler(VK_FILTER_LINEAR, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE)};
    draw(&d);
}

static void draw_cube(void) {
    static uint32_t texels[6 * FACE * FACE];
    for (uint32_t face = 0; face < 6; face++) {
        for (uint32_t y = 0; y < FACE; y++) {
            for (uint32_t x = 0; x < FACE; x++) {
                texels[(face * FACE + y) * FACE + x] = cube_texel(face, x, y);
            }
        }
    }
    struct image cube = make_image(VK_IMAGE_TYPE_2D, page.format, FACE, FACE, 1, 6, VK_SAMPLE_COUNT_1_BIT);
    fill(&cube, texels, sizeof texels);
    static struct vertex corners[GLOBE_VERTICES];
    draw_backdrop();
    draw_through(corners, globe(corners), "cube.frag", &cube);
}

static void draw_volume(void) {
    static uint32_t texels[VOLUME_DEPTH][VOLUME_HEIGHT][VOLUME_WIDTH];
    for (uint32_t z = 0; z < VOLUME_DEPTH; z++) {
        for (uint32_t y = 0; y < VOLUME_HEIGHT; y++) {
            for (uint32_t x = 0; x < VOLUME_WIDTH; x++) {
                texels[z][y][x] = volume_texel(x, y, z);
            }
        }
    }
    struct image volume = make_image(VK_IMAGE_TYPE_3D, page.format, VOLUME_WIDTH, VOLUME_HEIGHT, VOLUME_DEPTH, 1, VK_SAMPLE_COUNT_1_BIT);
    fill(&volume, texels, sizeof texels);
    struct vertex corners[6];
    draw_backdrop();
    for (int cut = 0; cut < VOLUME_CUTS; cut++) {
        draw_through(corners, volume_cut(corners, cut), "volume.frag", &volume);
    }
}

/* ---- geometry */

static void draw_tessellation(void) {
    static struct ground points[PATCHES * PATCH_POINTS];
    make_depth();
    draw_backdrop();
    int count = ground(points);
    struct buffer corners = make_buffer(sizeof points, points);
    struct draw d = {.vertex = "ground.vert", .control = "ground.tesc", .evaluation = "ground.tese", .fragment = "flat.frag", .colour = &page,
        .count = (uint32_t)count, .patch_points = PATCH_POINTS, .has_topology = 1, .topology = VK_PRIMITIVE_TOPOLOGY_PATCH_LIST, .bindings = {{.buffer = &corners}},
        .depth = &depth, .tests = {.depthTestEnable = VK_TRUE, .depthWriteEnable = VK_TRUE, .depthCompareOp = VK_COMPARE_OP_LESS_OR_EQUAL}};
    draw(&d);
    d.depth = NULL;
    d.tests = (VkPipelineDepthStencilStateCreateInfo){0};
    d.fill = VK_POLYGON_MODE_LINE;
    d.blend = blend(VK_BLEND_FACTOR_ONE, VK_BLEND_OP_ADD, VK_BLEND_FACTOR_ONE);
    draw(&d);
}

static void draw_amplification(void) {
    static struct vertex list[3 * SEEDS];
    draw_backdrop();
    struct draw stars = flat(list, seeds(list));
    stars.geometry = "star.geom";
    draw(&stars);
}

static void draw_particles(void) {
    static struct particle list[PARTICLES];
    for (int i = 0; i < PARTICLES; i++) {
        list[i] = first_particle(i);
    }
    struct buffer particles = make_buffer(sizeof list, list);
    struct binding bindings[MAX_BINDINGS] = {{.buffer = &particles}};
    for (int i = 0; i < PARTICLE_STEPS; i++) {
        dispatch("step.comp", bindings, PARTICLES / 64, 1, 1);
    }
    draw_backdrop();
    struct draw d = {.vertex = "particle.vert", .fragment = "flat.frag", .colour = &page, .count = 3, .instances = PARTICLES,
        .bindings = {{.buffer = &particles}}, .blend = blend(VK_BLEND_FACTOR_ONE, VK_BLEND_OP_ADD, VK_BLEND_FACTOR_ONE)};
    draw(&d);
}

static void draw_indirect(void) {
    static struct vertex list[POLYGON_VERTICES], points[5 * DIAMONDS], corners[DIAMOND_INDICES];
    draw_backdrop();
    polygons(list);
    for (int k = 0, first = 0; k < SHOWN_POLYGONS; first += 3 * (k + 3), k++) {
        struct draw polygon = flat(list + first, 3 * (k + 3));
        draw(&polygon);
    }
    diamonds(points);
    for (int k = 0; k < DIAMONDS; k++) {
        for (int i = 0; i < DIAMOND_INDICES; i++) {
            corners[i] = points[5 * k + diamond_indices[i]];
        }
        struct draw diamond = flat(corners, DIAMOND_INDICES);
        draw(&diamond);
    }
}

/* ---- queues and queries */

static void draw_async(void) {
    static uint32_t texels[PATTERN][PATTERN];
    draw_backdrop();
    for (int i = 0; i < PATTERNS; i++) {
        for (uint32_t y = 0; y < PATTERN; y++) {
            for (uint32_t x = 0; x < PATTERN; x++) {
                texels[y][x] = packed(2 * x, 2 * y, 2 * (x ^ y)) ^ pattern_keys[i];
            }
        }
        struct image pattern = make_image(VK_IMAGE_TYPE_2D, page.format, PATTERN, PATTERN, 1, 1, VK_SAMPLE_COUNT_1_BIT);
        fill(&pattern, texels, sizeof texels);
        struct vertex corners[6];
        const struct colour lower = {0, 1, 0, 0}, upper = {0, 0, 0, 0};
        const float *place = pattern_places[i];
        int count = rectangle(corners, place[0], place[1], place[2], place[3], 0, lower, upper);
        corners[1].colour[0] = corners[4].colour[0] = corners[5].colour[0] = 1;
        struct draw d = flat(corners, count);
        d.fragment = "texture.frag";
        d.bindings[0] = (struct binding){.image = &pattern, .sampler = make_sampler(VK_FILTER_NEAREST, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE)};
        draw(&d);
    }
}

static void draw_occlusion(void) {
    struct vertex corners[6];
    uint64_t seen[BOXES];
    make_depth();
    draw_backdrop();
    struct draw d = tested(corners, wall(corners), VK_TRUE, VK_COMPARE_OP_ALWAYS);
    draw(&d);
    for (int i = 0; i < BOXES; i++) {
        struct draw asked = tested(corners, box(corners, i), VK_TRUE, VK_COMPARE_OP_LESS);
        asked.query = make_query();
        draw(&asked);
        seen[i] = query_result(asked.query);
    }
    for (int i = 0; i < BOXES; i++) {
        if (seen[i] != 0) {
            struct draw lamp = flat(corners, box_lamp(corners, i));
            draw(&lamp);
        }
        struct draw bar = flat(corners, box_bar(corners, i, seen[i]));
        draw(&bar);
    }
}

/* ---- clipping, comparing, primitives */

static void draw_clip(void) {
    struct vertex corners[6];
    struct {
        float planes[PLANES][4];
        uint32_t enabled;
    } clip;
    draw_backdrop();
    for (int i = 0; i < CLIP_TILES; i++) {
        clip.enabled = clip_planes(i, clip.planes);
        struct buffer planes = make_buffer(sizeof clip, &clip);
        struct draw tile = flat(corners, clip_tile(corners, i));
        tile.vertex = "clip.vert";
        tile.bindings[0].buffer = &planes;
        draw(&tile);
    }
}

static void draw_shadow(void) {
    struct image unused = make_image(VK_IMAGE_TYPE_2D, page.format, SHADOW_SIZE, SHADOW_SIZE, 1, 1, VK_SAMPLE_COUNT_1_BIT);
    struct vertex corners[6];
    depth = make_image(VK_IMAGE_TYPE_2D, VK_FORMAT_D32_SFLOAT, SHADOW_SIZE, SHADOW_SIZE, 1, 1, VK_SAMPLE_COUNT_1_BIT);
    clear_depth(&depth, 1, 0);
    for (int i = 0; i < SHADOW_SHAPES; i++) {
        struct draw shape = tested(corners, shadow_shape(corners, i), VK_TRUE, VK_COMPARE_OP_LESS);
        shape.colour = &unused;
        draw(&shape);
    }
    draw_backdrop();
    struct draw floor = flat(corners, shadow_floor(corners));
    floor.fragment = "shadow.frag";
    floor.bindings[0] = (struct binding){.image = &depth, .sampler = make_comparison(VK_COMPARE_OP_LESS_OR_EQUAL)};
    draw(&floor);
}

/* Rectangles and quads as the triangles that they are made of. */
static int triangles(struct vertex *list, int tile, int count) {
    struct vertex out[PRIMITIVE_VERTICES];
    int made = 0;
    if (tile == TILE_RECTANGLES) {
        for (int i = 0; i < count; i += 3) {
            struct vertex opposite = list[i + 1];
            opposite.position[1] = list[i + 2].position[1];
            const struct vertex both[6] = {list[i], list[i + 1], list[i + 2], list[i + 2], list[i + 1], opposite};
            memcpy(out + made, both, sizeof both);
            made += 6;
        }
    } else {
        for (int i = 0; i < count; i += 4) {
            const struct vertex both[6] = {list[i], list[i + 1], list[i + 2], list[i], list[i + 2], list[i + 3]};
            memcpy(out + made, both, sizeof both);
            made += 6;
        }
    }
    memcpy(list, out, (size_t)made * sizeof *out);
    return made;
}

static void draw_primitives(void) {
    static const VkPrimitiveTopology topologies[PRIMITIVE_TILES] = {VK_PRIMITIVE_TOPOLOGY_POINT_LIST, VK_PRIMITIVE_TOPOLOGY_LINE_LIST,
        VK_PRIMITIVE_TOPOLOGY_LINE_STRIP, VK_PRIMITIVE_TOPOLOGY_LINE_STRIP, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP,
        VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
    struct vertex list[PRIMITIVE_VERTICES];
    draw_backdrop();
    for (int tile = 0; tile < PRIMITIVE_TILES; tile++) {
        int count = primitive_tile(list, tile);
        if (tile == TILE_LINE_LOOP) {
            list[count++] = list[0];
        } else if (tile >= TILE_RECTANGLES) {
            count = triangles(list, tile, count);
        }
        struct draw d = flat(list, count);
        d.vertex = tile == TILE_POINTS ? "point.vert" : d.vertex;
        d.topology = topologies[tile];
        d.has_topology = 1;
        if (tile == TILE_STRIP) {
            d.count /= 2; /* two strips of six */
            draw(&d);
            d.vertices += d.count;
        }
        draw(&d);
    }
}

/* ---- depth in the title's hands */

static void draw_readback(void) {
    static float texels[PAGE_HEIGHT][PAGE_WIDTH];
    struct vertex corners[6];
    int counts[DEPTH_RANGES] = {0};
    depth = make_image(VK_IMAGE_TYPE_2D, VK_FORMAT_D32_SFLOAT, PAGE_WIDTH, PAGE_HEIGHT, 1, 1, VK_SAMPLE_COUNT_1_BIT);
    clear_depth(&depth, 1, 0);
    draw_backdrop();
    for (int i = 0; i < HILLS; i++) {
        struct draw d = tested(corners, deep_hill(corners, i), VK_TRUE, VK_COMPARE_OP_LESS);
        draw(&d);
    }
    read_texels(&depth, texels, sizeof texels);
    for (int y = 0; y < PAGE_HEIGHT; y++) {
        for (int x = 0; x < PAGE_WIDTH; x++) {
            if (texels[y][x] < 1) {
                counts[depth_range(texels[y][x])]++;
            }
        }
    }
    for (int range = 0; range < DEPTH_RANGES; range++) {
        struct draw d = flat(corners, range_bar(corners, range, counts[range]));
        draw(&d);
    }
}

static const struct {
    const char *name;
    void (*draw)(void);
} pages[] = {
    {"blend", draw_blend}, {"depth", draw_depth}, {"stencil", draw_stencil}, {"msaa", draw_msaa}, {"hdr", draw_hdr}, {"cube", draw_cube},
    {"volume", draw_volume}, {"tessellation", draw_tessellation}, {"particles", draw_particles}, {"indirect", draw_indirect},
    {"async", draw_async}, {"occlusion", draw_occlusion}, {"clip", draw_clip}, {"shadow", draw_shadow}, {"primitives", draw_primitives},
    {"readback", draw_readback}, {"amplification", draw_amplification},
};

/* pages MODULES OUT: draws each page to OUT/NAME.png and names the device in OUT/device.txt. */
int main(int count, char **words) {
    if (count != 3) {
        fail("reading MODULES OUT");
    }
    open_device(words[1]);
    char path[512];
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
        page = make_image(VK_IMAGE_TYPE_2D, VK_FORMAT_R8G8B8A8_UNORM, PAGE_WIDTH, PAGE_HEIGHT, 1, 1, VK_SAMPLE_COUNT_1_BIT);
        clear_colour(&page, 0, 0, 0, 0);
        pages[i].draw();
        snprintf(path, sizeof path, "%s/%s.png", words[2], pages[i].name);
        write_picture(&page, path);
    }
    snprintf(path, sizeof path, "%s/device.txt", words[2]);
    FILE *file = fopen(path, "w");
    if (!file) {
        fail(path);
    }
    fprintf(file, "%s\n", device_name());
    fclose(file);
    return 0;
}
