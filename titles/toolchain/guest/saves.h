/* Users and their saves. Documented: system calls, sections 12 and 13. */
#pragma once
#include <stddef.h>
#include <stdint.h>
enum { SAVE_READ_ONLY = 1, SAVE_READ_WRITE = 2, SAVE_CREATE = 4, SAVE_DESTRUCT_OFF = 8, SAVE_COPY_ICON = 16, SAVE_CREATE_IF_MISSING = 32 };
#define SAVE_ERROR(low) ((int)(0x809f0000u | (low)))
enum {
    SAVE_PARAMETER = 0x00, SAVE_NOT_INITIALISED = 0x01, SAVE_BUSY = 0x03, SAVE_NOT_MOUNTED = 0x04, SAVE_EXISTS = 0x07,
    SAVE_NOT_FOUND = 0x08, SAVE_MOUNT_FULL = 0x0c, SAVE_BAD_MOUNTED = 0x0d, SAVE_INVALID_USER = 0x11, SAVE_MEMORY_NOT_READY = 0x12,
};
struct save_mount {
    int32_t user, pad0;
    const char *directory; /* 32 bytes */
    uint64_t blocks, system_blocks;
    uint32_t mode, pad1;
    int32_t resource;
    uint8_t zero[32];
    uint32_t pad2;
};
struct save_mount_result {
    char place[16];
    uint64_t required_blocks;
    uint32_t unused, status;
    uint8_t zero[32];
};
struct save_mount_info {
    uint64_t blocks, free_blocks;
    uint8_t zero[32];
};
struct save_delete {
    int32_t user, pad;
    const char *title, *directory;
    uint32_t unused, zero[9];
};
struct save_condition {
    int32_t user, pad;
    const char *title, *pattern;
    uint32_t key, order;
    uint8_t zero[32];
};
struct save_found {
    uint32_t hits, pad0;
    char (*names)[32];
    uint32_t capacity, set;
    void *parameters, *infos;
    uint8_t zero[16];
};
struct save_event {
    uint32_t type;
    int32_t error, user, pad;
    char title[16], directory[32];
    uint8_t zero[40];
};
struct save_transaction {
    int32_t resource;
    uint32_t mode;
    uint8_t zero[32];
};
int sceUserServiceInitialize(const void *parameters);
int sceUserServiceGetInitialUser(int32_t *user);
int sceSaveDataInitialize3(const void *parameters);
int sceSaveDataMount3(const struct save_mount *mount, struct save_mount_result *result);
int sceSaveDataUmount2(uint32_t mode, const char *place);
int sceSaveDataGetMountInfo(const char *place, struct save_mount_info *info);
int sceSaveDataDelete(const struct save_delete *request);
int sceSaveDataDirNameSearch(const struct save_condition *condition, struct save_found *found);
int sceSaveDataGetEventResult(const void *filter, struct save_event *event);
int sceSaveDataCreateTransactionResource(uint32_t size);
int sceSaveDataDeleteTransactionResource(int resource);
int sceSaveDataPrepare(const char *place, const struct save_transaction *transaction);
int sceSaveDataCommit(const struct save_transaction *transaction);
int sceSaveDataTransferringMountPs4(const void *mount, struct save_mount_result *result);
int sceSaveDataDirNameSearchPs4(const struct save_condition *condition, struct save_found *found);
int sceSaveDataSetParam(const char *place, uint32_t type, const void *buffer, size_t size);
int sceSaveDataGetParam(const char *place, uint32_t type, void *buffer, size_t size, size_t *got);
int sceSaveDataTerminate(void);
