#define STEM_API __declspec(dllexport)
#include "order.h"

__attribute__((constructor)) static void begin(void) { root_note('s'); }

int stem_value(void) { return 7; }
