// Boost.Geometry's R-tree: headers only.

#include "peers.hpp"

#if defined(PEERS) && __has_include(<boost/geometry/index/rtree.hpp>)

#include <boost/version.hpp>

#if BOOST_VERSION < 108200
// Boost takes 1 from the first value of these enumerations. They have no underlying type, so that the result is no
// constant to clang 16 and later: here they are in their own words, with a type.
#define BOOST_NUMERIC_CONVERSION_UDT_BUILTIN_MIXTURE_ENUM_FLC_12NOV2002_HPP
#define BOOST_NUMERIC_CONVERSION_INT_FLOAT_MIXTURE_ENUM_FLC_12NOV2002_HPP
#define BOOST_NUMERIC_CONVERSION_SIGN_MIXTURE_ENUM_FLC_12NOV2002_HPP
namespace boost::numeric {
enum udt_builtin_mixture_enum : int { builtin_to_builtin, builtin_to_udt, udt_to_builtin, udt_to_udt };
enum int_float_mixture_enum : int { integral_to_integral, integral_to_float, float_to_integral, float_to_float };
enum sign_mixture_enum : int { unsigned_to_unsigned, signed_to_signed, signed_to_unsigned, unsigned_to_signed };
}  // namespace boost::numeric
#endif

#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point.hpp>
#include <boost/geometry/strategies/strategies.hpp>
// The tree looks for the strategies that were declared before it.
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>
#include <utility>
#include <vector>

namespace {

using Point = boost::geometry::model::point<double, 2, boost::geometry::cs::cartesian>;
using Box = boost::geometry::model::box<Point>;
using Value = std::pair<Box, int64_t>;
// Nodes of 16 values: the parameter of the library's own examples.
using Tree = boost::geometry::index::rtree<Value, boost::geometry::index::rstar<16>>;

struct BoostIndex final : cpeers_index {
    Tree tree;

    explicit BoostIndex(Tree tree) : tree(std::move(tree)) {}

    size_t query(const cpeers_box &box, int64_t *numbers, size_t capacity) const override {
        peers::Hits hits{numbers, capacity};
        const auto put = [&hits](const Value &value) { hits.add(value.second); };
        tree.query(
            boost::geometry::index::intersects(Box({box.min_x, box.min_y}, {box.max_x, box.max_y})),
            boost::make_function_output_iterator(put));
        return hits.count;
    }
};

}  // namespace

cpeers_index *peers::build_boost(bool is_packed, const cpeers_box *boxes, const int64_t *numbers, size_t count) {
    std::vector<Value> values;
    values.reserve(count);
    for (size_t index = 0; index < count; ++index) {
        const cpeers_box &box = boxes[index];
        values.emplace_back(Box({box.min_x, box.min_y}, {box.max_x, box.max_y}), numbers[index]);
    }
    if (is_packed) {
        // The constructor of a range packs, insertion does not.
        return new BoostIndex(Tree(values.begin(), values.end()));
    }
    Tree tree;
    tree.insert(values.begin(), values.end());
    return new BoostIndex(std::move(tree));
}

#else

cpeers_index *peers::build_boost(bool, const cpeers_box *, const int64_t *, size_t) {
    return nullptr;
}

#endif
