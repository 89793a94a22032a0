/* Draws whose arguments lie in memory: one, one with indices, many of each, and as many as a program wrote. */
#include "../gallery.h"

PROGRAM(arguments);
PROGRAM(based_vertex);
PROGRAM(flat_pixel);

struct arguments {
    uint32_t vertices, instances, first, first_instance;
};

struct indexed_arguments {
    uint32_t indices, instances, first, base_vertex, first_instance;
};

static void bind_vertices(struct command_buffer *buffer, const struct pipeline *pipeline, const struct vertex *list, size_t size) {
    struct buffer_descriptor user = records(shared_copy(list, size), sizeof *list, (uint32_t)(size / sizeof *list));
    bind(buffer, pipeline);
    user_data(buffer, VERTEX_USER, &user, sizeof user);
}

/* The number of draws stands behind the arguments; more are offered than it says. */
static void draw_polygons(struct command_buffer *buffer, const struct pipeline *pipeline) {
    static struct vertex list[POLYGON_VERTICES];
    struct arguments *made = shared_memory((POLYGONS + 1) * sizeof *made, 256);
    struct {
        struct buffer_descriptor out;
        uint32_t draws;
    } user = {records(made, sizeof *made, POLYGONS + 1), SHOWN_POLYGONS};
    dispatch(buffer, SHADER(arguments), &user, 20, 1, 1, 1);
    acquire(buffer);
    polygons(list);
    bind_vertices(buffer, pipeline, list, sizeof list);
    sceAgcDcbSetBaseIndirectArgs(buffer, ARGUMENTS_OF_DRAWS, made);
    sceAgcDcbDrawIndirectMulti(buffer, 0, 1, POLYGONS, made + POLYGONS, sizeof *made, pipeline->vertex->specials->draw_modifier);
}

/* The first by itself, the others as a list. */
static void draw_diamonds(struct command_buffer *buffer, const struct pipeline *pipeline) {
    static struct vertex list[DIAMONDS * 5];
    struct indexed_arguments *made = shared_memory(DIAMONDS * sizeof *made, 256);
    for (uint32_t i = 0; i < DIAMONDS; i++) {
        made[i] = (struct indexed_arguments){DIAMOND_INDICES, 1, 0, 5 * i, 0};
    }
    diamonds(list);
    bind_vertices(buffer, pipeline, list, sizeof list);
    sceAgcDcbSetIndexSize(buffer, INDEX_16, 0);
    sceAgcDcbSetIndexBuffer(buffer, shared_copy(diamond_indices, sizeof diamond_indices));
    sceAgcDcbSetIndexCount(buffer, DIAMOND_INDICES);
    sceAgcDcbSetBaseIndirectArgs(buffer, ARGUMENTS_OF_DRAWS, made);
    uint64_t modifier = pipeline->vertex->specials->draw_modifier;
    sceAgcDcbDrawIndexIndirect(buffer, 0, modifier);
    sceAgcDcbDrawIndexIndirectMulti(buffer, sizeof *made, 0, DIAMONDS - 1, NULL, sizeof *made, modifier);
}

static void draw_backdrop(struct command_buffer *buffer, const struct pipeline *pipeline) {
    struct vertex corners[6];
    const struct arguments one = {(uint32_t)plain_backdrop(corners), 1, 0, 0};
    bind_vertices(buffer, pipeline, corners, sizeof corners);
    sceAgcDcbSetBaseIndirectArgs(buffer, ARGUMENTS_OF_DRAWS, shared_copy(&one, sizeof one));
    sceAgcDcbDrawIndirect(buffer, 0, pipeline->vertex->specials->draw_modifier);
}

void draw_indirect(struct command_buffer *buffer, const struct surface *target) {
    (void)target;
    struct pipeline pipeline = link_pipeline(NULL, SHADER(based_vertex), SHADER(flat_pixel), PRIMITIVE_TRIANGLES);
    draw_backdrop(buffer, &pipeline);
    draw_polygons(buffer, &pipeline);
    draw_diamonds(buffer, &pipeline);
}
