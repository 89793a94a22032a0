/* The picture: a sky painted into a cube map by compute, and a cube of stone and gold that mirrors it. */
#include "first_light.h"
#include "guest/descriptors.h"
#include "modules/vault.h"

enum { WIDTH = 1280, HEIGHT = 720, FRAMES = 120, BUFFERS = 2, FACE = 128, COMMAND_DWORDS = 4096, FILLED = 1000 };
enum { VERTEX_USER = 0x08c, PIXEL_USER = 0x00c, COMPUTE_USER = 0x240 };
enum { TABLE_DWORDS = 36, REGISTER_DEFAULTS = 8, WAIT_US = 60000000 };

_Noreturn void exit(int status);

struct vector {
    float x, y, z;
};

/* One program pair with the lists that link its stages. */
struct pipeline {
    struct shader *vertex, *pixel;
    struct pair *cx, *uc; /* 34 + 1 and 3 pairs */
};

struct sky_vertex {
    float x, y;
    struct vector ray;
};

struct cube_vertex {
    struct vector position, normal;
    float u, v;
};

struct cube_constants {
    float projection[4][4], world[3][4], eye[4];
};

extern uint8_t fill_record[], fill_code[], dawn_record[], dawn_code[], sky_vertex_record[], sky_vertex_code[], sky_pixel_record[],
    sky_pixel_code[], cube_vertex_record[], cube_vertex_code[], cube_pixel_record[], cube_pixel_code[];

static const struct vector sun = {-0.4939f, 0.1284f, -0.8600f}, key_light = {-0.8403f, 0.4412f, 0.3151f};
static const struct vector eye = {0, 0.75f, 4.8f}, target = {0, 0.02f, 0};
static const float tangent = 0.3443f; /* of half the vertical angle of view, 19 degrees */

static int display;
static equeue_t flips;
static uint32_t *commands[BUFFERS];
static volatile uint64_t *labels;
static void *colour[BUFFERS], *depth;
static struct pair *target_state[BUFFERS];
static uint32_t target_pairs;
static uint8_t *sky;
static struct pipeline background, cube;
static struct sky_vertex *sky_vertices;
static struct cube_vertex *cube_vertices;
static uint16_t *sky_indices, *cube_indices;
static uint32_t *cube_table;
static struct cube_constants *cube_constants[BUFFERS];

/* ---- vectors */

static struct vector sum(struct vector a, struct vector b, float scale) {
    return (struct vector){a.x + b.x * scale, a.y + b.y * scale, a.z + b.z * scale};
}

static float dot(struct vector a, struct vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static struct vector cross(struct vector a, struct vector b) {
    return (struct vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static struct vector unit(struct vector a) {
    float length = sqrtf(dot(a, a));
    return (struct vector){a.x / length, a.y / length, a.z / length};
}

/* ---- waiting */

static void wait_for_label(int slot, uint64_t value, const char *what) {
    uint64_t until = sceKernelGetProcessTime() + WAIT_US;
    while (labels[slot] != value) {
        if (sceKernelGetProcessTime() > until) {
            printf("first light: %s did not end: label %llu, expected %llu\n", what, (unsigned long long)labels[slot],
                (unsigned long long)value);
            exit(102);
        }
        sceKernelUsleep(200);
    }
}

static void wait_for_flip(int64_t frame) {
    struct flip_status status;
    uint64_t until = sceKernelGetProcessTime() + WAIT_US;
    while (sceVideoOutGetFlipStatus(display, &status) == 0 && (status.count == 0 || status.argument < frame)) {
        struct event event;
        int count;
        uint32_t timeout = 1000000;
        if (sceKernelGetProcessTime() > until) {
            printf("first light: flip %lld was not shown, the last one is %lld\n", (long long)frame, (long long)status.argument);
            exit(103);
        }
        sceKernelWaitEqueue(flips, &event, 1, &count, &timeout);
    }
}

/* ---- command buffers */

/* Called when a command buffer is full; ours are large enough, so nothing more is given. */
static int full(struct command_buffer *buffer, uint32_t dwords, void *user) {
    (void)user;
    printf("first light: command buffer %p lacks room for %u dwords\n", (void *)buffer, dwords);
    return 0;
}

static struct command_buffer begin(int slot) {
    uint32_t *start = commands[slot];
    return (struct command_buffer){start, start + COMMAND_DWORDS, start, start + COMMAND_DWORDS, full, NULL, 0, 0};
}

static int submit(struct command_buffer *buffer) {
    struct submission submission = {buffer->bottom, (uint32_t)(buffer->up - buffer->bottom), 0, {0}};
    return sceAgcDriverSubmitDcb(&submission) == 0 && sceAgcSuspendPoint() == 0;
}

static void acquire(struct command_buffer *buffer) {
    sceAgcDcbAcquireMem(buffer, 0, 0, 0xc3b1, NULL, ~0ull, 400);
}

static void release(struct command_buffer *buffer, int slot, uint64_t value) {
    sceAgcCbReleaseMem(buffer, ACTION_FLUSH_AND_INVALIDATE, 0x603, 0, 3, (void *)&labels[slot], RELEASE_64_BITS, value, 0, 0,
        INTERRUPT_AFTER_WRITE, 0);
}

static void user_data(struct command_buffer *buffer, uint32_t offset, const void *words, size_t size) {
    sceAgcCbSetShRegisterRangeDirect(buffer, offset, words, (uint32_t)(size / 4));
}

/* ---- shaders */

/* Copies a record and its code to shared memory and makes the shader object of them. */
static struct shader *create(const char *name, const uint8_t *record, const uint8_t *code) {
    const struct shader *source = (const struct shader *)record;
    void *header = shared_memory(source->header_size, 256);
    void *program = shared_memory(source->code_size, 256);
    memcpy(header, record, source->header_size);
    memcpy(program, code, source->code_size);
    struct shader *shader = NULL;
    if (sceAgcCreateShader(&shader, header, program) != 0 || shader != header) {
        printf("first light: shader %s could not be created\n", name);
        exit(104);
    }
    return shader;
}

static struct pipeline link(const char *name, struct shader *vertex, struct shader *pixel, uint32_t depth_control) {
    struct pipeline pipeline = {vertex, pixel, shared_memory(35 * sizeof(struct pair), 256),
        shared_memory(3 * sizeof(struct pair), 256)};
    report(name, sceAgcLinkShaders(pipeline.cx, pipeline.uc, NULL, vertex, pixel, PRIMITIVE_TRIANGLES) == 0);
    pipeline.cx[34] = (struct pair){0x200, depth_control};
    return pipeline;
}

static void bind(struct command_buffer *buffer, const struct pipeline *pipeline) {
    sceAgcDcbSetCxRegistersIndirect(buffer, pipeline->cx, 35);
    sceAgcDcbSetCxRegistersIndirect(buffer, pipeline->vertex->cx, pipeline->vertex->cx_count);
    sceAgcDcbSetCxRegistersIndirect(buffer, pipeline->pixel->cx, pipeline->pixel->cx_count);
    sceAgcDcbSetShRegistersIndirect(buffer, pipeline->vertex->sh, pipeline->vertex->sh_count);
    sceAgcDcbSetShRegistersIndirect(buffer, pipeline->pixel->sh, pipeline->pixel->sh_count);
    sceAgcDcbSetUcRegistersIndirect(buffer, pipeline->uc, 3);
}

static void draw(struct command_buffer *buffer, const struct pipeline *pipeline, const uint16_t *indices, uint32_t count) {
    sceAgcDcbSetIndexSize(buffer, INDEX_16, 0);
    sceAgcDcbSetNumInstances(buffer, 1);
    sceAgcDcbDrawIndex(buffer, count, indices, pipeline->vertex->specials->draw_modifier);
}

/* ---- compute: a filled buffer, and the six faces of the sky */

/* Face directions of a cube map: the texel at (u, v) looks along forward + u * right + v * down. */
static const struct vector face_forward[6] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
static const struct vector face_right[6] = {{0, 0, -1}, {0, 0, 1}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}, {-1, 0, 0}};
static const struct vector face_down[6] = {{0, -1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}, {0, -1, 0}, {0, -1, 0}};

static void put(float *row, struct vector v, float last) {
    row[0] = v.x;
    row[1] = v.y;
    row[2] = v.z;
    row[3] = last;
}

static struct image_descriptor sky_image(uint32_t face) {
    return image_descriptor(sky, IMAGE_CUBE, FORMAT_16_16_16_16_FLOAT, LINEAR, FACE, FACE, 5, face);
}

static void compute(void) {
    struct shader *fill = create("fill", fill_record, fill_code), *dawn = create("dawn", dawn_record, dawn_code);
    uint32_t *filled = shared_memory(FILLED * 4 + 64, 256);
    sky = shared_memory(6 * FACE * FACE * 8, 65536);
    float(*constants)[4][4] = shared_memory(6 * sizeof *constants, 256);
    struct command_buffer buffer = begin(0);
    sceAgcDcbResetQueue(&buffer, 0x3ff, 0);
    acquire(&buffer);

    struct {
        struct buffer_descriptor out;
        uint32_t value, count;
    } fill_user = {buffer_descriptor(filled, 4, FILLED, FORMAT_32_UINT), 0x1000, FILLED};
    sceAgcDcbSetShRegistersIndirect(&buffer, fill->sh, fill->sh_count);
    user_data(&buffer, COMPUTE_USER, &fill_user, 24);
    sceAgcCbDispatch(&buffer, (FILLED + 63) / 64, 1, 1, fill->specials->dispatch_modifier);

    sceAgcDcbSetShRegistersIndirect(&buffer, dawn->sh, dawn->sh_count);
    for (int face = 0; face < 6; face++) {
        put(constants[face][0], face_forward[face], 2.0f / FACE);
        put(constants[face][1], face_right[face], 1.0f / FACE - 1);
        put(constants[face][2], face_down[face], 0);
        put(constants[face][3], sun, 0);
        struct {
            struct image_descriptor out;
            struct buffer_descriptor constants;
        } user = {sky_image((uint32_t)face), buffer_descriptor(constants[face], 16, 4, FORMAT_32_32_32_32_FLOAT)};
        user_data(&buffer, COMPUTE_USER, &user, sizeof user);
        sceAgcCbDispatch(&buffer, FACE / 8, FACE / 8, 1, dawn->specials->dispatch_modifier);
    }
    release(&buffer, BUFFERS, 1);
    report("compute submitted", submit(&buffer));
    wait_for_label(BUFFERS, 1, "the compute work");
    int good = 1;
    for (uint32_t i = 0; i < FILLED; i++) {
        good &= filled[i] == 0x1000 + i;
    }
    report("compute filled a buffer", good && filled[FILLED] == 0);
}

/* ---- geometry, textures, state */

static void make_sky(void) {
    struct vector forward = unit(sum(target, eye, -1)), right = unit(cross(forward, (struct vector){0, 1, 0})),
                  up = cross(right, forward);
    static const uint16_t indices[6] = {0, 1, 2, 2, 1, 3};
    sky_vertices = shared_memory(4 * sizeof *sky_vertices, 256);
    sky_indices = shared_memory(sizeof indices, 256);
    memcpy(sky_indices, indices, sizeof indices);
    for (int i = 0; i < 4; i++) {
        float x = i & 1 ? 1 : -1, y = i & 2 ? 1 : -1;
        struct vector ray = sum(sum(forward, right, x * tangent * WIDTH / HEIGHT), up, y * tangent);
        sky_vertices[i] = (struct sky_vertex){x, y, ray};
    }
}

static void make_cube(void) {
    const float half = 0.85f;
    cube_vertices = shared_memory(24 * sizeof *cube_vertices, 256);
    cube_indices = shared_memory(36 * sizeof *cube_indices, 256);
    for (int face = 0; face < 6; face++) {
        for (int corner = 0; corner < 4; corner++) {
            float u = corner & 1 ? 1 : -1, v = corner & 2 ? 1 : -1;
            struct vector at = sum(sum(face_forward[face], face_right[face], u), face_down[face], v);
            cube_vertices[face * 4 + corner] = (struct cube_vertex){
                {at.x * half, at.y * half, at.z * half}, face_forward[face], u * 0.5f + 0.5f, v * 0.5f + 0.5f};
        }
        static const uint16_t indices[6] = {0, 1, 2, 2, 1, 3};
        for (int i = 0; i < 6; i++) {
            cube_indices[face * 6 + i] = (uint16_t)(face * 4 + indices[i]);
        }
    }
}

/* Byte offset of a four-byte texel in 64 KiB S blocks of 128 x 128. Documented: console facts, section 7. */
static uint32_t tiled_offset(uint32_t x, uint32_t y, uint32_t width) {
    uint32_t block = y / 128 * (width / 128) + x / 128;
    uint32_t in = (x & 3) << 2 | (y & 7) << 4 | (x >> 2 & 1) << 7 | (y >> 3 & 1) << 8 | (x >> 3 & 1) << 9 | (y >> 4 & 1) << 10
        | (x >> 4 & 1) << 11 | (y >> 5 & 1) << 12 | (x >> 5 & 1) << 13 | (y >> 6 & 1) << 14 | (x >> 6 & 1) << 15;
    return block * 65536 + in;
}

static void make_table(void) {
    uint32_t *painted = shared_memory(VAULT_SIZE * VAULT_SIZE * 4, 65536);
    uint8_t *relief = shared_memory(VAULT_SIZE * VAULT_SIZE * 4, 65536);
    for (uint32_t y = 0; y < VAULT_SIZE; y++) {
        for (uint32_t x = 0; x < VAULT_SIZE; x++) {
            painted[y * VAULT_SIZE + x] = vault_painted(x, y);
            *(uint32_t *)(relief + tiled_offset(x, y, VAULT_SIZE)) = vault_relief(x, y);
        }
    }
    float(*light)[4] = shared_memory(4 * sizeof *light, 256);
    put(light[0], key_light, 0);
    put(light[1], (struct vector){4.2f, 2.7f, 1.6f}, 0);
    put(light[2], (struct vector){0.55f, 0.62f, 0.95f}, 0);
    put(light[3], (struct vector){0.30f, 0.22f, 0.17f}, 0);
    struct {
        struct image_descriptor painted, relief, sky;
        struct sampler_descriptor repeated, clamped;
        struct buffer_descriptor light;
    } table = {
        image_descriptor(painted, IMAGE_2D, FORMAT_8_8_8_8_UNORM, LINEAR, VAULT_SIZE, VAULT_SIZE, 0, 0),
        image_descriptor(relief, IMAGE_2D, FORMAT_8_8_8_8_UNORM, TILED_64K_S, VAULT_SIZE, VAULT_SIZE, 0, 0),
        sky_image(0),
        sampler_descriptor(0),
        sampler_descriptor(1),
        buffer_descriptor(light, 16, 4, FORMAT_32_32_32_32_FLOAT),
    };
    _Static_assert(sizeof table == TABLE_DWORDS * 4, "table of cube_pixel");
    cube_table = shared_memory(sizeof table, 256);
    memcpy(cube_table, &table, sizeof table);
}

/* Everything of a draw that is neither default nor of a shader. Documented: graphics library notes, section 10. */
static void make_target_state(void) {
    for (int i = 0; i < BUFFERS; i++) {
        uint64_t c = (uintptr_t)colour[i], z = (uintptr_t)depth;
        uint32_t c_low = (uint32_t)(c >> 8), c_high = (uint32_t)(c >> 40), z_low = (uint32_t)(z >> 8), z_high = (uint32_t)(z >> 40);
        uint32_t size = WIDTH | HEIGHT << 16;
        const struct pair state[] = {
            {0x318, c_low}, {0x390, c_high}, {0x31b, 0}, {0x31c, 0x00008028}, {0x31d, 0}, {0x31e, 0x48}, {0x31f, 0}, {0x321, 0},
            {0x323, 0}, {0x324, 0}, {0x325, 0}, {0x398, 0}, {0x3a0, 0}, {0x3a8, 0},
            {0x3b0, (HEIGHT - 1) | (WIDTH - 1) << 14}, {0x3b8, 0x4dc00000}, /* linear */
            {0x000, 0}, {0x002, 0}, {0x005, 0}, {0x007, (WIDTH - 1) | (HEIGHT - 1) << 16}, {0x00b, 0x3f800000},
            {0x010, 0x80000183}, {0x011, 0x20000180}, /* 32-bit float, 64 KiB Z_X, no stencil */
            {0x012, z_low}, {0x013, 0}, {0x014, z_low}, {0x015, 0}, {0x01a, z_high}, {0x01b, 0}, {0x01c, z_high}, {0x01d, 0},
            {0x01e, 0}, {0x2af, 0},
            {0x10f, 0x44200000}, {0x110, 0x44200000}, {0x111, 0xc3b40000}, {0x112, 0x43b40000}, /* 640 640 -360 360 */
            {0x113, 0x3f800000}, {0x114, 0}, {0x0b4, 0}, {0x0b5, 0x3f800000}, {0x2fa, 0x3f800000}, {0x2fb, 0x3f800000},
            {0x2fc, 0x3f800000}, {0x2fd, 0x3f800000}, {0x206, 0x43f},
            {0x00c, 0}, {0x00d, size}, {0x081, 0x80000000}, {0x082, size}, {0x090, 0x80000000}, {0x091, size}, {0x094, 0x80000000},
            {0x095, size},
            {0x08e, 0xf}, {0x202, 0x00cc0010}, {0x1e0, 0x20010001}, {0x204, 0x00080000}, {0x205, 0x240}, {0x292, 2}, {0x293, 0},
            {0x2f8, 0}, {0x30e, 0xffffffff}, {0x30f, 0xffffffff},
        };
        target_state[i] = shared_memory(sizeof state, 256);
        memcpy(target_state[i], state, sizeof state);
        target_pairs = sizeof state / sizeof state[0];
    }
}

/* ---- frames */

static void place_cube(struct cube_constants *constants, int frame) {
    const float turn = 6.2831853f, near = 0.1f, far = 20;
    float a = -1.465f + frame * turn / 180, b = 0.2f;
    float ca = cosf(a), sa = sinf(a), cb = cosf(b), sb = sinf(b);
    /* about the upright axis, then tilted towards the eye */
    float world[3][4] = {{ca, 0, sa, 0}, {sb * sa, cb, -sb * ca, 0}, {-cb * sa, sb, cb * ca, 0}};
    struct vector forward = unit(sum(target, eye, -1)), right = unit(cross(forward, (struct vector){0, 1, 0})),
                  up = cross(right, forward);
    /* clip = projection * view * world; z from 0 to 1 */
    float scale_x = 1 / (tangent * WIDTH / HEIGHT), scale_y = 1 / tangent, scale_z = far / (far - near);
    struct vector axes[4] = {{right.x * scale_x, right.y * scale_x, right.z * scale_x},
        {up.x * scale_y, up.y * scale_y, up.z * scale_y},
        {forward.x * scale_z, forward.y * scale_z, forward.z * scale_z}, forward};
    for (int row = 0; row < 4; row++) {
        for (int column = 0; column < 3; column++) {
            constants->projection[row][column] =
                axes[row].x * world[0][column] + axes[row].y * world[1][column] + axes[row].z * world[2][column];
        }
        constants->projection[row][3] = -dot(axes[row], eye) - (row == 2 ? near * scale_z : 0);
    }
    memcpy(constants->world, world, sizeof world);
    put(constants->eye, eye, 1);
}

static void show_frame(int frame) {
    int slot = frame % BUFFERS;
    if (frame >= BUFFERS) {
        wait_for_label(slot, (uint64_t)(frame - BUFFERS + 1), "a frame");
    }
    place_cube(cube_constants[slot], frame);
    struct command_buffer buffer = begin(slot);
    sceAgcDcbResetQueue(&buffer, 0x3ff, 0);
    sceAgcDcbWaitUntilSafeForRendering(&buffer, (uint32_t)display, slot);
    acquire(&buffer);
    sceAgcDcbSetCxRegistersIndirect(&buffer, target_state[slot], target_pairs);

    bind(&buffer, &background);
    struct buffer_descriptor sky_buffer = buffer_descriptor(sky_vertices, sizeof *sky_vertices, 4, FORMAT_32_32_32_FLOAT);
    struct {
        struct image_descriptor image;
        struct sampler_descriptor sampler;
    } sky_user = {sky_image(0), sampler_descriptor(1)};
    user_data(&buffer, VERTEX_USER, &sky_buffer, sizeof sky_buffer);
    user_data(&buffer, PIXEL_USER, &sky_user, sizeof sky_user);
    draw(&buffer, &background, sky_indices, 6);

    bind(&buffer, &cube);
    struct buffer_descriptor cube_buffers[2] = {
        buffer_descriptor(cube_vertices, sizeof *cube_vertices, 24, FORMAT_32_32_32_FLOAT),
        buffer_descriptor(cube_constants[slot], 16, sizeof(struct cube_constants) / 16, FORMAT_32_32_32_32_FLOAT),
    };
    user_data(&buffer, VERTEX_USER, cube_buffers, sizeof cube_buffers);
    user_data(&buffer, PIXEL_USER, &cube_table, sizeof cube_table);
    draw(&buffer, &cube, cube_indices, 36);

    release(&buffer, slot, (uint64_t)frame + 1);
    sceAgcDcbSetFlip(&buffer, (uint32_t)display, slot, FLIP_AT_VERTICAL_BLANK, frame);
    if (!submit(&buffer)) {
        report("frame submitted", 0);
        exit(105);
    }
    if (frame > 0) {
        wait_for_flip(frame - 1);
    }
}

static void open_display(void) {
    size_t colour_bytes = WIDTH * HEIGHT * 4, depth_bytes = (WIDTH + 127) / 128 * ((HEIGHT + 127) / 128) * 65536;
    struct video_buffer buffers[BUFFERS];
    for (int i = 0; i < BUFFERS; i++) {
        colour[i] = shared_memory(colour_bytes, 65536);
        buffers[i] = (struct video_buffer){colour[i], NULL, {0}};
        commands[i] = shared_memory(COMMAND_DWORDS * 4, 256);
        cube_constants[i] = shared_memory(sizeof(struct cube_constants), 256);
    }
    depth = shared_memory(depth_bytes, 65536);
    labels = shared_memory((BUFFERS + 1) * sizeof *labels, 256);
    display = sceVideoOutOpen(0xff, 0, 0, NULL);
    report("display opened", display >= 1);
    report("flip events", sceKernelCreateEqueue(&flips, "flips") == 0 && sceVideoOutAddFlipEvent(flips, display, NULL) == 0);
    struct video_attribute attribute;
    sceVideoOutSetBufferAttribute2(&attribute, DISPLAY_RGBA8_SRGB, 1, WIDTH, HEIGHT, 0, 0, 0);
    report("display buffers", sceVideoOutRegisterBuffers2(display, 0, 0, buffers, BUFFERS, &attribute, 0, NULL) == 0);
    report("flip rate", sceVideoOutSetFlipRate(display, 0) == 0);
}

static void close_display(void) {
    report("display closed", sceVideoOutUnregisterBuffers(display, 0) == 0 && sceVideoOutDeleteFlipEvent(flips, display) == 0
        && sceVideoOutClose(display) == 0 && sceKernelDeleteEqueue(flips) == 0);
}

void show_picture(int32_t user) {
    uint32_t state = 0;
    report("graphics", sceAgcInit_0090(&state, REGISTER_DEFAULTS) == 0);
    open_display();
    compute();
    make_sky();
    make_cube();
    make_table();
    make_target_state();
    /* The background writes the far depth everywhere, whatever is there; the cube is tested against it. */
    background = link("background linked", create("sky_vertex", sky_vertex_record, sky_vertex_code),
        create("sky_pixel", sky_pixel_record, sky_pixel_code), 0x76);
    cube = link("cube linked", create("cube_vertex", cube_vertex_record, cube_vertex_code),
        create("cube_pixel", cube_pixel_record, cube_pixel_code), 0x36);
    int pad = scePadOpen(user, 0, 0, NULL);
    for (int frame = 0; frame < FRAMES; frame++) {
        uint8_t sample[0x78], status[0x88];
        scePadReadState(pad, sample);
        sceSystemServiceGetStatus(status);
        show_frame(frame);
    }
    wait_for_flip(FRAMES - 1);
    report("frames shown", 1);
    scePadClose(pad);
    close_display();
}
