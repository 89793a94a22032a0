/* The parameter block of every module. Documented: guest-execution notes, section 17. */
#include <stdint.h>

__attribute__((used, section(".module_param"))) static const struct {
    uint64_t size;
    uint32_t magic, version, older_sdk, sdk, flags, zero;
} module_parameters = {0x20, 0x3c13f4bf, 3, 0x08050001, 0x02000009, 1, 0};
