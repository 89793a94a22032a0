#define LEAF_API __declspec(dllexport)
#include "order.h"

static __thread int counter = 13;

__attribute__((constructor)) static void begin(void) { root_note('l'); }

int leaf_count(int step) { return (counter += step) + stem_value(); }
