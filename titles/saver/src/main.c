/*
 * Saver: writes a save of four files again and again, each time with the next generation's number all over. When it starts it reads the save
 * back: every word of every file must be of one generation. It may be killed at any moment.
 */
#include "guest/errors.h"
#include "guest/files.h"
#include "guest/libc.h"
#include "guest/saves.h"

enum { FILES = 4, WORDS = 16384, GENERATIONS = 1000 };

static const char name[32] = "generations";
static uint64_t words[WORDS];
static int32_t user;

static int mounted(struct save_mount_result *result) {
    struct save_mount mount = {.user = user, .directory = name, .blocks = 96, .mode = SAVE_READ_WRITE | SAVE_CREATE_IF_MISSING};
    int answer = sceSaveDataMount3(&mount, result);
    if (answer != 0) {
        printf("saver: FAILED to mount: 0x%x\n", answer);
    }
    return answer == 0;
}

static void path_of(char out[64], const struct save_mount_result *at, int file) { snprintf(out, 64, "%s/file%d.bin", at->place, file); }

/* The generation of the save; 0 for none, -1 if it is torn. */
static int64_t read_back(const struct save_mount_result *at) {
    int64_t generation = -1;
    for (int i = 0; i < FILES; i++) {
        char path[64];
        path_of(path, at, i);
        int file = sceKernelOpen(path, OPEN_READ, 0);
        if (file == ENCODED(ENOENT) && i == 0) {
            return 0;
        }
        int64_t got = file < 0 ? file : sceKernelRead(file, words, sizeof words);
        sceKernelClose(file);
        if (got != sizeof words) {
            printf("saver: FAILED: file %d gives 0x%llx\n", i, (long long)got);
            return -1;
        }
        if (i == 0) {
            generation = (int64_t)words[0];
        }
        for (int w = 0; w < WORDS; w++) {
            if ((int64_t)words[w] != generation) {
                printf("saver: FAILED: word %d of file %d is of generation %lld, not %lld\n", w, i, (long long)words[w], (long long)generation);
                return -1;
            }
        }
    }
    return generation;
}

static int written(const struct save_mount_result *at, uint64_t generation) {
    for (int w = 0; w < WORDS; w++) {
        words[w] = generation;
    }
    for (int i = 0; i < FILES; i++) {
        char path[64];
        path_of(path, at, i);
        int file = sceKernelOpen(path, OPEN_WRITE | OPEN_CREATE, 0666);
        int64_t put = file < 0 ? file : sceKernelWrite(file, words, sizeof words);
        if (put != sizeof words || sceKernelClose(file) != 0) {
            printf("saver: FAILED to write: 0x%llx\n", (long long)put);
            return 0;
        }
    }
    return 1;
}

int main(void) {
    struct save_mount_result at;
    sceUserServiceInitialize(NULL);
    sceUserServiceGetInitialUser(&user);
    sceSaveDataInitialize3(NULL);
    if (!mounted(&at)) {
        return 1;
    }
    int64_t generation = read_back(&at);
    sceSaveDataUmount2(0, at.place);
    if (generation < 0) {
        return 1;
    }
    printf("saver: found %lld\n", (long long)generation);
    for (int i = 0; i < GENERATIONS; i++) {
        generation++;
        if (!mounted(&at) || !written(&at, (uint64_t)generation) || sceSaveDataUmount2(0, at.place) != 0) {
            return 1;
        }
        printf("saver: kept %lld\n", (long long)generation);
    }
    return 0;
}
