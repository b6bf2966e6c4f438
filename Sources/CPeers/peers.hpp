// What the indexes of all libraries share.

#ifndef PEERS_HPP
#define PEERS_HPP

#include "CPeers.h"

#include <dlfcn.h>
#include <string>

// An index of some library.
struct cpeers_index {
    size_t bytes = 0;

    virtual ~cpeers_index() = default;
    virtual size_t query(const cpeers_box &box, int64_t *numbers, size_t capacity) const = 0;
};

namespace peers {

// Builders, one a library. Null where the library's headers were missing or the library is.
cpeers_index *build_boost(bool is_packed, const cpeers_box *boxes, const int64_t *numbers, size_t count);
cpeers_index *build_geos(const cpeers_box *boxes, const int64_t *numbers, size_t count);
cpeers_index *build_spatialindex(const cpeers_box *boxes, const int64_t *numbers, size_t count);
cpeers_index *build_sqlite(const cpeers_box *boxes, const int64_t *numbers, size_t count);

// The caller's buffer while a query fills it.
struct Hits {
    int64_t *numbers;
    size_t capacity;
    size_t count = 0;

    void add(int64_t number) {
        if (count < capacity) {
            numbers[count] = number;
        }
        count += 1;
    }
};

// A shared library, loaded for good.
class Library {
public:
    explicit Library(const std::string &name) {
#if defined(__APPLE__)
        for (const char *folder : {"", "/opt/homebrew/lib/", "/usr/local/lib/"}) {
            const std::string path = folder + ("lib" + name + ".dylib");
#else
        for (const char *folder : {""}) {
            const std::string path = folder + ("lib" + name + ".so");
#endif
            if (handle == nullptr) {
                handle = dlopen(path.c_str(), RTLD_NOW);
            }
        }
    }

    // Whether it is there with all functions asked for so far.
    bool is_complete() const { return handle != nullptr && !is_any_missing; }

    template <class Function>
    Function function(const char *name) {
        void *address = handle == nullptr ? nullptr : dlsym(handle, name);
        is_any_missing |= address == nullptr;
        return reinterpret_cast<Function>(address);
    }

private:
    void *handle = nullptr;
    bool is_any_missing = false;
};

// A member that holds a function of the member `library`, by the name and the type that the library's header gives it.
#define PEERS_FUNCTION(name) decltype(&::name) name = library.function<decltype(&::name)>(#name)

}  // namespace peers

#endif
