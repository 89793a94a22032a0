/* Pieces of the C and C++ run-time library: texts of bytes and wide characters, locks, streams that become other files'. */
#include "check.h"
#include "guest/time.h"
#include "places.h"

static void *mutex, *condition;
static volatile int woken;

static void check_multibyte(void) {
    wide_char wide[16];
    char bytes[32];
    uint64_t state = 0;
    EQUAL("three characters", 3, mbstowcs(wide, "a\xc3\xa9\xe2\x82\xac", 16));
    HOLDS("of one, two and three bytes", wide[0] == 'a' && wide[1] == 0xe9 && wide[2] == 0x20ac && wide[3] == 0);
    EQUAL("counted alone", 3, mbstowcs(NULL, "a\xc3\xa9\xe2\x82\xac", 0));
    EQUAL("as many as there is room for", 2, mbstowcs(wide, "abc", 2));
    EQUAL("a byte that begins nothing", -1, mbstowcs(wide, "\x80", 16));
    EQUAL("tells so", EILSEQ, *__error());
    EQUAL("an overlong one", -1, mbstowcs(wide, "\xe0\x80\x80", 16));
    EQUAL("back", 6, wcstombs(bytes, (const wide_char[]){'a', 0xe9, 0x20ac, 0}, 32));
    TEXT("the same bytes", "a\xc3\xa9\xe2\x82\xac", bytes);
    EQUAL("whole characters only", 3, wcstombs(bytes, (const wide_char[]){'a', 0xe9, 0x20ac, 0}, 5));
    EQUAL("half of a pair", -1, wcstombs(bytes, (const wide_char[]){0xd800, 0}, 32));
    EQUAL("a part", -2, mbrtowc(wide, "\xe2\x82", 2, &state));
    EQUAL("and the rest", 1, mbrtowc(wide, "\xac", 1, &state));
    EQUAL("make one", 0x20ac, wide[0]);
    EQUAL("the end", 0, mbrtowc(wide, "", 1, &state));
    EQUAL("one character", 2, wcrtomb(bytes, 0xe9, NULL));
    HOLDS("a digit, an upper letter, a space", _Getpctype()['7'] & 0x20 && _Getpctype()['Q'] & 2 && _Getpctype()[' '] & 4);
    HOLDS("the end of a file is none", _Getpctype()[-1] == 0);
    HOLDS("upper letters", _Getptoupper()['q'] == 'Q' && _Getptoupper()['1'] == '1');
}

static void *wait(void *argument) {
    _Mtx_lock(&mutex);
    while (!woken) {
        _Cnd_wait(&condition, &mutex);
    }
    _Mtx_unlock(&mutex);
    return argument;
}

static void check_locks(void) {
    EQUAL("a recursive mutex", 0, _Mtx_init(&mutex, 0x101));
    HOLDS("is locked twice", _Mtx_lock(&mutex) == 0 && _Mtx_lock(&mutex) == 0);
    HOLDS("and unlocked twice", _Mtx_unlock(&mutex) == 0 && _Mtx_unlock(&mutex) == 0);
    EQUAL("not three times", 4, _Mtx_unlock(&mutex));
    EQUAL("a condition", 0, _Cnd_init(&condition));
    thread_t thread = start(wait, (void *)6);
    sceKernelUsleep(SHORT);
    _Mtx_lock(&mutex);
    woken = 1;
    EQUAL("wakes", 0, _Cnd_broadcast(&condition));
    _Mtx_unlock(&mutex);
    EQUAL("who waits", 6, join(thread));
    _Cnd_destroy(&condition);
    _Mtx_destroy(&mutex);
    _Locksyslock(1);
    _Locksyslock(1);
    _Unlocksyslock(1);
    _Unlocksyslock(1);
}

static void check_reopening(void) {
    char first[64], second[64], line[16] = {0};
    in_save(first, "first.txt");
    in_save(second, "second.txt");
    FILE *file = fopen(first, "w");
    fputs("one", file);
    HOLDS("a stream becomes another file's", freopen(second, "w+", file) == file);
    fputs("two", file);
    rewind(file);
    TEXT("what is written goes there", "two", fgets(line, sizeof line, file));
    HOLDS("without that file it is gone", freopen("/app0/none", "r", file) == NULL && *__error() == ENOENT);
    file = fopen(first, "r");
    TEXT("the first was closed whole", "one", fgets(line, sizeof line, file));
    fclose(file);
    remove(first);
    remove(second);
}

void check_runtime(void) {
    area("runtime");
    check_multibyte();
    check_locks();
    check_reopening();
    struct heap_trace trace = {.size = sizeof trace};
    sceLibcHeapGetTraceInfo(&trace);
    HOLDS("the heap's tables are there", trace.tables[0] && trace.tables[1] && trace.tables[0][0] == 0);
    TEXT("the locale's decimal point", ".", localeconv()->decimal_point);
    TEXT("and nothing between thousands", "", localeconv()->thousands_separator);
}
