#include "CBenchmarkSupport.h"

#include <stddef.h>

typedef int (*mallctl_function)(const char *name, void *old, size_t *old_size, void *new_value, size_t new_size);

// Weak on ELF: null unless jemalloc is linked or preloaded. The Darwin linker refuses an undefined weak symbol that no
// library offers, so the symbol is looked up at run time there.
#if defined(__APPLE__)
#include <dlfcn.h>
static mallctl_function find_mallctl(void) {
    return (mallctl_function)dlsym(RTLD_DEFAULT, "mallctl");
}
#else
extern int mallctl(const char *name, void *old, size_t *old_size, void *new_value, size_t new_size)
    __attribute__((weak));
static mallctl_function find_mallctl(void) {
    return mallctl;
}
#endif

static bool read_value(const char *name, void *value, size_t size) {
    mallctl_function control = find_mallctl();
    size_t got = size;
    return control != NULL && control(name, value, &got, NULL, 0) == 0 && got == size;
}

static bool command(const char *name) {
    mallctl_function control = find_mallctl();
    return control != NULL && control(name, NULL, NULL, NULL, 0) == 0;
}

// The address of a counter of the calling thread; looked up at every call because a cached address would belong to
// one thread only.
static bool read_thread_counter(const char *name, uint64_t *value) {
    uint64_t *address = NULL;
    if (!read_value(name, &address, sizeof address) || address == NULL) {
        return false;
    }
    *value = *address;
    return true;
}

bool cbs_jemalloc_available(void) {
    bool statistics = false;
    return read_value("config.stats", &statistics, sizeof statistics) && statistics;
}

bool cbs_jemalloc_thread_counts(uint64_t *allocations, uint64_t *bytes) {
    mallctl_function control = find_mallctl();
    if (control == NULL) {
        return false;
    }
    // Fails harmlessly where the thread cache is switched off.
    control("thread.tcache.flush", NULL, NULL, NULL, 0);
    // Statistics are a snapshot: a new epoch takes it.
    uint64_t epoch = 1;
    size_t size = sizeof epoch;
    if (control("epoch", &epoch, &size, &epoch, size) != 0) {
        return false;
    }
    // 4096 is MALLCTL_ARENAS_ALL, the sum over all arenas.
    uint64_t small = 0;
    uint64_t large = 0;
    uint64_t allocated = 0;
    if (!read_value("stats.arenas.4096.small.nrequests", &small, sizeof small)
        || !read_value("stats.arenas.4096.large.nrequests", &large, sizeof large)
        || !read_thread_counter("thread.allocatedp", &allocated)) {
        return false;
    }
    *allocations = small + large;
    *bytes = allocated;
    return true;
}

bool cbs_jemalloc_thread_freed(uint64_t *bytes) {
    return read_thread_counter("thread.deallocatedp", bytes);
}

bool cbs_jemalloc_reset_thread_peak(void) {
    return command("thread.peak.reset");
}

bool cbs_jemalloc_thread_peak(uint64_t *bytes) {
    return read_value("thread.peak.read", bytes, sizeof *bytes);
}
