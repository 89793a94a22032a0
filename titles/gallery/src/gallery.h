/* Parts of the title. */
#pragma once
#include "guest/descriptors.h"
#include "guest/graphics.h"
#include "scenes.h"
#include <stddef.h>
#include <stdint.h>

_Noreturn void exit(int status);
int atoi(const char *text);
int printf(const char *format, ...);
void *memcpy(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);

/* Ends the title with a line that says what went wrong. */
_Noreturn void fail(int status, const char *what);

/* ---- memory */

/* Memory that CPU and GPU share; a place is zero the first time. Ends the title if there is none left. */
void *shared_memory(size_t size, size_t alignment);

/* Where the next piece of shared memory lies: set back, the same pieces are handed out again. */
void *memory_place(void);
void set_memory_place(void *place);

/* A copy in shared memory. */
void *shared_copy(const void *data, size_t size);

/* ---- command buffers */

enum { VERTEX_USER = 0x08c, PIXEL_USER = 0x00c, COMPUTE_USER = 0x240 };

/* Starts a command buffer. */
struct command_buffer begin_commands(void);

/* Ends a graphics command buffer and hands it over; the word becomes 1 when everything in it is done. */
volatile uint64_t *start(struct command_buffer *buffer);
void wait_for(volatile uint64_t *label);

/* Hands a graphics command buffer over and waits for its end. */
void finish(struct command_buffer *buffer);

/* Hands a graphics command buffer over, waits for its end, and starts another in its place. */
void pass(struct command_buffer *buffer);

/* Hands a command buffer over to a compute queue; the word becomes 1 when everything in it is done. */
void submit_compute(struct command_buffer *buffer, uint32_t queue, volatile uint64_t *label);

/* Makes what was written by draws and dispatches readable for what comes behind. */
void acquire(struct command_buffer *buffer);

/* A float as a register holds it. */
uint32_t bits(float value);

void set_context(struct command_buffer *buffer, uint32_t offset, uint32_t value);
void user_data(struct command_buffer *buffer, uint32_t offset, const void *words, size_t size);

/* ---- surfaces */

/* A colour surface, and the registers that describe it besides its address and size. */
struct surface {
    void *memory;
    uint32_t width, height, info, attributes, layout;
    enum format format; /* as an image */
};

/* Eight bits a channel, linear, so that its texels lie row after row. */
struct surface plain_surface(uint32_t width, uint32_t height);

/* Half floats, linear. */
struct surface light_surface(uint32_t width, uint32_t height);

/* Eight bits a channel, four samples, in blocks. */
struct surface sampled_surface(uint32_t width, uint32_t height);

struct image_descriptor surface_image(const struct surface *surface);

/* Depth as 32-bit floats and eight bits of stencil, in blocks. */
struct depth_surface {
    void *depth, *stencil;
    uint32_t width, height;
};

struct depth_surface depth_surface(uint32_t width, uint32_t height);

/* Bytes of the depth in memory, whole blocks. */
size_t depth_bytes(const struct depth_surface *surface);

/* Tests against the surface; control is DB_DEPTH_CONTROL. */
void set_depth(struct command_buffer *buffer, const struct depth_surface *surface, uint32_t control);

enum { DEPTH_CONTROL = 0x200, STENCIL_TEST = 1, DEPTH_TEST = 2, DEPTH_WRITE = 4 };
enum { NEVER = 0, LESS = 1, EQUAL = 2, LESS_OR_EQUAL = 3, ALWAYS = 7 };

/* The depth function of DB_DEPTH_CONTROL. */
static inline uint32_t depth_function(uint32_t comparison) { return comparison << 4; }

/* Averages the samples of a surface into another. */
void resolve(struct command_buffer *buffer, const struct surface *samples, const struct surface *target);

/* The whole surface is drawn to, without depth, blending and culling; state of earlier draws is gone. */
void set_target(struct command_buffer *buffer, const struct surface *colour);

/* ---- programs */

/* One program pair with the lists that link its stages. */
struct pipeline {
    struct shader *hull, *vertex, *pixel; /* hull may be NULL */
    struct pair *cx, *uc; /* 34 and 3 pairs */
};

struct shader *create_shader(const uint8_t *record, const uint8_t *code);
struct pipeline link_pipeline(struct shader *hull, struct shader *vertex, struct shader *pixel, uint32_t primitive);
void bind(struct command_buffer *buffer, const struct pipeline *pipeline);
void draw(struct command_buffer *buffer, const struct pipeline *pipeline, uint32_t vertices);

/* Binds a compute program with its user data and runs groups of it. */
void dispatch(struct command_buffer *buffer, struct shader *shader, const void *user, size_t size, uint32_t x, uint32_t y, uint32_t z);

#define PROGRAM(name) extern uint8_t name##_record[], name##_code[]
#define SHADER(name) create_shader(name##_record, name##_code)

/* User data of a vertex program that reads vertices with a colour each. */
void set_vertices(struct command_buffer *buffer, const struct vertex *vertices, uint32_t count);

/* Makes the programs of the two that follow. */
void make_programs(void);

/* Vertices with a colour each, as triangles. */
void draw_flat(struct command_buffer *buffer, const struct vertex *vertices, uint32_t count);

/* The same by a pixel program that reads one image through one sampler. */
void draw_sampled(struct command_buffer *buffer, const struct pipeline *pipeline, const struct vertex *vertices, uint32_t count,
                  struct image_descriptor image, struct sampler_descriptor sampler);

/* Clamped to the edge: the nearest texel, or bilinear. */
struct sampler_descriptor nearest(void);
struct sampler_descriptor smooth(void);

/* A vertex buffer of records of 16 bytes and more. */
struct buffer_descriptor records(const void *list, size_t size, uint32_t count);

/* A rectangle whose attribute's first two numbers run over a picture, from its upper left. */
uint32_t picture_corners(struct vertex *out, float x0, float y0, float x1, float y1);

/* A picture in the rectangle from (x0, y0) to (x1, y1) of clip space; texels are not blended into each other. */
void draw_picture(struct command_buffer *buffer, const struct surface *picture, float x0, float y0, float x1, float y1);

/* ---- pages */

struct page {
    const char *name;
    void (*draw)(struct command_buffer *buffer, const struct surface *target);
};

void draw_blend(struct command_buffer *buffer, const struct surface *target);
void draw_depth(struct command_buffer *buffer, const struct surface *target);
void draw_stencil(struct command_buffer *buffer, const struct surface *target);
void draw_msaa(struct command_buffer *buffer, const struct surface *target);
void draw_hdr(struct command_buffer *buffer, const struct surface *target);
void draw_cube(struct command_buffer *buffer, const struct surface *target);
void draw_volume(struct command_buffer *buffer, const struct surface *target);
void draw_tessellation(struct command_buffer *buffer, const struct surface *target);
void draw_particles(struct command_buffer *buffer, const struct surface *target);
void draw_indirect(struct command_buffer *buffer, const struct surface *target);
void draw_async(struct command_buffer *buffer, const struct surface *target);
void draw_occlusion(struct command_buffer *buffer, const struct surface *target);
void draw_clip(struct command_buffer *buffer, const struct surface *target);
void draw_shadow(struct command_buffer *buffer, const struct surface *target);
void draw_readback(struct command_buffer *buffer, const struct surface *target);
void draw_amplification(struct command_buffer *buffer, const struct surface *target);
void draw_primitives(struct command_buffer *buffer, const struct surface *target);

/* ---- display */

enum { DISPLAY_WIDTH = 1600, DISPLAY_HEIGHT = 900 };

void open_display(void);
void close_display(void);

/* Draws a frame by the function and shows it. */
void show_frame(void (*paint)(struct command_buffer *buffer, int page), int page);
