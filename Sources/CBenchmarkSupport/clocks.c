#include "CBenchmarkSupport.h"

#include <time.h>

static uint64_t nanoseconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t cbs_monotonic_ns(void) {
#if defined(__APPLE__)
    // CLOCK_MONOTONIC ticks in microseconds there.
    return nanoseconds(CLOCK_UPTIME_RAW);
#else
    return nanoseconds(CLOCK_MONOTONIC);
#endif
}

uint64_t cbs_thread_cpu_ns(void) {
    return nanoseconds(CLOCK_THREAD_CPUTIME_ID);
}
