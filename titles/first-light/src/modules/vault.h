/* The two bundled modules: ribs.prx calls itself libVault, span.prx calls itself libSpan and imports libVault. */
#pragma once
#include <stdint.h>

/* Each module defines its own mark before it includes this, so that what it declares is exported. */
#ifndef VAULT_API
#define VAULT_API
#endif
#ifndef SPAN_API
#define SPAN_API
#endif

/* Size of both textures in texels, each way. */
enum { VAULT_SIZE = 256 };

/* A texel of a vault's plan at (x, y): red in the low byte. */
VAULT_API uint32_t vault_painted(uint32_t x, uint32_t y);

/* Occlusion, gloss and inlay of the same place in the three low bytes. */
VAULT_API uint32_t vault_relief(uint32_t x, uint32_t y);

/* Adds to a thread-local counter of the module and answers it. */
VAULT_API int vault_count(int step);

/* The place of a constructor of this module in the order of all constructors: 1 if it ran first. */
VAULT_API int vault_started(void);

/* Hands out that place to the constructors of other modules. */
VAULT_API int vault_next_constructor(void);

SPAN_API int span_count(int step);
SPAN_API int span_started(void);

/* Sum of both modules' counters on the calling thread. */
SPAN_API int span_total(void);
