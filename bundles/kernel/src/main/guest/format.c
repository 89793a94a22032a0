/* The formatted print that allocates: its text is the heap's, so it cannot be made outside guest code. */
#include "native.h"
#include <stdarg.h>

int vsnprintf(char *out, size_t size, const char *format, va_list arguments);

EXPORT int asprintf(char **out, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    *out = text;
    length = text ? vsnprintf(text, (size_t)length + 1, format, again) : -1;
    va_end(again);
    return length;
}
