/*
 * A store of records in a B+ tree of 4 KiB pages in one file, behind a cache of pages that are written back when their place is needed.
 * A page: u16 is-leaf, u16 count, u32 next leaf, then records of 64 bytes (key first) or keys and children.
 */
#include "workload.h"

enum { PAGE = 4096, CACHED = 4096, RECORD_WORDS = 8, LEAF_RECORDS = 63, INNER_KEYS = 255, DEEPEST = 8 };

struct page {
    uint16_t is_leaf, count;
    uint32_t next;
    union {
        uint64_t records[LEAF_RECORDS][RECORD_WORDS];
        struct {
            uint64_t keys[INNER_KEYS];
            uint32_t children[INNER_KEYS + 1];
        };
    };
};
_Static_assert(sizeof(struct page) <= PAGE, "a page is 4 KiB");

struct place {
    uint32_t number; /* of the page, 0 if none */
    uint8_t is_used, is_changed;
    struct page *page;
};

static int file;
static uint32_t pages, root;
static struct place cache[CACHED];
static uint32_t *place_of; /* by page number: its place + 1 */
static unsigned hand;
static uint8_t *memory;

static void write_back(struct place *place) {
    if (place->is_changed) {
        needs(store_write(file, place->page, PAGE, (int64_t)place->number * PAGE) == PAGE, "a page is written");
        place->is_changed = 0;
    }
}

/* A place that was not used since the hand came by. */
static struct place *evict(void) {
    for (;; hand = (hand + 1) % CACHED) {
        struct place *place = &cache[hand];
        if (place->is_used) {
            place->is_used = 0;
            continue;
        }
        if (place->number) {
            write_back(place);
            place_of[place->number] = 0;
        }
        return place;
    }
}

static struct place *load(uint32_t number, int is_new) {
    if (place_of[number]) {
        struct place *place = &cache[place_of[number] - 1];
        place->is_used = 1;
        return place;
    }
    struct place *place = evict();
    place->number = number;
    place->is_used = 1;
    place_of[number] = (uint32_t)(place - cache) + 1;
    if (is_new) {
        memset(place->page, 0, PAGE);
    } else {
        needs(store_read(file, place->page, PAGE, (int64_t)number * PAGE) == PAGE, "a page is read");
    }
    return place;
}

static struct page *read_page(uint32_t number) { return load(number, 0)->page; }

static struct page *change_page(uint32_t number) {
    struct place *place = load(number, 0);
    place->is_changed = 1;
    return place->page;
}

static uint32_t new_page(int is_leaf) {
    struct place *place = load(++pages, 1);
    place->page->is_leaf = (uint16_t)is_leaf;
    place->is_changed = 1;
    return pages;
}

/* The first record that is not below the key. */
static unsigned find_record(const struct page *page, uint64_t key) {
    unsigned low = 0, high = page->count;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (page->records[middle][0] < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static unsigned find_child(const struct page *page, uint64_t key) {
    unsigned low = 0, high = page->count;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (page->keys[middle] <= key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Puts a key and the child on its right into an inner page of the way down, splitting pages upward. */
static void insert_child(uint32_t *way, int depth, uint64_t key, uint32_t child) {
    while (depth > 0) {
        struct page *page = change_page(way[depth - 1]);
        unsigned at = find_child(page, key);
        memmove(page->keys + at + 1, page->keys + at, (page->count - at) * sizeof *page->keys);
        memmove(page->children + at + 2, page->children + at + 1, (page->count - at) * sizeof *page->children);
        page->keys[at] = key;
        page->children[at + 1] = child;
        if (++page->count < INNER_KEYS) {
            return;
        }
        unsigned half = page->count / 2;
        uint32_t right = new_page(0);
        struct page *to = change_page(right);
        page = change_page(way[depth - 1]);
        key = page->keys[half];
        to->count = (uint16_t)(page->count - half - 1);
        memcpy(to->keys, page->keys + half + 1, to->count * sizeof *to->keys);
        memcpy(to->children, page->children + half + 1, (to->count + 1u) * sizeof *to->children);
        page->count = (uint16_t)half;
        child = right;
        depth--;
    }
    uint32_t old = root;
    root = new_page(0);
    struct page *page = change_page(root);
    page->count = 1;
    page->keys[0] = key;
    page->children[0] = old;
    page->children[1] = child;
}

static uint32_t find_leaf(uint64_t key, uint32_t *way, int *depth) {
    uint32_t number = root;
    *depth = 0;
    for (const struct page *page = read_page(number); !page->is_leaf; page = read_page(number)) {
        way[(*depth)++] = number;
        number = page->children[find_child(page, key)];
    }
    return number;
}

static void insert(const uint64_t record[RECORD_WORDS]) {
    uint32_t way[DEEPEST];
    int depth;
    uint32_t number = find_leaf(record[0], way, &depth);
    struct page *page = change_page(number);
    unsigned at = find_record(page, record[0]);
    if (at < page->count && page->records[at][0] == record[0]) {
        memcpy(page->records[at], record, sizeof page->records[at]);
        return;
    }
    memmove(page->records + at + 1, page->records + at, (page->count - at) * sizeof *page->records);
    memcpy(page->records[at], record, sizeof page->records[at]);
    if (++page->count < LEAF_RECORDS) {
        return;
    }
    uint32_t right = new_page(1);
    struct page *to = change_page(right);
    page = change_page(number);
    unsigned half = page->count / 2;
    to->count = (uint16_t)(page->count - half);
    memcpy(to->records, page->records + half, to->count * sizeof *to->records);
    to->next = page->next;
    page->next = right;
    page->count = (uint16_t)half;
    insert_child(way, depth, to->records[0][0], right);
}

static const uint64_t *find(uint64_t key) {
    uint32_t way[DEEPEST];
    int depth;
    const struct page *page = read_page(find_leaf(key, way, &depth));
    unsigned at = find_record(page, key);
    return at < page->count && page->records[at][0] == key ? page->records[at] : NULL;
}

static uint64_t scan(void) {
    uint64_t sum = 1, last = 0, records = 0;
    uint32_t way[DEEPEST];
    int depth;
    for (uint32_t number = find_leaf(0, way, &depth); number;) {
        const struct page *page = read_page(number);
        for (unsigned i = 0; i < page->count; i++, records++) {
            needs(page->records[i][0] > last, "keys are in order");
            last = page->records[i][0];
            sum = mix(sum, page->records[i][RECORD_WORDS - 1]);
        }
        number = page->next;
    }
    return mix(sum, records);
}

uint64_t run_store(unsigned scale) {
    uint32_t count = scale * 3000, most_pages = count / 16 + 64;
    file = store_open("store.bin");
    memory = malloc((size_t)CACHED * PAGE);
    place_of = malloc(most_pages * sizeof *place_of);
    needs(file >= 0 && memory && place_of, "a file and memory for its pages");
    memset(place_of, 0, most_pages * sizeof *place_of);
    for (unsigned i = 0; i < CACHED; i++) {
        cache[i] = (struct place){.page = (struct page *)(void *)(memory + (size_t)i * PAGE)};
    }
    pages = 0;
    root = new_page(1);
    uint64_t state = 1181783497276652981;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t record[RECORD_WORDS] = {(next_random(&state) >> 8) + 1};
        for (unsigned word = 1; word < RECORD_WORDS; word++) {
            record[word] = mix(record[word - 1], word);
        }
        insert(record);
    }
    for (unsigned i = 0; i < CACHED; i++) {
        write_back(&cache[i]);
    }
    uint64_t sum = scan();
    state = 1181783497276652981;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t key = (next_random(&state) >> 8) + 1;
        const uint64_t *record = find(key + (i & 1 ? 0 : (uint64_t)1 << 60));
        sum = mix(sum, record ? record[3] : i);
    }
    store_close(file);
    free(memory);
    free(place_of);
    return mix(sum, pages);
}
