/* The C library: expected values are those of the C standard and POSIX. */
#include "check.h"
#include "guest/files.h"
#include "places.h"

static void check_text_functions(void) {
    char text[32], other[32], *state = NULL;
    EQUAL("length", 5, strlen("hello"));
    EQUAL("bounded length", 3, strnlen("hello", 3));
    HOLDS("order", strcmp("abc", "abd") < 0 && strcmp("abc", "ab") > 0 && strcmp("abc", "abc") == 0);
    HOLDS("order is of unsigned bytes", strcmp("\xff", "a") > 0);
    EQUAL("bounded order", 0, strncmp("abcx", "abcy", 3));
    EQUAL("order without case", 0, strcasecmp("HeLLo", "hEllO"));
    EQUAL("bounded order without case", 0, strncasecmp("HELLx", "helly", 4));
    TEXT("copy", "copied", strcpy(text, "copied"));
    memset(text, 'z', sizeof text);
    strncpy(text, "ab", 5);
    HOLDS("bounded copy fills with zeros", memcmp(text, "ab\0\0\0zz", 7) == 0);
    strcpy(text, "ab");
    TEXT("append", "abcd", strcat(text, "cd"));
    TEXT("bounded append", "abcdef", strncat(text, "efgh", 2));
    EQUAL("copy into little room tells the whole length", 6, strlcpy(other, "longer", 4));
    TEXT("and ends in a zero", "lon", other);
    EQUAL("append into little room", 9, strlcat(other, "gerest", 6));
    TEXT("what fits", "longe", other);
    HOLDS("checked copy into little room fails", strcpy_s(other, 3, "longer") != 0 && other[0] == 0);
    strcpy(text, "a,b,,c");
    EQUAL("first of a character", 1, strchr(text, ',') - text);
    EQUAL("last of a character", 4, strrchr(text, ',') - text);
    EQUAL("the end is a character too", 6, strchr(text, 0) - text);
    EQUAL("part", 2, strstr(text, "b,") - text);
    EQUAL("empty part", 0, strstr(text, "") - text);
    HOLDS("no such part", strstr(text, "cc") == NULL);
    EQUAL("one of a set", 1, strpbrk(text, ",;") - text);
    EQUAL("run of a set", 3, strspn("aabx", "ab"));
    EQUAL("run outside of a set", 2, strcspn("xyab", "ab"));
    TEXT("first token", "a", strtok_r(text, ",", &state));
    TEXT("second token", "b", strtok_r(NULL, ",", &state));
    TEXT("third token", "c", strtok_r(NULL, ",", &state));
    HOLDS("no more tokens", strtok_r(NULL, ",", &state) == NULL);
    char *copy = strdup("kept");
    TEXT("duplicate", "kept", copy);
    free(copy);
    strcpy(text, "0123456789");
    memmove(text + 2, text, 8);
    TEXT("move up over itself", "0101234567", text);
    memmove(text, text + 2, 8);
    TEXT("move down over itself", "0123456767", text);
    EQUAL("find a byte", 3, (char *)memchr(text, '3', 10) - text);
    HOLDS("no such byte", memchr(text, 'x', 10) == NULL);
}

static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void check_numbers(void) {
    char *end;
    int numbers[] = {5, -1, 9, 0, 3, 3}, key = 9, missing = 4, exponent;
    double whole;
    EQUAL("decimal", -42, strtol(" -42x", &end, 10));
    EQUAL("it stopped there", 'x', *end);
    EQUAL("hexadecimal", 255, strtol("0xff", NULL, 0));
    EQUAL("octal", 8, strtol("010", NULL, 0));
    EQUAL("base 36", 35, strtol("z", NULL, 36));
    EQUAL("no digits", 0, strtol("x", &end, 10));
    EQUAL("it did not move", 'x', *end);
    EQUAL("too large", INT64_MAX, strtol("99999999999999999999", NULL, 10));
    EQUAL("its error", ERANGE, *__error());
    EQUAL("unsigned of a negative", -1, strtoul("-1", NULL, 10));
    EQUAL("the largest, negated", 1, strtoul("-18446744073709551615", NULL, 10));
    EQUAL("beyond the largest, negated", -1, strtoul("-18446744073709551616", NULL, 10));
    HOLDS("a sign alone is no number", 1 / strtod("-", &end) > 0 && *end == '-');
    EQUAL("plain", 7, atoi("7up"));
    EQUAL("plain and long", 5000000000, atoll("5000000000"));
    EQUAL("widest", -1, strtoumax("ffffffffffffffff", NULL, 16));
    HOLDS("quotient towards zero", ldiv(-7, 2).quotient == -3 && ldiv(-7, 2).remainder == -1);
    HOLDS("what can be seen", isprint(' ') && !isgraph(' ') && isgraph('~') && !isprint(0x7f) && iscntrl(0x7f) && isblank('\t'));
    HOLDS("floating point", strtod("1.5e3z", &end) == 1500 && *end == 'z');
    HOLDS("hexadecimal floating point", strtod("0x1.8p1", NULL) == 3);
    HOLDS("infinity", strtod("-inf", NULL) == -__builtin_inf());
    HOLDS("halfway case", strtod("9007199254740993", NULL) == 9007199254740992.0);
    HOLDS("kinds of characters", isdigit('5') && !isdigit('a') && isalpha('q') && isspace('\t') && ispunct('!') && isxdigit('F'));
    HOLDS("case", toupper('a') == 'A' && tolower('Z') == 'z' && toupper('1') == '1');
    qsort(numbers, 6, sizeof *numbers, by_value);
    HOLDS("sorted", numbers[0] == -1 && numbers[1] == 0 && numbers[2] == 3 && numbers[5] == 9);
    HOLDS("found", bsearch(&key, numbers, 6, sizeof *numbers, by_value) == &numbers[5]);
    HOLDS("not found", bsearch(&missing, numbers, 6, sizeof *numbers, by_value) == NULL);
    HOLDS("square root", sqrt(2) == 1.4142135623730951);
    HOLDS("floor and ceiling", floor(-1.5) == -2 && ceil(-1.5) == -1);
    HOLDS("remainder", fmod(-7, 3) == -1);
    HOLDS("power", pow(2, 10) == 1024 && pow(0, 0) == 1);
    HOLDS("angle", atan2(0, -1) == 3.141592653589793);
    HOLDS("logarithm", log2(8) == 3);
    HOLDS("scaled", ldexp(0.75, 4) == 12);
    HOLDS("taken apart", frexp(12, &exponent) == 0.75 && exponent == 4);
    HOLDS("whole and rest", modf(-3.25, &whole) == -0.25 && whole == -3);
    EQUAL("rounded away from zero", -3, lround(-2.5));
    EQUAL("the long form", -3, llround(-2.5));
    HOLDS("rounded to even", llrint(2.5) == 2 && nearbyint(3.5) == 4);
    HOLDS("next numbers", nextafter(1, 2) == 0x1.0000000000001p0 && nextafter(0, -1) == -0x1p-1074 && nextafter(1, 0) == 0x1.fffffffffffffp-1);
}

static void check_formats(void) {
    char text[64], word[8] = {0}, *made = NULL;
    int number = 0, count;
    unsigned hex = 0;
    double real = 0;
    EQUAL("length of what was cut", 11, snprintf(text, 6, "%s", "hello world"));
    TEXT("cut text", "hello", text);
    snprintf(text, sizeof text, "%05d|%-4x|%+.2f|%c", -42, 255, 1.005, 'z');
    TEXT("numbers", "-0042|ff  |+1.00|z", text);
    snprintf(text, sizeof text, "%.3s|%*d|%%", "abcdef", 4, 7);
    TEXT("widths", "abc|   7|%", text);
    EQUAL("made text", 5, asprintf(&made, "%d-%s", 12, "ab"));
    TEXT("its bytes", "12-ab", made);
    free(made);
    EQUAL("read back", 4, sscanf("17 0x1f word 2.5", "%d %x %7s %lf", &number, &hex, word, &real));
    HOLDS("what was read", number == 17 && hex == 31 && strcmp(word, "word") == 0 && real == 2.5);
    EQUAL("read a part", 1, sscanf("5 x", "%d %d", &number, &count));
    EQUAL("read nothing of the kind", 0, sscanf("x", "%d", &number));
    EQUAL("read of nothing", -1, sscanf("", "%d", &number));
    EQUAL("an item that is no number", 0, sscanf("100ergs", "%f%7s", &real, word));
    EQUAL("read a set", 1, sscanf("abc123", "%7[a-z]%n", word, &count));
    HOLDS("it stopped there", strcmp(word, "abc") == 0 && count == 3);
    wide_char out[16], wanted[] = {'7', ' ', 'x', 0}, format[] = {'%', 'd', ' ', 'x', 0};
    EQUAL("wide", 3, swprintf(out, 16, format, 7));
    EQUAL("its text", 0, wcscmp(out, wanted));
    HOLDS("wide functions", wcslen(wanted) == 3 && wcschr(wanted, 'x') == wanted + 2 && wcscpy(out, wanted) == out);
}

static void check_wide_texts(void) {
    static const wide_char digits[] = {' ', '-', '4', '2', 0x20ac, 0}, real[] = {'1', '.', '5', 'e', '2', 'x', 0}, ab[] = {'a', 'b', 0},
        euro[] = {0x20ac, ',', 0}, none[] = {0};
    wide_char text[16] = {0}, *end, *state;
    HOLDS("append", wcscat(wcscat(text, ab), euro) == text && wcslen(text) == 4 && text[2] == 0x20ac);
    HOLDS("bounded append", wcsncat(text, ab, 1) == text && wcslen(text) == 5 && text[4] == 'a');
    EQUAL("last of a character", 4, wcsrchr(text, 'a') - text);
    HOLDS("the end is a character too", wcsrchr(text, 0) == text + 5);
    EQUAL("part", 2, wcsstr(text, euro) - text);
    HOLDS("empty part", wcsstr(text, none) == text);
    HOLDS("no such part", wcsstr(euro, ab) == NULL);
    EQUAL("run of a set", 2, wcsspn(text, ab));
    EQUAL("run outside of a set", 2, wcscspn(text, euro));
    EQUAL("one of a set", 2, wcspbrk(text, euro) - text);
    HOLDS("token", wcstok(text, euro, &state) == text && wcslen(text) == 2);
    HOLDS("next token", *wcstok(NULL, euro, &state) == 'a');
    HOLDS("no more tokens", wcstok(NULL, euro, &state) == NULL);
    HOLDS("fill", wmemset(text, 'z', 3) == text && text[2] == 'z');
    EQUAL("whole number", -42, wcstol(digits, &end, 10));
    EQUAL("it stopped there", 4, end - digits);
    EQUAL("no digits", 0, wcstoul(ab, &end, 10));
    HOLDS("it did not move", end == ab);
    HOLDS("floating point", wcstod(real, &end) == 150 && *end == 'x');
    HOLDS("kinds", iswalpha('q') && iswdigit('7') && iswspace('\n') && !iswalpha(0x1f1) && !iswdigit('q'));
    HOLDS("case", towupper('q') == 'Q' && towlower('Q') == 'q' && towupper(0xe9) == 0xe9);
    EQUAL("one character of bytes", 3, mbtowc(text, "\xe2\x82\xac", 3));
    EQUAL("it", 0x20ac, text[0]);
    EQUAL("a part of one", -1, mblen("\xe2\x82", 2));
    EQUAL("without states", 0, mblen(NULL, 0));
    uint64_t part = 0;
    EQUAL("a part, to be continued", -2, mbrlen("\xe2", 1, &part));
    EQUAL("no first state", 0, mbsinit(&part));
    EQUAL("the rest", 2, mbrlen("\x82\xac", 2, &part));
    HOLDS("first state", mbsinit(&part) && mbsinit(NULL));
    char bytes[4];
    EQUAL("back to bytes", 3, wctomb(bytes, 0x20ac));
    HOLDS("a single byte or none", wctob('q') == 'q' && wctob(0x20ac) == -1);
}

static void check_streams(void) {
    char path[64], line[32], bytes[8];
    in_save(path, "stream.txt");
    HOLDS("open what is missing", fopen(path, "r") == NULL);
    EQUAL("its error", ENOENT, *__error());
    FILE *file = fopen(path, "w");
    HOLDS("make", file != NULL);
    EQUAL("print", 8, fprintf(file, "line %d\n", 1) + (fputs("x", file) < 0 ? 0 : 1));
    EQUAL("write", 3, fwrite("ab\n", 1, 3, file));
    EQUAL("position", 11, ftell(file));
    EQUAL("close", 0, fclose(file));
    file = fopen(path, "r+");
    TEXT("first line", "line 1\n", fgets(line, sizeof line, file));
    EQUAL("character", 'x', fgetc(file));
    EQUAL("put it back", 'y', ungetc('y', file));
    EQUAL("get it again", 'y', fgetc(file));
    EQUAL("read whole elements only", 1, fread(bytes, 2, 4, file));
    HOLDS("the end was met, no error", feof(file) && !ferror(file));
    EQUAL("seek from the end", 0, fseek(file, -3, FROM_END));
    HOLDS("no end any more", !feof(file));
    TEXT("short line", "a", fgets(line, 2, file));
    rewind(file);
    EQUAL("back at the start", 'l', fgetc(file));
    EQUAL("flush", 0, fflush(file));
    fclose(file);
    file = fopen(path, "a");
    fputs("end", file);
    fclose(file);
    file = fopen(path, "r");
    fseek(file, 0, FROM_END);
    EQUAL("appended", 14, ftell(file));
    fclose(file);
    EQUAL("remove", 0, remove(path));
    EQUAL("remove again", -ENOENT, posix(remove(path)));
    HOLDS("wrong mode", fopen(path, "q") == NULL);
}

static void check_folders(void) {
    int found = 0, dots = 0;
    char path[1024];
    struct folder *folder = opendir("/app0/data");
    HOLDS("open a folder", folder != NULL);
    for (struct folder_entry *entry; (entry = readdir(folder));) {
        found += strcmp(entry->name, "motto.txt") == 0 && entry->type == TYPE_FILE && entry->name_size == 9;
        dots += entry->name[0] == '.' && entry->type == TYPE_DIRECTORY;
    }
    EQUAL("a file in it", 1, found);
    EQUAL("itself and the one above", 2, dots);
    EQUAL("close", 0, closedir(folder));
    HOLDS("open what is missing", opendir("/app0/none") == NULL);
    EQUAL("its error", ENOENT, *__error());
    HOLDS("open a file", opendir("/app0/data/motto.txt") == NULL);
    EQUAL("its error", ENOTDIR, *__error());
    TEXT("plain path", "/app0/data", realpath("/app0//./data/../data/", path));
    HOLDS("plain path of nothing", realpath("/app0/none", path) == NULL);
}

static void check_calendar(void) {
    int64_t leap = 951782400, start = 0; /* 2000-02-29 00:00:00 UTC */
    char text[64];
    struct calendar *date = gmtime(&leap);
    HOLDS("the last of February 2000", date->year == 100 && date->month == 1 && date->day == 29 && date->weekday == 2 && date->yearday == 59);
    EQUAL("as text", 10, strftime(text, sizeof text, "%Y-%m-%d", date));
    TEXT("its digits", "2000-02-29", text);
    EQUAL("too long a text", 0, strftime(text, 4, "%Y-%m-%d", date));
    date = gmtime(&start);
    HOLDS("the beginning", date->year == 70 && date->month == 0 && date->day == 1 && date->hour == 0 && date->weekday == 4);
    struct calendar own, week = {0, 0, 0, 31, 11, 126, 4, 364, 0};
    HOLDS("into a record of one's own", gmtime_r(&leap, &own) == &own && own.yearday == 59);
    EQUAL("back", 951782400, timegm(&own));
    TEXT("a day as text", "Tue Feb 29 00:00:00 2000\n", asctime(&own));
    strftime(text, sizeof text, "%G-W%V", &week);
    TEXT("the last week of 2026", "2026-W53", text);
    int64_t beyond = INT64_MAX;
    HOLDS("beyond every calendar", gmtime(&beyond) == NULL && *__error() == 84);
    HOLDS("difference", difftime(leap, start) == 951782400.0);
    HOLDS("now is after 2020", time(NULL) > 1577836800);
    HOLDS("no such variable", getenv("CONFORMANCE") == NULL);
    setenv("CONFORMANCE", "one", 1);
    setenv("CONFORMANCE", "two", 0);
    TEXT("a variable that was not overwritten", "one", getenv("CONFORMANCE"));
    EQUAL("removed", 0, unsetenv("CONFORMANCE"));
    HOLDS("it is gone", getenv("CONFORMANCE") == NULL);
}

static void check_heap(void) {
    unsigned char *block = calloc(3, 100), sum = 0;
    for (int i = 0; i < 300; i++) {
        sum |= block[i];
    }
    EQUAL("cleared", 0, sum);
    block[299] = 7;
    block = realloc(block, 100000);
    EQUAL("grown with its bytes", 7, block[299]);
    free(block);
    void *aligned = memalign(4096, 10);
    EQUAL("aligned", 0, (uintptr_t)aligned % 4096);
    free(aligned);
    EQUAL("aligned, POSIX form", 0, posix_memalign(&aligned, 256, 10));
    EQUAL("its address", 0, (uintptr_t)aligned % 256);
    free(aligned);
    EQUAL("alignment of 3", EINVAL, posix_memalign(&aligned, 3, 10));
    HOLDS("more than there is", malloc((size_t)1 << 60) == NULL);
    HOLDS("an overflowing count", calloc((size_t)1 << 33, (size_t)1 << 33) == NULL);
    free(NULL);
    struct heap_statistics before, during;
    EQUAL("statistics", 0, malloc_stats_fast(&before));
    block = malloc(1 << 20);
    malloc_stats_fast(&during);
    HOLDS("given out", during.given >= before.given + (1 << 20));
    HOLDS("from the system", during.system >= during.given);
    HOLDS("the most so far", during.most_given >= during.given && during.most_system >= during.system);
    free(block);
    malloc_stats_fast(&during);
    EQUAL("given back", before.given, during.given);
}

void check_libc(void) {
    area("libc-text");
    check_text_functions();
    area("libc-numbers");
    check_numbers();
    area("libc-formats");
    check_formats();
    area("libc-wide");
    check_wide_texts();
    area("libc-streams");
    check_streams();
    area("libc-folders");
    check_folders();
    area("libc-calendar");
    check_calendar();
    area("libc-heap");
    check_heap();
}
