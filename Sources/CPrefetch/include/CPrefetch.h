// What a processor can do and Swift cannot say: begin to load memory that will be needed soon.

#ifndef CPREFETCH_H
#define CPREFETCH_H

// Begins to load the cache line with an address, which need not be readable. Changes nothing that a program can see.
static inline void cpf_prefetch(const void *address) { __builtin_prefetch(address); }

#endif
