// What cannot be inline.
#include "CProcessor.h"
#include <stdatomic.h>

uint64_t cpr_next_number(void) {
    static atomic_uint_least64_t last;
    return atomic_fetch_add_explicit(&last, 1, memory_order_relaxed) + 1;
}
