/* Unwinding of guest frames. Documented: Itanium C++ ABI, "Exception Handling", level 1; System V ABI for x86-64, "Unwind Library". */
#pragma once
#include "native.h"

enum reason { NO_REASON = 0, FOREIGN_CAUGHT = 1, FATAL_PHASE2 = 2, FATAL_PHASE1 = 3, END_OF_STACK = 5, HANDLER_FOUND = 6, INSTALL_CONTEXT = 7,
              CONTINUE_UNWIND = 8 };
enum action { SEARCH_PHASE = 1, CLEANUP_PHASE = 2, HANDLER_FRAME = 4, FORCE_UNWIND = 8 };

struct unwind_exception {
    uint64_t class;
    void (*cleanup)(int reason, struct unwind_exception *exception);
    uint64_t stop, frame; /* private: the stack pointer of the frame that handles it */
} __attribute__((aligned(16)));

struct context;
typedef int personality(int version, int actions, uint64_t class, struct unwind_exception *exception, struct context *context);

EXPORT uint64_t _Unwind_GetIP(struct context *context);
EXPORT void _Unwind_SetIP(struct context *context, uint64_t value);
EXPORT void _Unwind_SetGR(struct context *context, int number, uint64_t value);
EXPORT uint64_t _Unwind_GetLanguageSpecificData(struct context *context);
EXPORT uint64_t _Unwind_GetRegionStart(struct context *context);
EXPORT void _Unwind_DeleteException(struct unwind_exception *exception);
/* Returns only if nobody catches it. */
EXPORT int _Unwind_RaiseException(struct unwind_exception *exception);

/* Reads numbers and pointers of the tables, moving on. */
uint64_t read_uleb(const uint8_t **at);
int64_t read_sleb(const uint8_t **at);
enum { ENCODING_OMITTED = 0xff };
/* An encoded pointer; data is what data-relative ones are relative to. A stored 0 stays 0. */
uint64_t read_encoded(const uint8_t **at, unsigned encoding, uint64_t data);
/* Bytes of an encoded pointer of fixed size. */
unsigned encoded_size(unsigned encoding);
