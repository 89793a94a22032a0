/* Programs, and the draws that many pages have in common. */
#include "gallery.h"

PROGRAM(flat_vertex);
PROGRAM(flat_pixel);
PROGRAM(page_pixel);

static struct pipeline flat, shown;

struct shader *create_shader(const uint8_t *record, const uint8_t *code) {
    const struct shader *source = (const struct shader *)record;
    void *header = shared_copy(record, source->header_size);
    struct shader *shader = NULL;
    if (sceAgcCreateShader(&shader, header, shared_copy(code, source->code_size)) != 0) {
        fail(104, "a shader could not be created");
    }
    return shader;
}

struct pipeline link_pipeline(struct shader *hull, struct shader *vertex, struct shader *pixel, uint32_t primitive) {
    struct pipeline pipeline = {hull, vertex, pixel, shared_memory(34 * sizeof(struct pair), 256), shared_memory(3 * sizeof(struct pair), 256)};
    if (sceAgcLinkShaders(pipeline.cx, pipeline.uc, hull, vertex, pixel, primitive) != 0) {
        fail(104, "shaders could not be linked");
    }
    return pipeline;
}

static void set_registers(struct command_buffer *buffer, const struct shader *shader) {
    if (shader->cx_count) {
        sceAgcDcbSetCxRegistersIndirect(buffer, shader->cx, shader->cx_count);
    }
    sceAgcDcbSetShRegistersIndirect(buffer, shader->sh, shader->sh_count);
}

void bind(struct command_buffer *buffer, const struct pipeline *pipeline) {
    sceAgcDcbSetCxRegistersIndirect(buffer, pipeline->cx, 34);
    if (pipeline->hull) {
        set_registers(buffer, pipeline->hull);
    }
    set_registers(buffer, pipeline->vertex);
    set_registers(buffer, pipeline->pixel);
    sceAgcDcbSetUcRegistersIndirect(buffer, pipeline->uc, 3);
}

void draw(struct command_buffer *buffer, const struct pipeline *pipeline, uint32_t vertices) {
    sceAgcDcbSetNumInstances(buffer, 1);
    sceAgcDcbDrawIndexAuto(buffer, vertices, pipeline->vertex->specials->draw_modifier);
}

void dispatch(struct command_buffer *buffer, struct shader *shader, const void *user, size_t size, uint32_t x, uint32_t y, uint32_t z) {
    set_registers(buffer, shader);
    user_data(buffer, COMPUTE_USER, user, size);
    sceAgcCbDispatch(buffer, x, y, z, shader->specials->dispatch_modifier);
}

struct buffer_descriptor records(const void *list, size_t size, uint32_t count) {
    return buffer_descriptor(list, (uint32_t)size, count, FORMAT_32_32_32_32_FLOAT);
}

void set_vertices(struct command_buffer *buffer, const struct vertex *list, uint32_t count) {
    struct buffer_descriptor descriptor = records(shared_copy(list, count * sizeof *list), sizeof *list, count);
    user_data(buffer, VERTEX_USER, &descriptor, sizeof descriptor);
}

void make_programs(void) {
    flat = link_pipeline(NULL, SHADER(flat_vertex), SHADER(flat_pixel), PRIMITIVE_TRIANGLES);
    shown = link_pipeline(NULL, SHADER(flat_vertex), SHADER(page_pixel), PRIMITIVE_TRIANGLES);
}

void draw_flat(struct command_buffer *buffer, const struct vertex *list, uint32_t count) {
    bind(buffer, &flat);
    set_vertices(buffer, list, count);
    draw(buffer, &flat, count);
}

struct sampler_descriptor nearest(void) { return (struct sampler_descriptor){{0x92, 0x00fff000, 0, 0}}; }

struct sampler_descriptor smooth(void) { return sampler_descriptor(1); }

void draw_sampled(struct command_buffer *buffer, const struct pipeline *pipeline, const struct vertex *list, uint32_t count,
                  struct image_descriptor image, struct sampler_descriptor sampler) {
    struct {
        struct image_descriptor image;
        struct sampler_descriptor sampler;
    } user = {image, sampler};
    bind(buffer, pipeline);
    set_vertices(buffer, list, count);
    user_data(buffer, PIXEL_USER, &user, sizeof user);
    draw(buffer, pipeline, count);
}

uint32_t picture_corners(struct vertex *out, float x0, float y0, float x1, float y1) {
    uint32_t count = (uint32_t)rectangle(out, x0, y0, x1, y1, 0, (struct colour){0, 1, 0, 0}, (struct colour){0, 0, 0, 0});
    for (uint32_t i = 0; i < count; i++) {
        out[i].colour[0] = out[i].position[0] == x1;
    }
    return count;
}

void draw_picture(struct command_buffer *buffer, const struct surface *picture, float x0, float y0, float x1, float y1) {
    struct vertex corners[6];
    uint32_t count = picture_corners(corners, x0, y0, x1, y1);
    draw_sampled(buffer, &shown, corners, count, surface_image(picture), nearest());
}
