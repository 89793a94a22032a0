/* The guest's platform: a save to work in, and its thread's time on the processor. */
#include "platform.h"
#include "guest/files.h"
#include "guest/saves.h"
#include "guest/threads.h"
#include "guest/time.h"

static struct save_mount_result mounted;

unsigned platform_begin(int count, char **arguments) {
    (void)count, (void)arguments;
    char text[16] = {0};
    int file = sceKernelOpen("/app0/data/scale.txt", OPEN_READ, 0);
    needs(file >= 0 && sceKernelRead(file, text, sizeof text - 1) > 0, "data/scale.txt");
    sceKernelClose(file);
    int32_t user;
    static const char name[32] = "WORK";
    sceUserServiceInitialize(NULL);
    needs(sceUserServiceGetInitialUser(&user) == 0, "a user");
    sceSaveDataInitialize3(NULL);
    struct save_mount mount = {.user = user, .directory = name, .blocks = 4096, .mode = SAVE_READ_WRITE | SAVE_CREATE_IF_MISSING};
    needs(sceSaveDataMount3(&mount, &mounted) == 0, "a save to work in");
    return (unsigned)atoi(text);
}

void platform_end(void) { sceSaveDataUmount2(0, mounted.place); }

uint64_t microseconds(void) {
    struct timespec now;
    sceKernelClockGettime(CLOCK_THREAD, &now);
    return (uint64_t)now.seconds * 1000000 + (uint64_t)now.nanoseconds / 1000;
}

int store_open(const char *name) {
    char path[64];
    snprintf(path, sizeof path, "%s/%s", mounted.place, name);
    return sceKernelOpen(path, OPEN_READ_WRITE | OPEN_CREATE | OPEN_TRUNCATE, 0666);
}

int64_t store_read(int file, void *buffer, size_t size, int64_t offset) { return sceKernelPread(file, buffer, size, offset); }

int64_t store_write(int file, const void *buffer, size_t size, int64_t offset) { return sceKernelPwrite(file, buffer, size, offset); }

void store_close(int file) { sceKernelClose(file); }
