#include "CBenchmarkSupport.h"

#include <stdio.h>
#include <sys/resource.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

bool cbs_keep_freed_memory(void) {
#if defined(__GLIBC__)
    // Largest accepted mmap threshold: HEAP_MAX_SIZE / 2 = 32 MiB on 64-bit; a larger value is refused.
    const int largest = 32 * 1024 * 1024;
    int accepted = mallopt(M_MMAP_THRESHOLD, largest);
    // No mapping of its own for any block, whatever its size.
    accepted &= mallopt(M_MMAP_MAX, 0);
    accepted &= mallopt(M_TRIM_THRESHOLD, 2147483647);
    accepted &= mallopt(M_TOP_PAD, 64 * 1024 * 1024);
    return accepted == 1;
#else
    return false;
#endif
}

bool cbs_peak_resident_bytes(uint64_t *bytes) {
#if defined(__linux__)
    FILE *status = fopen("/proc/self/status", "re");
    if (status == NULL) {
        return false;
    }
    char line[256];
    unsigned long long kibibytes = 0;
    bool found = false;
    while (!found && fgets(line, sizeof line, status) != NULL) {
        found = sscanf(line, "VmHWM: %llu kB", &kibibytes) == 1;
    }
    fclose(status);
    if (found) {
        *bytes = kibibytes * 1024;
    }
    return found;
#elif defined(__APPLE__)
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) != 0) {
        return false;
    }
    *bytes = (uint64_t)usage.ru_maxrss;  // bytes on Darwin
    return true;
#else
    return false;
#endif
}

bool cbs_reset_peak_resident(void) {
#if defined(__linux__)
    FILE *file = fopen("/proc/self/clear_refs", "we");
    if (file == NULL) {
        return false;
    }
    bool written = fputs("5", file) >= 0;
    return fclose(file) == 0 && written;
#else
    return false;
#endif
}
