#define ROOT_API __declspec(dllexport)
#include "order.h"

static __thread int counter = 40;
static int notes[8], noted;

__attribute__((constructor)) static void begin(void) { root_note('r'); }

void root_note(int who) { notes[noted++ % 8] = who; }

int root_log(int *out, int capacity) {
    for (int i = 0; i < noted && i < capacity; i++) {
        out[i] = notes[i];
    }
    return noted;
}

int root_count(int step) { return counter += step; }
