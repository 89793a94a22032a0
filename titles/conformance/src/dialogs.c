/* Dialogs without a user: messages are answered with the first button, a text is left. */
#include "guest/dialogs.h"
#include "check.h"
#include "guest/time.h"
#include "places.h"

static struct message_text text = {.text = "Go on?"};
static struct message message = {.base = {.size = sizeof message.base}, .size = sizeof message, .mode = MESSAGE_TEXT, .text = &text};

static int update_until_finished(void) {
    int state;
    while ((state = sceMsgDialogUpdateStatus()) == DIALOG_RUNNING) {
        sceKernelUsleep(1000);
    }
    return state;
}

static void check_messages(void) {
    struct message_result result = {-1, -1, -1, {0}};
    EQUAL("a dialog before the common part", (int)0x80b80001, sceMsgDialogInitialize());
    EQUAL("common part", 0, sceCommonDialogInitialize());
    EQUAL("again", (int)0x80b80002, sceCommonDialogInitialize());
    EQUAL("start", 0, sceMsgDialogInitialize());
    EQUAL("a block without its mark", (int)0x80b8000a, sceMsgDialogOpen(&message));
    message.base.magic = 0xc0d1a109 + (uint32_t)(uintptr_t)&message;
    text.buttons = BUTTONS_YES_NO;
    EQUAL("ask", 0, sceMsgDialogOpen(&message));
    EQUAL("it runs", DIALOG_RUNNING, sceMsgDialogGetStatus());
    EQUAL("result too early", (int)0x80b80005, sceMsgDialogGetResult(&result));
    EQUAL("it ends", DIALOG_FINISHED, update_until_finished());
    EQUAL("result", 0, sceMsgDialogGetResult(&result));
    HOLDS("the first button", result.mode == MESSAGE_TEXT && result.result == 0 && result.button == 1);
    text.buttons = BUTTONS_OK_CANCEL;
    EQUAL("ask again", 0, sceMsgDialogOpen(&message));
    update_until_finished();
    sceMsgDialogGetResult(&result);
    HOLDS("the first button again", result.result == 0 && result.button == 1);
    EQUAL("end", 0, sceMsgDialogTerminate());
}

static void check_text_entry(void) {
    static uint16_t buffer[9] = {'A'};
    struct text_entry entry = {.user = player(), .length = 8, .buffer = buffer};
    struct text_entry_result result = {-1, {0}};
    entry.type = 5;
    EQUAL("a type that is none", (int)0x80bc0011, sceImeDialogInit(&entry, NULL));
    entry.type = 0;
    EQUAL("ask for a text", 0, sceImeDialogInit(&entry, NULL));
    EQUAL("it runs", 1, sceImeDialogGetStatus());
    while (sceImeDialogGetStatus() == 1) {
        sceKernelUsleep(1000);
    }
    EQUAL("result", 0, sceImeDialogGetResult(&result));
    EQUAL("left", 1, result.end);
    HOLDS("the text as it was", buffer[0] == 'A' && buffer[1] == 0);
    EQUAL("end", 0, sceImeDialogTerm());
}

static uint32_t kinds[4];
static int events;

/* Keeps the events, and closes the entry from within at its end. */
static void on_entry(void *argument, const struct inline_event *event) {
    if (events < 4) {
        kinds[events] = event->kind;
    }
    events++;
    if (event->kind == 4) {
        *(int *)argument = sceImeClose();
    }
}

static void check_inline_entry(void) {
    static uint16_t buffer[9];
    static uint64_t work[0x1000];
    int closed = -1;
    struct inline_entry entry = {.user = player(), .length = 8, .buffer = buffer, .argument = &closed, .handler = on_entry};
    EQUAL("inline: no working memory", (int)0x80bc0020, sceImeOpen(&entry, NULL));
    entry.work = work;
    EQUAL("inline: ask", 0, sceImeOpen(&entry, NULL));
    EQUAL("inline: ask again", (int)0x80bc0001, sceImeOpen(&entry, NULL));
    while (closed == -1 && sceImeUpdate(on_entry) == 0) {
        sceKernelUsleep(1000);
    }
    HOLDS("inline: opened, then left", events == 2 && kinds[0] == 0 && kinds[1] == 4);
    EQUAL("inline: closed from within", 0, closed);
    EQUAL("inline: nothing is open", (int)0x80bc0002, sceImeUpdate(on_entry));
}

void check_dialogs(void) {
    area("dialogs");
    check_messages();
    check_text_entry();
    check_inline_entry();
}
