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

void check_libraries(void) {
    area("play-go");
    check_play_go();
    area("input");
    check_input();
    area("network-clients");
    check_clients();
}
