/* Many programs: tiles, each drawn by a program of its own. A mode that touches the scaled ones leaves nine of ten alone. */
#include "../../gallery/src/gallery.h"

PROGRAM(flat_vertex);
PROGRAM(plain_tile);
PROGRAM(scaled_tile);

enum { COLUMNS = 20, ROWS = 10, TILES = COLUMNS * ROWS, SCALED_STEP = 10, REGISTER_DEFAULTS = 8, FRAMES = 1 << 20, TILES_A_BUFFER = 40 };
static const uint32_t place_of_number = 0x5eed5eed;

static struct pipeline pipelines[TILES];
static struct vertex corners[TILES][6];
static void *frame_memory;

void fail(int status, const char *what) {
    printf("many-programs: %s\n", what);
    exit(status);
}

/* A program with a number of its own in its code, which makes it another program. */
static struct shader *numbered(const uint8_t *record, const uint8_t *code, float number) {
    const struct shader *source = (const struct shader *)record;
    uint32_t *words = shared_copy(code, source->code_size);
    for (uint32_t i = 0; i < source->code_size / 4; i++) {
        words[i] = words[i] == place_of_number ? bits(number) : words[i];
    }
    return create_shader(record, (const uint8_t *)words);
}

static void make_tile(int tile, struct shader *vertex) {
    int scaled = tile % SCALED_STEP == 0;
    float number = 1 + (float)tile / TILES, x = -1 + 2.0f * (float)(tile % COLUMNS) / COLUMNS, y = -1 + 2.0f * (float)(tile / COLUMNS) / ROWS;
    struct shader *pixel = scaled ? numbered(scaled_tile_record, scaled_tile_code, number) : numbered(plain_tile_record, plain_tile_code, number);
    pipelines[tile] = link_pipeline(NULL, vertex, pixel, PRIMITIVE_TRIANGLES);
    picture_corners(corners[tile], x, y, x + 2.0f / COLUMNS, y + 2.0f / ROWS);
}

static void paint_tiles(struct command_buffer *buffer, int unused) {
    (void)unused;
    for (int tile = 0; tile < TILES; tile++) {
        if (tile % TILES_A_BUFFER == TILES_A_BUFFER - 1) {
            pass(buffer);
        }
        bind(buffer, &pipelines[tile]);
        set_vertices(buffer, corners[tile], 6);
        draw(buffer, &pipelines[tile], 6);
    }
}

int main(void) {
    uint32_t state = 0;
    if (sceAgcInit_0090(&state, REGISTER_DEFAULTS) != 0) {
        fail(107, "no graphics");
    }
    open_display();
    struct shader *vertex = SHADER(flat_vertex);
    for (int tile = 0; tile < TILES; tile++) {
        make_tile(tile, vertex);
    }
    frame_memory = memory_place();
    for (int frame = 0; frame < FRAMES; frame++) {
        set_memory_place(frame_memory);
        show_frame(paint_tiles, 0);
        if (frame == 0) {
            printf("many-programs: %d programs are shown\n", TILES);
        }
    }
    close_display();
    return 0;
}
