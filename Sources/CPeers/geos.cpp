// GEOS's STRtree through its C interface, the only one that is stable. It takes a geometry for each envelope: making
// them is part of the build and of every query.

#include "peers.hpp"

#if defined(PEERS) && __has_include(<geos_c.h>)
#include <geos_c.h>
#endif

#if defined(GEOS_VERSION_MAJOR) && (GEOS_VERSION_MAJOR > 3 || GEOS_VERSION_MINOR >= 10)

namespace {

struct Functions {
    peers::Library library{"geos_c"};
    PEERS_FUNCTION(GEOS_init_r);
    PEERS_FUNCTION(GEOS_finish_r);
    PEERS_FUNCTION(GEOSCoordSeq_copyFromBuffer_r);
    PEERS_FUNCTION(GEOSGeom_createLineString_r);
    PEERS_FUNCTION(GEOSGeom_destroy_r);
    PEERS_FUNCTION(GEOSSTRtree_create_r);
    PEERS_FUNCTION(GEOSSTRtree_insert_r);
    PEERS_FUNCTION(GEOSSTRtree_query_r);
    PEERS_FUNCTION(GEOSSTRtree_destroy_r);
};

const Functions &geos() {
    static const Functions functions;
    return functions;
}

// What GEOS keeps for each thread.
GEOSContextHandle_t context() {
    struct Context {
        GEOSContextHandle_t handle = geos().GEOS_init_r();
        ~Context() { geos().GEOS_finish_r(handle); }
    };
    static thread_local const Context context;
    return context.handle;
}

// The cheapest geometry with an envelope: its diagonal.
class Diagonal {
public:
    explicit Diagonal(const cpeers_box &box) {
        const double ends[] = {box.min_x, box.min_y, box.max_x, box.max_y};
        geometry = geos().GEOSGeom_createLineString_r(
            context(), geos().GEOSCoordSeq_copyFromBuffer_r(context(), ends, 2, 0, 0));
    }
    ~Diagonal() { geos().GEOSGeom_destroy_r(context(), geometry); }

    GEOSGeometry *geometry;
};

struct GeosIndex final : cpeers_index {
    // The number of children that GEOS recommends.
    GEOSSTRtree *tree = geos().GEOSSTRtree_create_r(context(), 10);

    ~GeosIndex() override { geos().GEOSSTRtree_destroy_r(context(), tree); }

    size_t query(const cpeers_box &box, int64_t *numbers, size_t capacity) const override {
        peers::Hits hits{numbers, capacity};
        geos().GEOSSTRtree_query_r(
            context(), tree, Diagonal(box).geometry,
            [](void *item, void *hits) {
                static_cast<peers::Hits *>(hits)->add(reinterpret_cast<intptr_t>(item));
            },
            &hits);
        return hits.count;
    }
};

}  // namespace

cpeers_index *peers::build_geos(const cpeers_box *boxes, const int64_t *numbers, size_t count) {
    if (!geos().library.is_complete()) {
        return nullptr;
    }
    auto *index = new GeosIndex;
    for (size_t position = 0; position < count; ++position) {
        geos().GEOSSTRtree_insert_r(
            context(), index->tree, Diagonal(boxes[position]).geometry,
            reinterpret_cast<void *>(static_cast<intptr_t>(numbers[position])));
    }
    // The first query packs the tree.
    index->query(boxes[0], nullptr, 0);
    return index;
}

#else

cpeers_index *peers::build_geos(const cpeers_box *, const int64_t *, size_t) {
    return nullptr;
}

#endif
