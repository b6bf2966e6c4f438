#include "CBenchmarkSupport.h"

// Each region is a function of its own name, which a profiler can switch its collection on and off at. The statement
// after the call keeps it from becoming a jump, its constant keeps two regions from being folded into one.
#define REGION(number)                                                                              \
    __attribute__((noinline)) static void cbs_region_##number(void (*body)(void *), void *context) { \
        body(context);                                                                              \
        __asm__ volatile("" : : "i"(number) : "memory");                                            \
    }

REGION(0)
REGION(1)
REGION(2)
REGION(3)
REGION(4)
REGION(5)
REGION(6)
REGION(7)
REGION(8)
REGION(9)
REGION(10)
REGION(11)

static void (*const regions[])(void (*)(void *), void *) = {
    cbs_region_0, cbs_region_1, cbs_region_2, cbs_region_3, cbs_region_4,  cbs_region_5,
    cbs_region_6, cbs_region_7, cbs_region_8, cbs_region_9, cbs_region_10, cbs_region_11,
};

int cbs_region_count(void) {
    return (int)(sizeof regions / sizeof *regions);
}

void cbs_run_region(int number, void (*body)(void *), void *context) {
    regions[number](body, context);
}
