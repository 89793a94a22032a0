/*
 * The modules: root.prx calls itself libRoot; stem.prx imports it, leaf.prx imports stem, the program imports root and leaf. lonely.prx is
 * imported by nobody.
 */
#pragma once

#ifndef ROOT_API
#define ROOT_API
#endif
#ifndef STEM_API
#define STEM_API
#endif
#ifndef LEAF_API
#define LEAF_API
#endif

/* Notes that an initialiser ran. */
ROOT_API void root_note(int who);
/* What was noted, in order; gives the number of notes. */
ROOT_API int root_log(int *out, int capacity);
/* Adds to the module's thread-local counter, which begins at 40. */
ROOT_API int root_count(int step);

STEM_API int stem_value(void);
/* The same with 20. */
LEAF_API int leaf_count(int step);
