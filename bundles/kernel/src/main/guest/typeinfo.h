/* Run-time types of C++. Documented: Itanium C++ ABI, section 2.9. */
#pragma once
#include "native.h"

struct type {
    const void *const *functions;
    const char *name;
};

int is_type(const struct type *a, const struct type *b);
/* A handler of this type takes an exception of the other one; the object's address becomes what the handler sees. */
int catches(const struct type *handler, const struct type *thrown, void **object);
