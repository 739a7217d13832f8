#include "CSwiftRuntime.h"

#ifdef __GLIBC__
#include <malloc.h>

void apus_grow_memory_in_large_steps(void) {
  /* Setting the one fixes the other, which glibc otherwise raises to this as large pieces are freed. */
  mallopt(M_TOP_PAD, 4 << 20);
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
  mallopt(M_TRIM_THRESHOLD, 8 << 20);
}
#else
void apus_grow_memory_in_large_steps(void) {}
#endif
