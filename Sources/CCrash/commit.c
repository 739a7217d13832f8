/* In C because a build that knows its commit links an object with a strong definition of the same symbol, and nothing
   has to be compiled for a new commit (Scripts/link-flags). */
#include "CCrash.h"

__attribute__((weak)) extern const char apus_commit[];
__attribute__((weak)) const char apus_commit[] = "";

const char *ccrash_commit(void) { return apus_commit; }
