/* Command buffers: filled once, handed over, never used again. */
#include "gallery.h"
#include "guest/time.h"

enum { COMMAND_DWORDS = 4096, WAIT_US = 60000000 };

/* Called when a command buffer is full; ours are large enough, so nothing more is given. */
static int full(struct command_buffer *buffer, uint32_t dwords, void *user) {
    (void)user;
    printf("gallery: command buffer %p lacks room for %u dwords\n", (void *)buffer, dwords);
    return 0;
}

struct command_buffer begin_commands(void) {
    uint32_t *start = shared_memory(COMMAND_DWORDS * 4, 256);
    return (struct command_buffer){start, start + COMMAND_DWORDS, start, start + COMMAND_DWORDS, full, NULL, 0, 0};
}

static struct submission end(struct command_buffer *buffer, volatile uint64_t *label) {
    sceAgcCbReleaseMem(buffer, ACTION_FLUSH_AND_INVALIDATE, 0x603, 0, 3, (void *)label, RELEASE_64_BITS, 1, 0, 0, INTERRUPT_AFTER_WRITE, 0);
    return (struct submission){buffer->bottom, (uint32_t)(buffer->up - buffer->bottom), 0, {0}};
}

void submit_compute(struct command_buffer *buffer, uint32_t queue, volatile uint64_t *label) {
    struct submission submission = end(buffer, label);
    if (sceAgcDriverSubmitAcb(queue, &submission) != 0) {
        fail(105, "a compute command buffer was not taken");
    }
}

volatile uint64_t *start(struct command_buffer *buffer) {
    volatile uint64_t *label = shared_memory(8, 8);
    *label = 0;
    struct submission submission = end(buffer, label);
    if (sceAgcDriverSubmitDcb(&submission) != 0 || sceAgcSuspendPoint() != 0) {
        fail(105, "a command buffer was not taken");
    }
    return label;
}

void wait_for(volatile uint64_t *label) {
    uint64_t until = sceKernelGetProcessTime() + WAIT_US;
    while (*label != 1) {
        if (sceKernelGetProcessTime() > until) {
            fail(102, "a command buffer did not end");
        }
        sceKernelUsleep(200);
    }
}

void finish(struct command_buffer *buffer) { wait_for(start(buffer)); }

void pass(struct command_buffer *buffer) {
    finish(buffer);
    *buffer = begin_commands();
    acquire(buffer);
}

void acquire(struct command_buffer *buffer) { sceAgcDcbAcquireMem(buffer, 0, 0, 0xc3b1, NULL, ~0ull, 400); }

void set_context(struct command_buffer *buffer, uint32_t offset, uint32_t value) {
    sceAgcDcbSetCxRegisterDirect(buffer, (struct pair){offset, value});
}

void user_data(struct command_buffer *buffer, uint32_t offset, const void *words, size_t size) {
    sceAgcCbSetShRegisterRangeDirect(buffer, offset, words, (uint32_t)(size / 4));
}
