/* Small libraries, and the network's clients without a network. */
#include "guest/libraries.h"
#include "check.h"
#include "places.h"

static void check_play_go(void) {
    static char buffer[0x200000];
    struct play_go_init init = {buffer, sizeof buffer, 0};
    struct play_go_progress progress = {0, 1};
    uint16_t chunks[2] = {0, 1};
    int8_t places[3] = {-1, -1, -1};
    int64_t seconds = -1;
    int handle = -1, speed = -1;
    EQUAL("start without a block", (int)0x80b20004, scePlayGoInitialize(NULL));
    EQUAL("start", 0, scePlayGoInitialize(&init));
    EQUAL("open", 0, scePlayGoOpen(&handle, NULL));
    HOLDS("handle", handle > 0);
    EQUAL("places", 0, scePlayGoGetLocus(handle, chunks, 2, places));
    HOLDS("all are here", places[0] == 3 && places[1] == 3 && places[2] == -1);
    EQUAL("progress", 0, scePlayGoGetProgress(handle, chunks, 2, &progress));
    EQUAL("all is done", progress.total, progress.done);
    EQUAL("seconds left", 0, scePlayGoGetEta(handle, chunks, 2, &seconds));
    EQUAL("none", 0, seconds);
    EQUAL("speed", 0, scePlayGoGetInstallSpeed(handle, &speed));
    EQUAL("full", 2, speed);
    EQUAL("close", 0, scePlayGoClose(handle));
    EQUAL("end", 0, scePlayGoTerminate());
}

static void check_input(void) {
    uint8_t sample[0x80];
    memset(sample, 0x55, sizeof sample);
    EQUAL("keyboard: start", 0, sceKeyboardInit());
    EQUAL("keyboard: index 2", (int)0x80da0001, sceKeyboardOpen(player(), 0, 2, NULL));
    int keyboard = sceKeyboardOpen(player(), 0, 0, NULL);
    HOLDS("keyboard: handle", keyboard > 0);
    EQUAL("keyboard: state", 0, sceKeyboardReadState(keyboard, sample));
    EQUAL("keyboard: not connected", 0, sample[0x10]);
    EQUAL("keyboard: close", 0, sceKeyboardClose(keyboard));
    EQUAL("keyboard: state of a closed one", (int)0x80da0003, sceKeyboardReadState(keyboard, sample));
    EQUAL("mouse: start", 0, sceMouseInit());
    int mouse = sceMouseOpen(player(), 0, 0, NULL);
    HOLDS("mouse: handle", mouse > 0);
    EQUAL("mouse: nothing queued", 0, sceMouseRead(mouse, sample, 2));
    EQUAL("mouse: close", 0, sceMouseClose(mouse));
    EQUAL("mouse: read of a closed one", (int)0x80df0003, sceMouseRead(mouse, sample, 2));
}

static void check_clients(void) {
    int tls = sceSslInit(0x40000), context = sceHttpInit(1, tls, 0x40000);
    HOLDS("contexts", tls > 0 && context > 0);
    int settings = sceHttpCreateTemplate(context, "check", 1, 1);
    int connection = sceHttpCreateConnectionWithURL(settings, "http://localhost/", 1);
    int request = sceHttpCreateRequestWithURL(connection, 0, "http://localhost/", 0);
    HOLDS("template, connection and request", settings > 0 && connection > 0 && request > 0);
    EQUAL("setting", 0, sceHttpSetRecvTimeOut(request, 1000));
    EQUAL("sending fails for want of a network", (int)0x80431063, sceHttpSendRequest(request, NULL, 0));
    EQUAL("delete request", 0, sceHttpDeleteRequest(request));
    int second = sceHttp2Init(1, tls, 0x40000, 4), second_settings = sceHttp2CreateTemplate(second, "check", 3, 1);
    int second_request = sceHttp2CreateRequestWithURL(second_settings, "GET", "https://localhost/", 0);
    HOLDS("HTTP/2 objects", second > 0 && second_settings > 0 && second_request > 0);
    EQUAL("HTTP/2 without a method", (int)0x817b1225, sceHttp2CreateRequestWithURL(second_settings, NULL, "https://localhost/", 0));
    EQUAL("HTTP/2 sending fails before it begins", (int)0x817b1065, sceHttp2SendRequest(second_request, NULL, 0));
    EQUAL("HTTP/2 delete request", 0, sceHttp2DeleteRequest(second_request));
    EQUAL("HTTP/2 delete it again", (int)0x817b1100, sceHttp2DeleteRequest(second_request));
    EQUAL("end TLS", 0, sceSslTerm(tls));
    EQUAL("end TLS again", (int)0x8095f006, sceSslTerm(tls));
}

static int blocks_out;

static void *allocate_for_export(size_t size, void *user) {
    blocks_out++;
    EQUAL("the allocator gets its word", 7, *(int *)user);
    return malloc(size);
}

static void release_for_export(void *block, void *user) {
    (void)user;
    blocks_out--;
    free(block);
}

/* Three pieces: two words, none, one word; user counts them. */
static int next_piece(const void **data, size_t *size, void *user) {
    static const char *const pieces[] = {"GIF8", "", "9a"};
    int number = (*(int *)user)++;
    *data = pieces[number];
    *size = strlen(pieces[number]);
    return number == 2;
}

static int fail_at_once(const void **data, size_t *size, void *user) {
    (void)data, (void)size, (void)user;
    return -1;
}

static void check_content_export(void) {
    static struct export_parameter parameter = {.title = "a picture", .type = "image/gif"};
    int word = 7, pieces = 0;
    char path[64] = "";
    struct export_init init = {allocate_for_export, release_for_export, &word, 0x100, {0, 0}};
    EQUAL("export before the start", (int)0x809d3004, sceContentExportFromData(1, &parameter, 6, next_piece, &pieces, path, sizeof path));
    EQUAL("export: start", 0, sceContentExportInit2(&init));
    int id = sceContentExportStart();
    HOLDS("export: open", id > 0);
    EQUAL("without a function", (int)0x809d3016, sceContentExportFromData(id, &parameter, 6, NULL, &pieces, path, sizeof path));
    EQUAL("by pieces", 0, sceContentExportFromData(id, &parameter, 6, next_piece, &pieces, path, sizeof path));
    EQUAL("all of them", 3, pieces);
    HOLDS("the stored name", strncmp(path, "a picture", 9) == 0);
    pieces = 0;
    EQUAL("fewer than announced", (int)0x809d301b, sceContentExportFromData(id, &parameter, 7, next_piece, &pieces, path, sizeof path));
    pieces = 0;
    EQUAL("more than announced", (int)0x809d301b, sceContentExportFromData(id, &parameter, 5, next_piece, &pieces, path, sizeof path));
    EQUAL("a function that fails", (int)0x809d301b, sceContentExportFromData(id, &parameter, 5, fail_at_once, &pieces, path, sizeof path));
    parameter.type[0] = 'x';
    EQUAL("another kind", (int)0x809d3012, sceContentExportFromData(id, &parameter, 6, next_piece, &pieces, path, sizeof path));
    EQUAL("its memory is given back", 0, blocks_out);
    EQUAL("ending while it is open", (int)0x809d3003, sceContentExportTerm());
    EQUAL("export: close", 0, sceContentExportFinish(id));
    EQUAL("export: end", 0, sceContentExportTerm());
}

/* A stream of one stored block (RFC 1950, RFC 1951): header, length and its complement, text, Adler-32. */
static const uint8_t stored[] = {0x78, 0x01, 0x01, 5, 0, 0xfa, 0xff, 'h', 'e', 'l', 'l', 'o', 0x06, 0x2c, 0x02, 0x15};

static void check_inflating(void) {
    static char target[0x800];
    uint64_t request = 0, done = 0;
    uint32_t size = 0, at_once = 0;
    int status = -1;
    EQUAL("inflate before the start", (int)0x81120032, sceZlibInflate(stored, sizeof stored, target, sizeof target, &request));
    EQUAL("start", 0, sceZlibInitialize(NULL, 0));
    EQUAL("inflate", 0, sceZlibInflate(stored, sizeof stored, target, sizeof target, &request));
    EQUAL("wait for it", 0, sceZlibWaitForDone(&done, NULL));
    EQUAL("it is that one", request, done);
    EQUAL("nothing else is done", (int)0x81120027, sceZlibWaitForDone(&done, &at_once));
    EQUAL("result", 0, sceZlibGetResult(request, &size, &status));
    HOLDS("the text", status == 0 && size == 5 && memcmp(target, "hello", 5) == 0);
    EQUAL("result of another", (int)0x81120002, sceZlibGetResult(request + 1, &size, &status));
    EQUAL("end", 0, sceZlibFinalize());
}

static void check_microphone(void) {
    static int16_t samples[256];
    memset(samples, 0x55, sizeof samples);
    int handle = sceAudioInOpen(player(), 1, 0, 256, 48000, 0);
    HOLDS("microphone", handle > 0);
    EQUAL("a block", 256, sceAudioInInput(handle, samples));
    HOLDS("of silence", samples[0] == 0 && samples[255] == 0);
    EQUAL("since there is no device", 1, sceAudioInGetSilentState(handle));
    EQUAL("close", 0, sceAudioInClose(handle));
    EQUAL("a block of a closed one", (int)0x80260109, sceAudioInInput(handle, samples));
}

/* Two by two pixels with alpha; the second row is written as what it adds to the first. */
static void check_pictures(void) {
    static const uint8_t file[] = {
        0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00, 0x00, 0x02,
        0x00, 0x00, 0x00, 0x02, 0x08, 0x06, 0x00, 0x00, 0x00, 0x72, 0xb6, 0x0d, 0x24, 0x00, 0x00, 0x00, 0x18, 0x49, 0x44, 0x41,
        0x54, 0x78, 0xda, 0x63, 0x60, 0x64, 0x62, 0x66, 0x61, 0x65, 0x63, 0xe7, 0x60, 0xe2, 0x12, 0x91, 0xd3, 0x60, 0x04, 0x02,
        0x00, 0x04, 0x42, 0x00, 0x8f, 0x38, 0x76, 0xd7, 0xd4, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60,
        0x82};
    static const uint8_t pixels[2][12] = {{3, 2, 1, 4, 7, 6, 5, 8}, {33, 22, 11, 44, 8, 7, 6, 9}};
    static _Alignas(8) uint8_t work[0x100];
    uint8_t image[24] = {0};
    void *handle = NULL;
    struct png_facts facts = {0};
    const struct png_create create = {sizeof create, 0, 2};
    const struct png_parse parse = {file, sizeof file, 0};
    struct png_decode decode = {file, image, sizeof file, sizeof image, 1, 255, 12};
    EQUAL("picture: header", 0, scePngDecParseHeader(&parse, &facts));
    HOLDS("picture: its facts", facts.width == 2 && facts.height == 2 && facts.space == 19 && facts.depth == 8 && facts.flags == 0);
    int size = scePngDecQueryMemorySize(&create);
    HOLDS("picture: work memory", size > 0 && size <= (int)sizeof work);
    EQUAL("picture: decoder without memory", (int)0x80690001, scePngDecCreate(&create, NULL, 0, &handle));
    EQUAL("picture: decoder", 0, scePngDecCreate(&create, work, sizeof work, &handle));
    EQUAL("picture: its sides", 2 << 16 | 2, scePngDecDecode(handle, &decode, NULL));
    HOLDS("picture: blue, green, red, alpha in rows of 12 bytes", memcmp(image, pixels, sizeof image) == 0);
    decode.image_size = 12;
    EQUAL("picture: too little room", (int)0x80690002, scePngDecDecode(handle, &decode, NULL));
    decode.size = 60;
    decode.image_size = sizeof image;
    EQUAL("picture: cut file", (int)0x80690012, scePngDecDecode(handle, &decode, NULL));
    EQUAL("picture: end", 0, scePngDecDelete(handle));
    EQUAL("picture: decode after the end", (int)0x80690004, scePngDecDecode(handle, &decode, NULL));
}

void check_libraries(void) {
    area("play-go");
    check_play_go();
    area("input");
    check_input();
    area("network-clients");
    check_pictures();
    check_clients();
    area("content-export");
    check_content_export();
    area("inflating");
    check_inflating();
    area("microphone");
    check_microphone();
}
