/* Dialogs: messages and the entry of texts. Documented: system calls, section 14. */
#pragma once
#include <stddef.h>
#include <stdint.h>
enum { DIALOG_NONE, DIALOG_INITIALIZED, DIALOG_RUNNING, DIALOG_FINISHED };
enum { MESSAGE_TEXT = 1, BUTTONS_YES_NO = 1, BUTTONS_OK_CANCEL = 3 };
struct dialog_base {
    uint64_t size;
    uint8_t zero[36];
    uint32_t magic;
};
struct message_text {
    int32_t buttons, kind;
    const char *text;
    const void *own;
    uint8_t zero[24];
};
struct message {
    struct dialog_base base;
    uint64_t size;
    int32_t mode, pad;
    struct message_text *text;
    void *bar, *system;
    int32_t user;
    uint8_t zero[44];
};
_Static_assert(sizeof(struct message) == 0x88, "the record of a message");
struct message_result {
    int32_t mode, result, button;
    uint8_t zero[32];
};
int sceCommonDialogInitialize(void);
int sceMsgDialogInitialize(void);
int sceMsgDialogOpen(const struct message *message);
int sceMsgDialogGetStatus(void);
int sceMsgDialogUpdateStatus(void);
int sceMsgDialogGetResult(struct message_result *result);
int sceMsgDialogTerminate(void);

struct text_entry {
    int32_t user, type;
    uint64_t languages;
    int32_t label, method;
    void *filter;
    int32_t option, length;
    uint16_t *buffer;
    float x, y;
    int32_t horizontal, vertical;
    const uint16_t *placeholder, *title;
    uint8_t zero[16];
};
_Static_assert(sizeof(struct text_entry) == 0x60, "the record of a text's entry");
struct text_entry_result {
    int32_t end;
    uint8_t zero[12];
};
int sceImeDialogInit(const struct text_entry *entry, const void *extended);
int sceImeDialogGetStatus(void);
int sceImeDialogGetResult(struct text_entry_result *result);
int sceImeDialogTerm(void);

/* Text entry within the title's own screen. Assumed: lib.common-dialog.inline. */
struct inline_event {
    uint32_t kind, pad;
    const uint16_t *text;
    uint32_t caret, areas;
    uint8_t zero[48];
};
typedef void (*inline_handler)(void *argument, const struct inline_event *event);
struct inline_entry {
    int32_t user, type;
    uint64_t languages;
    int32_t label, method;
    void *filter;
    int32_t option, length;
    uint16_t *buffer;
    float x, y;
    int32_t horizontal, vertical;
    void *work, *argument;
    inline_handler handler;
    uint8_t zero[8];
};
_Static_assert(sizeof(struct inline_entry) == 0x60, "the record of an inline entry");
int sceImeOpen(const struct inline_entry *entry, const void *extended);
int sceImeUpdate(inline_handler handler);
int sceImeClose(void);
