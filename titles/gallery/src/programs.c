/* Programs, and the draws that many pages have in common. */
#include "gallery.h"

PROGRAM(flat_vertex);
PROGRAM(flat_pixel);
PROGRAM(texture_pixel);

struct shader *create_shader(const uint8_t *record, const uint8_t *code) {
    const struct shader *source = (const struct shader *)record;
    void *header = shared_copy(record, source->header_size);
    struct shader *shader = NULL;
    if (sceAgcCreateShader(&shader, header, shared_copy(code, source->code_size)) != 0) {
        fail(104, "a shader could not be created");
    }
    return shader;
}

struct pipeline link_pipeline(struct shader *vertex, struct shader *pixel, uint32_t primitive) {
    struct pipeline pipeline = {vertex, pixel, shared_memory(34 * sizeof(struct pair), 256), shared_memory(3 * sizeof(struct pair), 256)};
    if (sceAgcLinkShaders(pipeline.cx, pipeline.uc, NULL, vertex, pixel, primitive) != 0) {
        fail(104, "shaders could not be linked");
    }
    return pipeline;
}

void bind(struct command_buffer *buffer, const struct pipeline *pipeline) {
    sceAgcDcbSetCxRegistersIndirect(buffer, pipeline->cx, 34);
    sceAgcDcbSetCxRegistersIndirect(buffer, pipeline->vertex->cx, pipeline->vertex->cx_count);
    sceAgcDcbSetCxRegistersIndirect(buffer, pipeline->pixel->cx, pipeline->pixel->cx_count);
    sceAgcDcbSetShRegistersIndirect(buffer, pipeline->vertex->sh, pipeline->vertex->sh_count);
    sceAgcDcbSetShRegistersIndirect(buffer, pipeline->pixel->sh, pipeline->pixel->sh_count);
    sceAgcDcbSetUcRegistersIndirect(buffer, pipeline->uc, 3);
}

void draw(struct command_buffer *buffer, const struct pipeline *pipeline, uint32_t vertices) {
    sceAgcDcbSetNumInstances(buffer, 1);
    sceAgcDcbDrawIndexAuto(buffer, vertices, pipeline->vertex->specials->draw_modifier);
}

static void vertices(struct command_buffer *buffer, const struct vertex *list, uint32_t count) {
    struct buffer_descriptor descriptor =
        buffer_descriptor(shared_copy(list, count * sizeof *list), sizeof *list, count, FORMAT_32_32_32_32_FLOAT);
    user_data(buffer, VERTEX_USER, &descriptor, sizeof descriptor);
}

void draw_flat(struct command_buffer *buffer, const struct vertex *list, uint32_t count) {
    static struct pipeline flat;
    if (!flat.vertex) {
        flat = link_pipeline(SHADER(flat_vertex), SHADER(flat_pixel), PRIMITIVE_TRIANGLES);
    }
    bind(buffer, &flat);
    vertices(buffer, list, count);
    draw(buffer, &flat, count);
}

void draw_picture(struct command_buffer *buffer, const struct surface *picture, float x0, float y0, float x1, float y1) {
    static struct pipeline textured;
    if (!textured.vertex) {
        textured = link_pipeline(SHADER(flat_vertex), SHADER(texture_pixel), PRIMITIVE_TRIANGLES);
    }
    struct vertex corners[6];
    uint32_t count = (uint32_t)rectangle(corners, x0, y0, x1, y1, 0, (struct colour){0, 1, 0, 0}, (struct colour){0, 0, 0, 0});
    for (uint32_t i = 0; i < count; i++) {
        corners[i].colour[0] = corners[i].position[0] == x1;
    }
    struct {
        struct image_descriptor image;
        struct sampler_descriptor sampler;
    } user = {surface_image(picture), {{0x92, 0x00fff000, 0, 0}}};
    bind(buffer, &textured);
    vertices(buffer, corners, count);
    user_data(buffer, PIXEL_USER, &user, sizeof user);
    draw(buffer, &textured, count);
}
