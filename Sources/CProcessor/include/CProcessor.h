// What a processor can do and Swift cannot say: begin to load memory that will be needed soon, gather one bit of each lane of
// vectors, and choose between two vectors in one instruction for sure. Vectors are those of the compiler, which knows the
// instructions of each processor.

#ifndef CPROCESSOR_H
#define CPROCESSOR_H

#include <stdint.h>

// Begins to load the cache line with an address, which need not be readable, into the first or the second level of the
// caches. Changes nothing that a program can see.
static inline void cpr_prefetch(const void *address) { __builtin_prefetch(address, 0, 3); }
static inline void cpr_prefetch_second(const void *address) { __builtin_prefetch(address, 0, 2); }

// Imported as SIMD4<Float>, SIMD4<Int32> and SIMD8<Int16>.
typedef float cpr_float4 __attribute__((ext_vector_type(4)));
typedef int32_t cpr_int4 __attribute__((ext_vector_type(4)));
typedef int16_t cpr_short8 __attribute__((ext_vector_type(8)));

// One bit for each lane that is negative, those of the first vector first.
static inline uint32_t cpr_signs_short16(cpr_short8 a, cpr_short8 b) {
    typedef _Bool bits __attribute__((ext_vector_type(16)));
    const bits negative = __builtin_convertvector(
        __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) < 0, bits);
    uint16_t result;
    __builtin_memcpy(&result, &negative, sizeof result);
    return result;
}

// One bit for each of four lanes that is negative.
static inline uint32_t cpr_signs_int4(cpr_int4 a) {
    typedef _Bool bits __attribute__((ext_vector_type(4)));
    const bits negative = __builtin_convertvector(a < 0, bits);
    uint8_t result;
    __builtin_memcpy(&result, &negative, sizeof result);
    return result & 15;
}

// The larger one lane by lane, of numbers; what it is of others depends on the processor. The compiler knows
// the instruction for a comparison and a choice, too, but where lanes are put in another order next to these, it takes them
// apart.
#if defined(__SSE__)
static inline cpr_float4 cpr_larger_float4(cpr_float4 a, cpr_float4 b) { return __builtin_ia32_maxps(a, b); }
#else
static inline cpr_float4 cpr_larger_float4(cpr_float4 a, cpr_float4 b) { return __builtin_elementwise_max(a, b); }
#endif

// The same of integers that are the bits of such numbers, of normal ones for programs that take others for 0: they are in the
// same order. Of integers SSE2 has no smaller one.
#if defined(__SSE__) && !defined(__SSE4_1__)
static inline cpr_int4 cpr_smaller_int4(cpr_int4 a, cpr_int4 b) {
    return (cpr_int4)__builtin_ia32_minps((cpr_float4)a, (cpr_float4)b);
}
static inline cpr_int4 cpr_larger_int4(cpr_int4 a, cpr_int4 b) {
    return (cpr_int4)__builtin_ia32_maxps((cpr_float4)a, (cpr_float4)b);
}
#else
static inline cpr_int4 cpr_smaller_int4(cpr_int4 a, cpr_int4 b) { return __builtin_elementwise_min(a, b); }
static inline cpr_int4 cpr_larger_int4(cpr_int4 a, cpr_int4 b) { return __builtin_elementwise_max(a, b); }
#endif

// The lanes of two vectors, those that are beyond 16 bits as near to it as these can be.
static inline cpr_short8 cpr_narrow_int4(cpr_int4 a, cpr_int4 b) {
#if defined(__SSE2__)
    return __builtin_ia32_packssdw128(a, b);
#else
    typedef int32_t wide __attribute__((ext_vector_type(8)));
    const wide all = __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
    const wide least = INT16_MIN, most = INT16_MAX;
    return __builtin_convertvector(
        __builtin_elementwise_max(__builtin_elementwise_min(all, most), least), cpr_short8);
#endif
}

// The even lanes of two vectors, in one instruction also where it is followed by others that put lanes in another order.
static inline cpr_int4 cpr_even_int4(cpr_int4 a, cpr_int4 b) {
    cpr_int4 even = __builtin_shufflevector(a, b, 0, 2, 4, 6);
#if defined(__SSE__)
    __asm__("" : "+x"(even));
#endif
    return even;
}

#endif
