/*
 * Walks guest frames by their call frame tables, in two phases: one to find who handles an exception, one to leave the frames on the way.
 * Documented: DWARF 5, section 6.4; Linux Standard Base, "Exception Frames"; see unwind.h. A frame without a table, as the platform's own
 * at the bottom of a callback, is the end of the stack.
 */
#include "unwind.h"

int sceKernelGetModuleInfoForUnwind(uint64_t address, int flags, void *info);
void abort(void);

enum { RAX, RDX, RCX, RBX, RSI, RDI, RBP, RSP, RIP = 16, REGISTERS };
enum { MAX_STATES = 8, MAX_VALUES = 16 };

struct context {
    uint64_t registers[REGISTERS];
    int is_signal; /* the instruction pointer is that of an interrupted instruction, not of a return */
    personality *personality;
    uint64_t language_data, region_start;
    const uint8_t *initial, *initial_end, *program, *program_end;
    unsigned code_step, return_register, pointer_encoding;
    int64_t data_step;
};

/* ---- the tables' numbers */

uint64_t read_uleb(const uint8_t **at) {
    uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        uint8_t byte = *(*at)++;
        value |= shift < 64 ? (uint64_t)(byte & 0x7f) << shift : 0;
        if (!(byte & 0x80)) {
            return value;
        }
    }
}

int64_t read_sleb(const uint8_t **at) {
    uint64_t value = 0;
    for (unsigned shift = 0;;) {
        uint8_t byte = *(*at)++;
        value |= shift < 64 ? (uint64_t)(byte & 0x7f) << shift : 0;
        shift += 7;
        if (!(byte & 0x80)) {
            return (int64_t)(byte & 0x40 && shift < 64 ? value | ~0ull << shift : value);
        }
    }
}

static uint64_t read_plain(const uint8_t **at, unsigned bytes, int is_signed) {
    uint64_t value = 0;
    memcpy(&value, *at, bytes);
    *at += bytes;
    unsigned shift = 64 - bytes * 8;
    return is_signed ? (uint64_t)((int64_t)(value << shift) >> shift) : value;
}

unsigned encoded_size(unsigned encoding) {
    static const uint8_t sizes[8] = {8, 0, 2, 4, 8};
    return sizes[encoding & 7];
}

uint64_t read_encoded(const uint8_t **at, unsigned encoding, uint64_t data) {
    uint64_t place = (uint64_t)*at, value;
    unsigned format = encoding & 0xf;
    if (format == 1 || format == 9) {
        value = format == 1 ? read_uleb(at) : (uint64_t)read_sleb(at);
    } else {
        value = read_plain(at, encoded_size(encoding), encoding & 8);
    }
    if (value) {
        value += (encoding & 0x70) == 0x10 ? place : (encoding & 0x70) == 0x30 ? data : 0;
        if (encoding & 0x80) {
            value = *(const uint64_t *)value;
        }
    }
    return value;
}

/* ---- finding a function's table */

struct module {
    uint64_t size;
    char name[256];
    uint64_t header, frames, frames_bytes, segment, segment_bytes;
};

/* The common part of a description. */
static void read_common(struct context *c, const uint8_t *at, unsigned *data_encoding, int *has_augmentation) {
    const uint8_t *end = at + 4 + *(const uint32_t *)(const void *)at;
    at += 8;
    uint8_t version = *at++;
    const char *letters = (const char *)at;
    at += strlen(letters) + 1;
    c->code_step = (unsigned)read_uleb(&at);
    c->data_step = read_sleb(&at);
    c->return_register = version == 1 ? *at++ : (unsigned)read_uleb(&at);
    c->pointer_encoding = 0;
    c->personality = NULL;
    c->is_signal = 0;
    *data_encoding = ENCODING_OMITTED;
    *has_augmentation = *letters == 'z';
    if (*has_augmentation) {
        uint64_t bytes = read_uleb(&at);
        const uint8_t *behind = at + bytes;
        for (letters++; *letters; letters++) {
            if (*letters == 'R') {
                c->pointer_encoding = *at++;
            } else if (*letters == 'L') {
                *data_encoding = *at++;
            } else if (*letters == 'P') {
                unsigned encoding = *at++;
                c->personality = (personality *)read_encoded(&at, encoding, 0);
            } else if (*letters == 'S') {
                c->is_signal = 1;
            }
        }
        at = behind;
    }
    c->initial = at;
    c->initial_end = end;
}

/* Takes a description over, if it holds the address. */
static int read_description(struct context *c, const uint8_t *at, uint64_t address) {
    const uint8_t *end = at + 4 + *(const uint32_t *)(const void *)at;
    const uint8_t *common = at + 4 - *(const uint32_t *)(const void *)(at + 4);
    unsigned data_encoding;
    int has_augmentation;
    read_common(c, common, &data_encoding, &has_augmentation);
    at += 8;
    c->region_start = read_encoded(&at, c->pointer_encoding, 0);
    uint64_t bytes = read_encoded(&at, c->pointer_encoding & 0xf, 0);
    c->language_data = 0;
    if (has_augmentation) {
        uint64_t length = read_uleb(&at);
        const uint8_t *behind = at + length;
        if (data_encoding != ENCODING_OMITTED) {
            c->language_data = read_encoded(&at, data_encoding, 0);
        }
        at = behind;
    }
    c->program = at;
    c->program_end = end;
    return address - c->region_start < bytes;
}

/* The description that the sorted table names for an address: pairs of function and description, relative to the header. */
static const uint8_t *look_up(uint64_t header, uint64_t address) {
    const uint8_t *at = (const uint8_t *)header;
    if (at[0] != 1 || at[1] != 0x1b || at[2] != 3 || at[3] != 0x3b) {
        return NULL; /* not what linkers write */
    }
    uint32_t count = *(const uint32_t *)(const void *)(at + 8), low = 0, high = count;
    const int32_t *pairs = (const int32_t *)(const void *)(at + 12);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (header + (uint64_t)(int64_t)pairs[2 * middle] <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low ? at + pairs[2 * low - 1] : NULL;
}

static int find_frame(struct context *c) {
    /* A call may be a function's last instruction: its return address is then behind the function. */
    uint64_t address = c->registers[RIP] - !c->is_signal;
    struct module module = {.size = sizeof module};
    if (sceKernelGetModuleInfoForUnwind(address, 1, &module) != 0 || !module.header) {
        return 0;
    }
    const uint8_t *description = look_up(module.header, address);
    return description && read_description(c, description, address);
}

/* ---- a frame's caller */

enum rule { SAME, UNDEFINED, AT_OFFSET, IS_OFFSET, IN_REGISTER, AT_EXPRESSION, IS_EXPRESSION };

struct row {
    struct {
        enum rule rule;
        union {
            int64_t offset;
            unsigned number;
            const uint8_t *expression;
        };
    } registers[REGISTERS];
    unsigned frame_register;
    int64_t frame_offset;
    const uint8_t *frame_expression;
};

/* The expressions that linkers write for their entries, and what compilers need beside: a small stack machine. */
static uint64_t evaluate(const uint8_t *at, const uint64_t registers[], uint64_t first) {
    uint64_t bytes = read_uleb(&at), values[MAX_VALUES] = {first};
    const uint8_t *end = at + bytes;
    unsigned depth = 1;
    while (at < end) {
        uint8_t code = *at++;
        uint64_t *top = &values[depth - 1], below = depth > 1 ? values[depth - 2] : 0;
        if (depth >= MAX_VALUES - 1) {
            abort();
        } else if (code >= 0x30 && code < 0x50) {
            values[depth++] = code - 0x30u;
        } else if (code >= 0x70 && code < 0x70 + REGISTERS) {
            values[depth++] = registers[code - 0x70] + (uint64_t)read_sleb(&at);
        } else if (code >= 0x08 && code <= 0x0f) {
            values[depth++] = read_plain(&at, 1u << ((code - 8) / 2), code & 1);
        } else if (code == 0x10 || code == 0x11) {
            values[depth++] = code == 0x10 ? read_uleb(&at) : (uint64_t)read_sleb(&at);
        } else if (code == 0x12) {
            values[depth++] = *top;
        } else if (code == 0x06) {
            *top = *(const uint64_t *)*top;
        } else if (code == 0x23) {
            *top += read_uleb(&at);
        } else {
            depth--;
            uint64_t *to = &values[depth - 1], right = values[depth];
            switch (code) {
            case 0x1a: *to = below & right; break;
            case 0x1c: *to = below - right; break;
            case 0x21: *to = below | right; break;
            case 0x22: *to = below + right; break;
            case 0x24: *to = below << right; break;
            case 0x2a: *to = (int64_t)below >= (int64_t)right; break;
            case 0x13: break;
            default: abort();
            }
        }
    }
    return values[depth - 1];
}

static const uint8_t *skip_block(const uint8_t **at) {
    const uint8_t *block = *at;
    uint64_t bytes = read_uleb(at);
    *at += bytes;
    return block;
}

static void set(struct row *row, uint64_t number, enum rule rule, int64_t offset) {
    if (number < REGISTERS) {
        row->registers[number].rule = rule;
        row->registers[number].offset = offset;
    }
}

static void restore(struct row *row, const struct row *initial, uint64_t number) {
    if (number < REGISTERS) {
        row->registers[number] = initial->registers[number];
    }
}

/* Runs a table's program up to the row of the address. */
static void run(const struct context *c, const uint8_t *at, const uint8_t *end, uint64_t address, struct row *row, const struct row *initial) {
    struct row kept[MAX_STATES];
    unsigned depth = 0;
    uint64_t location = c->region_start;
    while (at < end && location <= address) {
        uint8_t code = *at++;
        uint64_t number = code & 0x3f;
        switch (code & 0xc0) {
        case 0x40: location += number * c->code_step; continue;
        case 0x80: set(row, number, AT_OFFSET, (int64_t)read_uleb(&at) * c->data_step); continue;
        case 0xc0: restore(row, initial, number); continue;
        default: break;
        }
        switch (code) {
        case 0x00: break;
        case 0x01: location = read_encoded(&at, c->pointer_encoding, 0); break;
        case 0x02: case 0x03: case 0x04: location += read_plain(&at, 1u << (code - 2), 0) * c->code_step; break;
        case 0x05: number = read_uleb(&at); set(row, number, AT_OFFSET, (int64_t)read_uleb(&at) * c->data_step); break;
        case 0x06: restore(row, initial, read_uleb(&at)); break;
        case 0x07: set(row, read_uleb(&at), UNDEFINED, 0); break;
        case 0x08: set(row, read_uleb(&at), SAME, 0); break;
        case 0x09: number = read_uleb(&at); set(row, number, IN_REGISTER, (int64_t)read_uleb(&at)); break;
        case 0x0a: if (depth == MAX_STATES) { abort(); } kept[depth++] = *row; break;
        case 0x0b: if (depth) { *row = kept[--depth]; } break;
        case 0x0c: row->frame_register = (unsigned)read_uleb(&at); row->frame_offset = (int64_t)read_uleb(&at); row->frame_expression = NULL; break;
        case 0x0d: row->frame_register = (unsigned)read_uleb(&at); row->frame_expression = NULL; break;
        case 0x0e: row->frame_offset = (int64_t)read_uleb(&at); break;
        case 0x0f: row->frame_expression = skip_block(&at); break;
        case 0x10: case 0x16:
            number = read_uleb(&at);
            set(row, number, code == 0x10 ? AT_EXPRESSION : IS_EXPRESSION, (int64_t)skip_block(&at));
            break;
        case 0x11: number = read_uleb(&at); set(row, number, AT_OFFSET, read_sleb(&at) * c->data_step); break;
        case 0x12: row->frame_register = (unsigned)read_uleb(&at); row->frame_offset = read_sleb(&at) * c->data_step; row->frame_expression = NULL; break;
        case 0x13: row->frame_offset = read_sleb(&at) * c->data_step; break;
        case 0x14: number = read_uleb(&at); set(row, number, IS_OFFSET, (int64_t)read_uleb(&at) * c->data_step); break;
        case 0x15: number = read_uleb(&at); set(row, number, IS_OFFSET, read_sleb(&at) * c->data_step); break;
        case 0x2e: read_uleb(&at); break; /* size of pushed arguments: the frame's offset has them already */
        default: abort();
        }
    }
}

/* Turns a frame into its caller. */
static void step(struct context *c) {
    struct row row = {0}, initial;
    uint64_t address = c->registers[RIP] - !c->is_signal;
    run(c, c->initial, c->initial_end, ~0ull, &row, &row);
    initial = row;
    run(c, c->program, c->program_end, address, &row, &initial);
    uint64_t before[REGISTERS], frame;
    memcpy(before, c->registers, sizeof before);
    frame = row.frame_expression ? evaluate(row.frame_expression, before, 0) : before[row.frame_register] + (uint64_t)row.frame_offset;
    c->registers[RSP] = frame;
    for (unsigned i = 0; i < REGISTERS; i++) {
        int64_t offset = row.registers[i].offset;
        switch (row.registers[i].rule) {
        case SAME: break;
        case UNDEFINED: c->registers[i] = 0; break;
        case AT_OFFSET: c->registers[i] = *(const uint64_t *)(frame + (uint64_t)offset); break;
        case IS_OFFSET: c->registers[i] = frame + (uint64_t)offset; break;
        case IN_REGISTER: c->registers[i] = before[row.registers[i].number % REGISTERS]; break;
        case AT_EXPRESSION: c->registers[i] = *(const uint64_t *)evaluate(row.registers[i].expression, before, frame); break;
        case IS_EXPRESSION: c->registers[i] = evaluate(row.registers[i].expression, before, frame); break;
        }
    }
}

/* ---- the two phases; registers: of the caller of the entry points in unwind_registers.s */

void unwind_install(const uint64_t registers[REGISTERS]) __attribute__((noreturn));

static struct context begin(const uint64_t registers[REGISTERS]) {
    struct context c = {0};
    memcpy(c.registers, registers, sizeof c.registers);
    return c;
}

/* Leaves frames, letting each clean up, to the one that handles the exception. Returns only if it is not found again. */
static int leave_frames(struct unwind_exception *exception, struct context c) {
    for (; find_frame(&c); step(&c)) {
        if (!c.personality) {
            continue;
        }
        int is_handler = c.registers[RSP] == exception->frame;
        int answer = c.personality(1, CLEANUP_PHASE | (is_handler ? HANDLER_FRAME : 0), exception->class, exception, &c);
        if (answer == INSTALL_CONTEXT) {
            unwind_install(c.registers);
        }
        if (answer != CONTINUE_UNWIND || is_handler) {
            return FATAL_PHASE2;
        }
    }
    return FATAL_PHASE2;
}

int unwind_raise(struct unwind_exception *exception, const uint64_t registers[REGISTERS]) {
    exception->stop = 0;
    for (struct context c = begin(registers); find_frame(&c); step(&c)) {
        int answer = c.personality ? c.personality(1, SEARCH_PHASE, exception->class, exception, &c) : CONTINUE_UNWIND;
        if (answer == HANDLER_FOUND) {
            exception->frame = c.registers[RSP];
            return leave_frames(exception, begin(registers));
        }
        if (answer != CONTINUE_UNWIND) {
            return FATAL_PHASE1;
        }
    }
    return END_OF_STACK;
}

void unwind_resume(struct unwind_exception *exception, const uint64_t registers[REGISTERS]) {
    leave_frames(exception, begin(registers));
    abort();
}

int unwind_backtrace(int (*each)(struct context *, void *), void *argument, const uint64_t registers[REGISTERS]) {
    for (struct context c = begin(registers); find_frame(&c); step(&c)) {
        if (each(&c, argument) != NO_REASON) {
            return FATAL_PHASE1;
        }
    }
    return END_OF_STACK;
}

EXPORT uint64_t _Unwind_GetIP(struct context *context) { return context->registers[RIP]; }

EXPORT uint64_t _Unwind_GetIPInfo(struct context *context, int *is_before) {
    *is_before = context->is_signal;
    return context->registers[RIP];
}

EXPORT void _Unwind_SetIP(struct context *context, uint64_t value) { context->registers[RIP] = value; }

EXPORT uint64_t _Unwind_GetGR(struct context *context, int number) { return context->registers[number]; }

EXPORT void _Unwind_SetGR(struct context *context, int number, uint64_t value) { context->registers[number] = value; }

EXPORT uint64_t _Unwind_GetCFA(struct context *context) { return context->registers[RSP]; }

EXPORT uint64_t _Unwind_GetLanguageSpecificData(struct context *context) { return context->language_data; }

EXPORT uint64_t _Unwind_GetRegionStart(struct context *context) { return context->region_start; }

EXPORT void _Unwind_DeleteException(struct unwind_exception *exception) {
    if (exception->cleanup) {
        exception->cleanup(FOREIGN_CAUGHT, exception);
    }
}
