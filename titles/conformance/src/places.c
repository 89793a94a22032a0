#include "places.h"
#include "check.h"
#include "guest/saves.h"

static struct save_mount_result mounted;

int32_t player(void) {
    int32_t user = -1;
    sceUserServiceInitialize(NULL);
    sceUserServiceGetInitialUser(&user);
    return user;
}

void mount_save(void) {
    static const char name[32] = "work";
    struct save_delete old = {.user = player(), .directory = name};
    struct save_mount mount = {.user = player(), .directory = name, .blocks = 1024, .mode = SAVE_READ_WRITE | SAVE_CREATE_IF_MISSING};
    sceSaveDataInitialize3(NULL);
    sceSaveDataDelete(&old);
    EQUAL("a save to work in", 0, sceSaveDataMount3(&mount, &mounted));
}

void unmount_save(void) { EQUAL("the save is unmounted", 0, sceSaveDataUmount2(0, mounted.place)); }

void in_save(char out[64], const char *name) { snprintf(out, 64, "%s/%s", mounted.place, name); }
