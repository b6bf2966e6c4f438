#include "peers.hpp"

#if defined(__GLIBC__)
#include <malloc.h>
#elif defined(__APPLE__)
#include <malloc/malloc.h>
#endif

namespace {

// Bytes in use on the heap.
size_t heap_bytes() {
#if defined(__GLIBC__)
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#elif defined(__APPLE__)
    return mstats().bytes_used;
#else
    return 0;
#endif
}

// Libraries differ in what they make of nothing.
struct EmptyIndex final : cpeers_index {
    size_t query(const cpeers_box &, int64_t *, size_t) const override { return 0; }
};

cpeers_index *build(cpeers_kind kind, const cpeers_box *boxes, const int64_t *numbers, size_t count) {
    switch (kind) {
    case CPEERS_BOOST_PACKED:
        return peers::build_boost(true, boxes, numbers, count);
    case CPEERS_BOOST_RSTAR:
        return peers::build_boost(false, boxes, numbers, count);
    case CPEERS_GEOS_STRTREE:
        return peers::build_geos(boxes, numbers, count);
    case CPEERS_SPATIALINDEX:
        return peers::build_spatialindex(boxes, numbers, count);
    case CPEERS_SQLITE:
        return peers::build_sqlite(boxes, numbers, count);
    }
    return nullptr;
}

}  // namespace

cpeers_index *cpeers_build(cpeers_kind kind, const cpeers_box *boxes, const int64_t *numbers, size_t count) {
    if (count == 0) {
        return new EmptyIndex;
    }
    const size_t before = heap_bytes();
    cpeers_index *index = build(kind, boxes, numbers, count);
    if (index != nullptr) {
        const size_t after = heap_bytes();
        index->bytes = after > before ? after - before : 0;
    }
    return index;
}

bool cpeers_available(cpeers_kind kind) {
    const cpeers_box box = {0, 0, 1, 1};
    const int64_t number = 0;
    cpeers_index *index = cpeers_build(kind, &box, &number, 1);
    const bool is_available = index != nullptr;
    cpeers_free(index);
    return is_available;
}

size_t cpeers_query(const cpeers_index *index, cpeers_box box, int64_t *numbers, size_t capacity) {
    return index->query(box, numbers, capacity);
}

size_t cpeers_bytes(const cpeers_index *index) {
    return index->bytes;
}

void cpeers_free(cpeers_index *index) {
    delete index;
}
