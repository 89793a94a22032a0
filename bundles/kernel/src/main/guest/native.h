/* The native guest module: leaf functions that never leave guest code. Documented: guest-execution notes, section 13. */
#pragma once
#include <stddef.h>
#include <stdint.h>

#define EXPORT __declspec(dllexport)

typedef uint16_t guest_wchar;
enum { GUEST_EINVAL = 22, GUEST_ENOMEM = 12, GUEST_ERANGE = 34 };

EXPORT void *memcpy(void *restrict to, const void *restrict from, size_t size);
EXPORT void *memmove(void *to, const void *from, size_t size);
EXPORT void *memset(void *to, int value, size_t size);
EXPORT size_t strlen(const char *text);
EXPORT size_t strnlen(const char *text, size_t limit);
EXPORT int strncmp(const char *a, const char *b, size_t limit);
EXPORT void *malloc(size_t size);
EXPORT void free(void *block);
EXPORT int tolower(int c);
