/* Save data as files: mounts, modes, searching. */
#include "guest/saves.h"
#include "check.h"
#include "guest/files.h"
#include "places.h"

static const char first[32] = "first", second[32] = "second";

static int mount(const char *name, uint32_t mode, struct save_mount_result *result) {
    struct save_mount request = {.user = player(), .directory = name, .blocks = 1024, .mode = mode};
    return sceSaveDataMount3(&request, result);
}

static void forget(const char *name) {
    struct save_delete request = {.user = player(), .directory = name};
    sceSaveDataDelete(&request);
}

static void check_mounts(void) {
    static const char dots[32] = "..", slash[32] = "a/b";
    struct save_mount_result result, other;
    EQUAL("mount without access", SAVE_ERROR(SAVE_PARAMETER), mount(first, SAVE_COPY_ICON, &result));
    EQUAL("mount of two dots", SAVE_ERROR(SAVE_PARAMETER), mount(dots, SAVE_READ_WRITE, &result));
    EQUAL("mount of a path", SAVE_ERROR(SAVE_PARAMETER), mount(slash, SAVE_READ_WRITE, &result));
    EQUAL("mount without a name", SAVE_ERROR(SAVE_PARAMETER), mount(NULL, SAVE_READ_WRITE, &result));
    EQUAL("mount of what is not there", SAVE_ERROR(SAVE_NOT_FOUND), mount(first, SAVE_READ_WRITE, &result));
    EQUAL("its place is empty", 0, result.place[0]);
    struct save_mount stranger = {.user = 77, .directory = first, .blocks = 96, .mode = SAVE_CREATE | SAVE_READ_WRITE};
    EQUAL("mount for nobody", SAVE_ERROR(SAVE_INVALID_USER), sceSaveDataMount3(&stranger, &result));
    ROW("S5", "mode 20: create, copy the icon", 0, mount(first, 20, &result));
    EQUAL("it was created", 1, result.status);
    ROW("S9", "mount of what is mounted: busy", SAVE_ERROR(SAVE_BUSY), mount(first, SAVE_READ_WRITE, &other));
    EQUAL("terminate with a mount", SAVE_ERROR(SAVE_BUSY), sceSaveDataTerminate());
    EQUAL("unmount of no place", SAVE_ERROR(SAVE_NOT_MOUNTED), sceSaveDataUmount2(0, "/savedata15"));
    EQUAL("unmount", 0, sceSaveDataUmount2(0, result.place));
    EQUAL("unmount again", SAVE_ERROR(SAVE_NOT_MOUNTED), sceSaveDataUmount2(0, result.place));
    EQUAL("create what exists", SAVE_ERROR(SAVE_EXISTS), mount(first, SAVE_CREATE | SAVE_READ_WRITE, &result));
    ROW("S5", "mode 48: create if missing, copy the icon", 0, mount(first, 48, &result));
    EQUAL("it was not created", 0, result.status);
    sceSaveDataUmount2(0, result.place);
    ROW("S5", "mode 58: all but read only and create", 0, mount(first, 58, &result));
    sceSaveDataUmount2(0, result.place);
    ROW("S5", "mode 30 on what exists: create", SAVE_ERROR(SAVE_EXISTS), mount(first, 30, &result));
    forget(first);
    ROW("S5", "mode 30 on what does not", 0, mount(first, 30, &result));
    sceSaveDataUmount2(0, result.place);
}

static void check_access(void) {
    struct save_mount_result result;
    char path[64];
    mount(first, SAVE_READ_ONLY, &result);
    snprintf(path, sizeof path, "%s/new", result.place);
    EQUAL("create a file in a read-only mount", ENCODED(EROFS), sceKernelOpen(path, OPEN_WRITE | OPEN_CREATE, 0666));
    ROW("S9", "set a parameter of a read-only mount: bad mounted", SAVE_ERROR(SAVE_BAD_MOUNTED), sceSaveDataSetParam(result.place, 1, "title", 6));
    sceSaveDataUmount2(0, result.place);
    mount(first, SAVE_READ_WRITE, &result);
    char title[128] = {0};
    size_t got = 0;
    EQUAL("set the title", 0, sceSaveDataSetParam(result.place, 1, "a title", 8));
    EQUAL("get the title", 0, sceSaveDataGetParam(result.place, 1, title, sizeof title, &got));
    TEXT("it was kept", "a title", title);
    EQUAL("get parameter 6", SAVE_ERROR(SAVE_PARAMETER), sceSaveDataGetParam(result.place, 6, title, sizeof title, &got));
    sceSaveDataUmount2(0, result.place);
}

static void check_info(void) {
    struct save_mount_result result;
    struct save_mount_info before, after;
    char path[64];
    static char block[32768];
    mount(second, SAVE_CREATE_IF_MISSING | SAVE_READ_WRITE, &result);
    EQUAL("mount info", 0, sceSaveDataGetMountInfo(result.place, &before));
    EQUAL("blocks", 1024, before.blocks);
    snprintf(path, sizeof path, "%s/large", result.place);
    int file = sceKernelOpen(path, OPEN_WRITE | OPEN_CREATE, 0666);
    for (int i = 0; i < 200; i++) {
        sceKernelWrite(file, block, sizeof block);
    }
    sceKernelClose(file);
    sceSaveDataGetMountInfo(result.place, &after);
    ROW("S6", "200 blocks written are no longer free", 200, before.free_blocks - after.free_blocks);
    ROW_HOLDS("S6", "what is free is not the total", after.free_blocks <= 824);
    EQUAL("info of no place", SAVE_ERROR(SAVE_NOT_MOUNTED), sceSaveDataGetMountInfo("/savedata15", &before));
    sceSaveDataUmount2(0, result.place);
}

static void check_search(void) {
    char names[8][32];
    static const char pattern[32] = "%", one[32] = "fi%";
    struct save_condition condition = {.user = player(), .pattern = pattern};
    struct save_found found = {.names = names, .capacity = 8};
    EQUAL("search", 0, sceSaveDataDirNameSearch(&condition, &found));
    HOLDS("both are found, in order of name", found.set >= 2 && found.hits == found.set && strcmp(names[0], "first") == 0 && strcmp(names[1], "second") == 0);
    condition.order = 1;
    sceSaveDataDirNameSearch(&condition, &found);
    HOLDS("in the other order", strcmp(names[found.set - 1], "first") == 0);
    condition.pattern = one;
    sceSaveDataDirNameSearch(&condition, &found);
    EQUAL("by pattern", 1, found.hits);
    condition.key = 6;
    EQUAL("by key 6", SAVE_ERROR(SAVE_PARAMETER), sceSaveDataDirNameSearch(&condition, &found));
    condition.key = 0;
    struct save_mount_result result;
    found.hits = 9;
    ROW("S7", "mount of a save of the older console", SAVE_ERROR(SAVE_NOT_FOUND), sceSaveDataTransferringMountPs4(&condition, &result));
    sceSaveDataDirNameSearchPs4(&condition, &found);
    ROW("S7", "search among them: zero hits", 0, found.hits);
    struct save_event event;
    memset(&event, 0x55, sizeof event);
    ROW("S8", "event result with an empty queue", SAVE_ERROR(SAVE_NOT_FOUND), sceSaveDataGetEventResult(NULL, &event));
    ROW("S8", "nothing was written", 0x55555555, event.type);
    ROW("S8", "event result without a place", SAVE_ERROR(SAVE_PARAMETER), sceSaveDataGetEventResult(NULL, NULL));
}

static int64_t size_of(const char *path) {
    struct file_attributes attributes;
    int answer = sceKernelStat(path, &attributes);
    return answer < 0 ? answer : attributes.size;
}

static void check_transactions(void) {
    struct save_mount request = {.user = player(), .directory = second, .blocks = 1024, .mode = SAVE_READ_WRITE};
    struct save_mount_result result;
    struct save_transaction transaction = {0};
    char path[64];
    int resource = sceSaveDataCreateTransactionResource(0);
    HOLDS("transaction resource", resource > 0);
    request.resource = transaction.resource = resource;
    EQUAL("mount with it", 0, sceSaveDataMount3(&request, &result));
    snprintf(path, sizeof path, "%s/kept", result.place);
    EQUAL("prepare", 0, sceSaveDataPrepare(result.place, &transaction));
    int file = sceKernelOpen(path, OPEN_WRITE | OPEN_CREATE, 0666);
    sceKernelWrite(file, "1234", 4);
    sceKernelClose(file);
    EQUAL("commit", 0, sceSaveDataCommit(&transaction));
    sceSaveDataUmount2(0, result.place);
    sceSaveDataMount3(&request, &result);
    EQUAL("what was committed is there", 4, size_of(path));
    sceSaveDataPrepare(result.place, &transaction);
    sceKernelTruncate(path, 1);
    sceSaveDataUmount2(0, result.place);
    sceSaveDataMount3(&request, &result);
    EQUAL("what was not committed is not", 4, size_of(path));
    sceSaveDataUmount2(0, result.place);
    EQUAL("give back the resource", 0, sceSaveDataDeleteTransactionResource(resource));
}

void check_saves(void) {
    area("saves");
    forget(first);
    forget(second);
    check_mounts();
    check_access();
    check_info();
    check_search();
    check_transactions();
    forget(first);
    EQUAL("delete", 0, sceSaveDataDelete(&(struct save_delete){.user = player(), .directory = second}));
    EQUAL("delete again", SAVE_ERROR(SAVE_NOT_FOUND), sceSaveDataDelete(&(struct save_delete){.user = player(), .directory = second}));
}
