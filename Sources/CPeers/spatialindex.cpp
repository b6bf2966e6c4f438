// libspatialindex through its C interface: an R*-tree in memory, bulk-loaded.

#include "peers.hpp"

#if defined(PEERS) && __has_include(<spatialindex/capi/sidx_api.h>)

#include <mutex>
#include <spatialindex/capi/sidx_api.h>

namespace {

struct Functions {
    peers::Library library{"spatialindex_c"};
    PEERS_FUNCTION(IndexProperty_Create);
    PEERS_FUNCTION(IndexProperty_Destroy);
    PEERS_FUNCTION(IndexProperty_SetIndexType);
    PEERS_FUNCTION(IndexProperty_SetIndexVariant);
    PEERS_FUNCTION(IndexProperty_SetIndexStorage);
    PEERS_FUNCTION(IndexProperty_SetDimension);
    PEERS_FUNCTION(Index_CreateWithStream);
    PEERS_FUNCTION(Index_Intersects_id);
    PEERS_FUNCTION(Index_Free);
    PEERS_FUNCTION(Index_Destroy);
};

const Functions &sidx() {
    static const Functions functions;
    return functions;
}

// What the bulk loader reads next. Its callback takes no context.
struct Stream {
    const cpeers_box *boxes;
    const int64_t *numbers;
    size_t rest;
    double least[2], most[2];
};
thread_local Stream stream;

// 0 while there is something to read. The last types differ between versions.
template <class Bytes, class Length>
int read_next(int64_t *number, double **least, double **most, uint32_t *dimensions, Bytes **data, Length *length) {
    if (stream.rest == 0) {
        return -1;
    }
    stream.rest -= 1;
    const cpeers_box box = *stream.boxes++;
    stream.least[0] = box.min_x;
    stream.least[1] = box.min_y;
    stream.most[0] = box.max_x;
    stream.most[1] = box.max_y;
    *number = *stream.numbers++;
    *least = stream.least;
    *most = stream.most;
    *dimensions = 2;
    *data = nullptr;
    *length = 0;
    return 0;
}

struct SpatialIndex final : cpeers_index {
    IndexH index;
    // A query counts what it reads.
    mutable std::mutex mutex;

    explicit SpatialIndex(IndexH index) : index(index) {}
    ~SpatialIndex() override { sidx().Index_Destroy(index); }

    size_t query(const cpeers_box &box, int64_t *numbers, size_t capacity) const override {
        const std::lock_guard<std::mutex> lock(mutex);
        double least[] = {box.min_x, box.min_y};
        double most[] = {box.max_x, box.max_y};
        int64_t *found = nullptr;
        uint64_t count = 0;
        peers::Hits hits{numbers, capacity};
        if (sidx().Index_Intersects_id(index, least, most, 2, &found, &count) == RT_None) {
            for (uint64_t position = 0; position < count; ++position) {
                hits.add(found[position]);
            }
            sidx().Index_Free(found);
        }
        return hits.count;
    }
};

}  // namespace

cpeers_index *peers::build_spatialindex(const cpeers_box *boxes, const int64_t *numbers, size_t count) {
    if (!sidx().library.is_complete()) {
        return nullptr;
    }
    IndexPropertyH properties = sidx().IndexProperty_Create();
    sidx().IndexProperty_SetIndexType(properties, RT_RTree);
    sidx().IndexProperty_SetIndexVariant(properties, RT_Star);
    sidx().IndexProperty_SetIndexStorage(properties, RT_Memory);
    sidx().IndexProperty_SetDimension(properties, 2);
    stream = Stream{boxes, numbers, count, {}, {}};
    IndexH index = sidx().Index_CreateWithStream(properties, read_next);
    sidx().IndexProperty_Destroy(properties);
    return index == nullptr ? nullptr : new SpatialIndex(index);
}

#else

cpeers_index *peers::build_spatialindex(const cpeers_box *, const int64_t *, size_t) {
    return nullptr;
}

#endif
