/* Parts of the title. */
#pragma once
#include "guest/descriptors.h"
#include "guest/graphics.h"
#include "scenes.h"
#include <stddef.h>
#include <stdint.h>

_Noreturn void exit(int status);
int printf(const char *format, ...);
void *memcpy(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);

/* Ends the title with a line that says what went wrong. */
_Noreturn void fail(int status, const char *what);

/* ---- memory */

/* Memory that CPU and GPU share; the place is zero. Ends the title if there is none left. */
void *shared_memory(size_t size, size_t alignment);

/* A copy in shared memory. */
void *shared_copy(const void *data, size_t size);

/* ---- command buffers */

enum { VERTEX_USER = 0x08c, PIXEL_USER = 0x00c, COMPUTE_USER = 0x240 };

/* Starts a command buffer; queues do not share one. */
struct command_buffer begin_commands(void);

/* Ends a graphics command buffer, hands it over and waits for its end. */
void finish(struct command_buffer *buffer);

/* Ends a command buffer and hands it over; the word becomes the value when everything in it is done. */
void submit(struct command_buffer *buffer, volatile uint64_t *label, uint64_t value);

/* Makes what was written by draws and dispatches readable for what comes behind. */
void acquire(struct command_buffer *buffer);

void set_context(struct command_buffer *buffer, uint32_t offset, uint32_t value);
void user_data(struct command_buffer *buffer, uint32_t offset, const void *words, size_t size);

/* ---- surfaces */

/* A colour or depth surface; the registers that describe it besides its address and size. */
struct surface {
    void *memory;
    uint32_t width, height, info, attributes, layout;
};

/* Eight bits a channel, linear, so that its texels lie row after row. */
struct surface plain_surface(uint32_t width, uint32_t height);

struct image_descriptor surface_image(const struct surface *surface);

/* The whole surface is drawn to, without depth, blending and culling; state of earlier draws is gone. */
void set_target(struct command_buffer *buffer, const struct surface *colour);

/* ---- programs */

/* One program pair with the lists that link its stages. */
struct pipeline {
    struct shader *vertex, *pixel;
    struct pair *cx, *uc; /* 34 and 3 pairs */
};

struct shader *create_shader(const uint8_t *record, const uint8_t *code);
struct pipeline link_pipeline(struct shader *vertex, struct shader *pixel, uint32_t primitive);
void bind(struct command_buffer *buffer, const struct pipeline *pipeline);
void draw(struct command_buffer *buffer, const struct pipeline *pipeline, uint32_t vertices);

#define PROGRAM(name) extern uint8_t name##_record[], name##_code[]
#define SHADER(name) create_shader(name##_record, name##_code)

/* Vertices with a colour each, as triangles; user data of the vertex program is set here. */
void draw_flat(struct command_buffer *buffer, const struct vertex *vertices, uint32_t count);

/* A picture in the rectangle from (x0, y0) to (x1, y1) of clip space; texels are not blended into each other. */
void draw_picture(struct command_buffer *buffer, const struct surface *picture, float x0, float y0, float x1, float y1);

/* ---- pages */

struct page {
    const char *name;
    void (*draw)(struct command_buffer *buffer, const struct surface *target);
};

void draw_blend(struct command_buffer *buffer, const struct surface *target);

/* ---- display */

enum { DISPLAY_WIDTH = 1280, DISPLAY_HEIGHT = 720 };

void open_display(void);
void close_display(void);

/* Draws a frame by the function and shows it. */
void show_frame(void (*paint)(struct command_buffer *buffer, int page), int page);
