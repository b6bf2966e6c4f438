// The few system facilities Swift cannot reach by itself. No state of their own.
//
// Functions that can be unavailable return a boolean; their out-parameters are written only when they return true.

#ifndef CBENCHMARK_SUPPORT_H
#define CBENCHMARK_SUPPORT_H

#include <stdbool.h>
#include <stdint.h>

// Nanoseconds of a clock that never goes back; its zero is arbitrary.
uint64_t cbs_monotonic_ns(void);

// Nanoseconds of processor time the calling thread has used.
uint64_t cbs_thread_cpu_ns(void);

// Whether the process runs on a jemalloc that keeps statistics.
bool cbs_jemalloc_available(void);

// Allocations asked for by this process and bytes allocated by the calling thread, both since its start.
// The first is exact for what the calling thread did between two calls (its cache is flushed first); other threads
// are counted only as far as they have flushed theirs. Costs about 12 microseconds.
bool cbs_jemalloc_thread_counts(uint64_t *allocations, uint64_t *bytes);

// Bytes freed by the calling thread since its start.
bool cbs_jemalloc_thread_freed(uint64_t *bytes);

// Forgets the calling thread's peak of live bytes, so that the next read counts from here (jemalloc 5.3).
bool cbs_jemalloc_reset_thread_peak(void);

// The calling thread's approximate peak of live bytes above the last reset (jemalloc 5.3).
bool cbs_jemalloc_thread_peak(uint64_t *bytes);

// Asks glibc to keep freed blocks of any size mapped, so that allocating one again does not pay for the first touch of
// its pages once more. Returns false and does nothing where the allocator has no such switch.
bool cbs_keep_freed_memory(void);

// The largest resident set so far, in bytes.
bool cbs_peak_resident_bytes(uint64_t *bytes);

// Makes the current resident set the largest so far. Linux only.
bool cbs_reset_peak_resident(void);

// Calls the body. Profilers know the function by its name, and switch their collection on and off at it.
void cbs_region(void (*body)(void *), void *context);

// Makes a pipe, reading end first, whose ends are closed by exec. In one step where the system can, so that no other
// thread's child inherits an end. Returns 0 or an error number.
int cbs_make_pipe(int ends[2]);

#endif
