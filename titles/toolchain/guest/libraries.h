/* Small libraries: chunks, keyboard, mouse, and the network's clients. Documented: system calls, sections 15, 18 and 19. */
#pragma once
#include <stddef.h>
#include <stdint.h>
struct play_go_init {
    void *buffer;
    uint32_t size, zero;
};
struct play_go_progress {
    uint64_t done, total;
};
int scePlayGoInitialize(const struct play_go_init *init);
int scePlayGoOpen(int *handle, const void *parameter);
int scePlayGoGetLocus(int handle, const uint16_t *chunks, uint32_t count, int8_t *places);
int scePlayGoGetProgress(int handle, const uint16_t *chunks, uint32_t count, struct play_go_progress *progress);
int scePlayGoGetEta(int handle, const uint16_t *chunks, uint32_t count, int64_t *seconds);
int scePlayGoGetInstallSpeed(int handle, int *speed);
int scePlayGoClose(int handle);
int scePlayGoTerminate(void);
int sceKeyboardInit(void);
int sceKeyboardOpen(int user, int type, int index, const void *parameter);
int sceKeyboardReadState(int handle, void *sample);
int sceKeyboardClose(int handle);
int sceMouseInit(void);
int sceMouseOpen(int user, int type, int index, const void *parameter);
int sceMouseRead(int handle, void *samples, int count);
int sceMouseClose(int handle);
int sceHttpInit(int pool, int tls, size_t size);
int sceHttpCreateTemplate(int context, const char *agent, int version, int proxy);
int sceHttpCreateConnectionWithURL(int template_, const char *url, int keep_alive);
int sceHttpCreateRequestWithURL(int connection, int method, const char *url, uint64_t size);
int sceHttpSetRecvTimeOut(int id, uint32_t microseconds);
int sceHttpSendRequest(int request, const void *data, size_t size);
int sceHttpDeleteRequest(int request);
int sceHttp2Init(int pool, int tls, size_t size, int requests);
int sceHttp2CreateTemplate(int context, const char *agent, int version, int proxy);
int sceHttp2CreateRequestWithURL(int template_, const char *method, const char *url, uint64_t size);
int sceHttp2SendRequest(int request, const void *data, size_t size);
int sceHttp2DeleteRequest(int request);
int sceSslInit(size_t size);
int sceSslTerm(int context);
/* Content export. Documented: system calls, section 18. */
struct export_init {
    void *(*allocate)(size_t size, void *user);
    void (*release)(void *block, void *user);
    void *user;
    size_t buffer_size;
    uint64_t reserved[2];
};
struct export_parameter {
    char title[257], zero[257], type[65];
};
int sceContentExportInit2(const struct export_init *init);
int sceContentExportStart(void);
int sceContentExportFromData(int id, const struct export_parameter *parameter, size_t length,
                             int (*next)(const void **data, size_t *size, void *user), void *user, char *path, size_t size);
int sceContentExportFinish(int id);
int sceContentExportTerm(void);

/* Decompression and the microphone. */
int sceZlibInitialize(void *memory, size_t size);
int sceZlibInflate(const void *source, uint32_t source_size, void *target, uint32_t target_size, uint64_t *request);
int sceZlibWaitForDone(uint64_t *request, const uint32_t *milliseconds);
int sceZlibGetResult(uint64_t request, uint32_t *size, int *status);
int sceZlibFinalize(void);
int sceAudioInOpen(int user, uint32_t type, uint32_t index, uint32_t grain, uint32_t rate, uint32_t format);
int sceAudioInInput(int handle, void *samples);
int sceAudioInGetSilentState(int handle);
int sceAudioInClose(int handle);
struct png_create {
    uint32_t size, attribute, most_width;
};
struct png_parse {
    const void *file;
    uint32_t size, zero;
};
struct png_decode {
    const void *file;
    void *image;
    uint32_t size, image_size;
    uint16_t format, alpha;
    uint32_t pitch;
};
struct png_facts {
    uint32_t width, height;
    uint16_t space, depth;
    uint32_t flags;
};
int scePngDecQueryMemorySize(const struct png_create *create);
int scePngDecCreate(const struct png_create *create, void *work, uint32_t size, void **handle);
int scePngDecParseHeader(const struct png_parse *parse, struct png_facts *facts);
int scePngDecDecode(void *handle, const struct png_decode *decode, struct png_facts *facts);
int scePngDecDelete(void *handle);
