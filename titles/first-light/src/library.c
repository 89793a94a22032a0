/* The C library's leaf functions, which the platform serves by guest code of its own. */
#include "first_light.h"

int atoi(const char *text);
double strtod(const char *text, char **end);
long strtol(const char *text, char **end, int base);
char *strstr(const char *text, const char *part);
char *strtok(char *text, const char *separators);
size_t strlcpy(char *to, const char *from, size_t room);
void *memmove(void *to, const void *from, size_t size);
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
int asprintf(char **out, const char *format, ...);
void *realloc(void *block, size_t size);
void *memalign(size_t alignment, size_t size);
double sin(double x);
double cos(double x);
double tan(double x);
double exp(double x);
double log(double x);
double pow(double x, double y);
double atan2(double y, double x);
double fmod(double x, double y);
double floor(double x);
int setjmp(uint64_t buffer[12]) __attribute__((returns_twice));
_Noreturn void longjmp(uint64_t buffer[12], int value);

static int by_value(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static void check_sorting(void) {
    int numbers[1000];
    uint32_t state = 1;
    int good = 1;
    for (int i = 0; i < 1000; i++) {
        state = state * 1664525 + 1013904223;
        numbers[i] = (int)(state >> 8) % 500;
    }
    qsort(numbers, 1000, sizeof *numbers, by_value);
    for (int i = 1; i < 1000; i++) {
        good &= numbers[i - 1] <= numbers[i];
    }
    int *found = bsearch(&numbers[321], numbers, 1000, sizeof *numbers, by_value), missing = 1000;
    good &= found && *found == numbers[321] && !bsearch(&missing, numbers, 1000, sizeof *numbers, by_value);
    report("sorting", good);
}

static void check_text(void) {
    char text[64] = "one, two,,three", moved[] = "0123456789", *end;
    int good = strtod("1.7976931348623157e308x", &end) == 1.7976931348623157e308 && *end == 'x';
    good &= strtod("-4.9e-324", NULL) == -4.9e-324 && strtod("0x1.8p1", NULL) == 3;
    good &= strtol("-0x7f", NULL, 0) == -127 && atoi(" 42") == 42;
    good &= strstr(text, "two") == text + 5 && strcmp(strtok(text, ", "), "one") == 0 && strcmp(strtok(NULL, ", "), "two") == 0;
    memmove(moved + 2, moved, 6);
    good &= strcmp(moved, "0101234589") == 0 && strlcpy(text, "longer", 4) == 6 && strcmp(text, "lon") == 0;
    char *made = NULL;
    good &= asprintf(&made, "%d and %s", 7, "more") == 10 && strcmp(made, "7 and more") == 0;
    made = realloc(made, 100000);
    good &= made && strcmp(made, "7 and more") == 0;
    free(made);
    void *aligned = memalign(4096, 10);
    good &= aligned && ((uintptr_t)aligned & 4095) == 0;
    free(aligned);
    report("text and heap", good);
}

static int close(double got, double wanted) {
    double difference = got - wanted, size = wanted < 0 ? -wanted : wanted;
    return (difference < 0 ? -difference : difference) <= size * 0x1p-52;
}

/* Expected values are those of the functions themselves, rounded from more digits. */
static void check_mathematics(void) {
    int good = close(sin(1.0), 0.8414709848078965) && close(cos(1.0), 0.5403023058681398) && close(tan(1.0), 1.5574077246549023);
    good &= close(sin(1e22), -0.8522008497671888) && close(cos(3.0e5), -0.9942521687048723);
    good &= close(exp(1.0), 2.718281828459045) && close(log(10.0), 2.302585092994046) && close(pow(2.0, 0.5), 1.4142135623730951);
    good &= close(pow(10.0, -300), 1e-300) && close(atan2(-1.0, -1.0), -2.356194490192345);
    good &= fmod(1e300, 7.0) == 1 && floor(-0.5) == -1;
    report("mathematics", good);
}

static uint64_t place[12];

static void leave(int value) { longjmp(place, value); }

static void check_jumps(void) {
    volatile int round = 0;
    int value = setjmp(place);
    round++;
    if (value < 3) {
        leave(value + 1);
    }
    report("long jumps", value == 3 && round == 4);
}

void check_library(void) {
    check_sorting();
    check_text();
    check_mathematics();
    check_jumps();
}
