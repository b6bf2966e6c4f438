#include "CBenchmarkSupport.h"

__attribute__((noinline)) void cbs_region(void (*body)(void *), void *context) {
    body(context);
    // A statement after the call keeps it from becoming a jump, with which the region would seem to end.
    __asm__ volatile("" : : : "memory");
}
