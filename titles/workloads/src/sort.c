/* Sorting numbers in place: quicksort by the median of three, insertion sort below sixteen. */
#include "workload.h"

enum { SMALL = 16 };

static void insert(uint64_t *values, size_t count) {
    for (size_t i = 1; i < count; i++) {
        uint64_t value = values[i];
        size_t at = i;
        for (; at > 0 && values[at - 1] > value; at--) {
            values[at] = values[at - 1];
        }
        values[at] = value;
    }
}

static void swap(uint64_t *a, uint64_t *b) {
    uint64_t kept = *a;
    *a = *b;
    *b = kept;
}

static void sort(uint64_t *values, size_t count) {
    while (count > SMALL) {
        uint64_t *middle = values + count / 2, *last = values + count - 1;
        if (*middle < *values) {
            swap(middle, values);
        }
        if (*last < *values) {
            swap(last, values);
        }
        if (*last < *middle) {
            swap(last, middle);
        }
        uint64_t pivot = *middle;
        size_t low = 0, high = count - 1;
        for (;;) {
            while (values[low] < pivot) {
                low++;
            }
            while (pivot < values[high]) {
                high--;
            }
            if (low >= high) {
                break;
            }
            swap(values + low++, values + high--);
        }
        size_t left = high + 1;
        if (left < count - left) {
            sort(values, left);
            values += left;
            count -= left;
        } else {
            sort(values + left, count - left);
            count = left;
        }
    }
    insert(values, count);
}

uint64_t run_sort(unsigned scale) {
    size_t count = (size_t)scale * 100000;
    uint64_t *values = malloc(count * sizeof *values), state = 88172645463325252, sum = 1, order = 1;
    needs(values != NULL, "memory for the numbers");
    for (size_t i = 0; i < count; i++) {
        values[i] = next_random(&state);
    }
    sort(values, count);
    for (size_t i = 0; i < count; i++) {
        order &= i == 0 || values[i - 1] <= values[i];
        sum = mix(sum, values[i]);
    }
    needs(order == 1, "the numbers are in order");
    free(values);
    return sum;
}
