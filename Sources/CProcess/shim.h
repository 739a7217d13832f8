/* What Swift cannot call by itself, such as prctl(2), which takes a variable number of arguments. */
#ifndef APUS_CPROCESS_SHIM_H
#define APUS_CPROCESS_SHIM_H

#ifdef __linux__
#include <sys/prctl.h>

/* No core dump of this process, and no other process of the same user may read its memory. 0, or -1 with errno. */
static inline int cprocess_forbid_dumps(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

/* Whether a core dump may be written: 1 or 0. */
static inline int cprocess_may_dump(void) { return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0); }
#endif

#ifdef __APPLE__
/* The path of this program, which Darwin's module for Swift omits. */
#include <mach-o/dyld.h>
#endif

#endif
