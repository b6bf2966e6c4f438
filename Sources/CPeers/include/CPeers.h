// Indexes of other libraries behind one interface: built over boxes, asked for those that meet another box.
//
// A library is part of the build where its headers are installed, and is loaded when it is first used, so that a
// missing one breaks neither the build nor the start of the program.

#ifndef CPEERS_H
#define CPEERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A closed box: touching edges meet. Edges in points.
typedef struct {
    double min_x, min_y, max_x, max_y;
} cpeers_box;

enum cpeers_kind {
    // Boost.Geometry: an R-tree packed in one go, and an R*-tree filled one by one.
    CPEERS_BOOST_PACKED,
    CPEERS_BOOST_RSTAR,
    // GEOS: a tree packed by sort-tile-recursive.
    CPEERS_GEOS_STRTREE,
    // libspatialindex: an R*-tree bulk-loaded by sort-tile-recursive, in memory.
    CPEERS_SPATIALINDEX,
    // SQLite: the R*Tree module, in memory.
    CPEERS_SQLITE,
};

typedef struct cpeers_index cpeers_index;

// Builds an index of a kind over boxes that carry numbers. Null where the library is not part of the build, cannot be
// loaded or fails.
cpeers_index *cpeers_build(enum cpeers_kind kind, const cpeers_box *boxes, const int64_t *numbers, size_t count);

// Whether indexes of a kind can be built: tries one of a single box.
bool cpeers_available(enum cpeers_kind kind);

// Finds the numbers of all boxes that meet a box whose edges are in order; some that miss it by the rounding of 32-bit
// floats are among them where the library keeps such (SQLite). Writes the first `capacity` of them and returns how
// many there are. Several threads may ask at once.
size_t cpeers_query(const cpeers_index *index, cpeers_box box, int64_t *numbers, size_t capacity);

// Bytes by which the heap grew as the index was built; what other threads did meanwhile counts too. 0 where the system
// does not tell.
size_t cpeers_bytes(const cpeers_index *index);

void cpeers_free(cpeers_index *index);

#ifdef __cplusplus
}
#endif

#endif
