/* Gallery: draws its pages, shows all of them on one sheet, then one after another, each drawn anew for so many frames as data/frames.txt says. */
#include "gallery.h"
#include "guest/files.h"

enum { COLUMNS = 5, REGISTER_DEFAULTS = 8 };

static const struct page pages[] = {
    {"blend", draw_blend}, {"depth", draw_depth}, {"stencil", draw_stencil}, {"msaa", draw_msaa}, {"hdr", draw_hdr}, {"cube", draw_cube},
    {"volume", draw_volume}, {"tessellation", draw_tessellation}, {"particles", draw_particles}, {"indirect", draw_indirect},
    {"async", draw_async}, {"occlusion", draw_occlusion}, {"clip", draw_clip}, {"shadow", draw_shadow}, {"primitives", draw_primitives},
    {"readback", draw_readback}, {"amplification", draw_amplification},
};
enum { PAGES = sizeof pages / sizeof pages[0] };

static struct surface pictures[PAGES];
static void *places[PAGES]; /* what a page allocates starts here, each time that it is drawn */

void fail(int status, const char *what) {
    printf("gallery: %s\n", what);
    exit(status);
}

static void draw_page(int page) {
    pictures[page] = plain_surface(PAGE_WIDTH, PAGE_HEIGHT);
    struct command_buffer buffer = begin_commands();
    sceAgcDcbResetQueue(&buffer, 0x3ff, 0);
    acquire(&buffer);
    set_target(&buffer, &pictures[page]);
    pages[page].draw(&buffer, &pictures[page]);
    finish(&buffer);
}

static void draw_first(int page) {
    places[page] = memory_place();
    draw_page(page);
    printf("gallery: page %d, %s\n", page + 1, pages[page].name);
}

static void draw_again(int page) {
    void *behind = memory_place();
    set_memory_place(places[page]);
    draw_page(page);
    set_memory_place(behind);
}

/* Pages in rows of five, each texel on a pixel of its own. */
static void paint_sheet(struct command_buffer *buffer, int unused) {
    (void)unused;
    const float width = 2.0f * PAGE_WIDTH / DISPLAY_WIDTH, height = 2.0f * PAGE_HEIGHT / DISPLAY_HEIGHT;
    for (int page = 0; page < COLUMNS * COLUMNS; page++) {
        float x = -1 + width * (float)(page % COLUMNS), y = 1 - height * (float)(page / COLUMNS);
        if (page < PAGES) {
            draw_picture(buffer, &pictures[page], x, y - height, x + width, y);
        } else {
            struct vertex corners[6];
            const struct colour empty = {0.1f, 0.1f, 0.1f, 1};
            draw_flat(buffer, corners, (uint32_t)rectangle(corners, x, y - height, x + width, y, 0, empty, empty));
        }
    }
}

static void paint_page(struct command_buffer *buffer, int page) { draw_picture(buffer, &pictures[page], -1, -1, 1, 1); }

static int frames_a_page(void) {
    char text[16] = {0};
    int file = sceKernelOpen("/app0/data/frames.txt", OPEN_READ, 0);
    sceKernelRead(file, text, sizeof text - 1);
    sceKernelClose(file);
    return atoi(text);
}

int main(void) {
    uint32_t state = 0;
    if (sceAgcInit_0090(&state, REGISTER_DEFAULTS) != 0) {
        fail(107, "no graphics");
    }
    make_programs();
    open_display();
    for (int page = 0; page < PAGES; page++) {
        draw_first(page);
    }
    show_frame(paint_sheet, 0);
    int frames = frames_a_page();
    for (int page = 0; page < PAGES; page++) {
        for (int frame = 0; frame < frames; frame++) {
            draw_again(page);
            show_frame(paint_page, page);
        }
    }
    close_display();
    printf("gallery: done\n");
    return 0;
}
