/* Calls that Swift cannot make by itself, such as prctl(2), which takes a variable number of arguments. */
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
#include <sys/event.h>
#include <unistd.h>

/* A descriptor that becomes readable when the process that started this one ends. -1 with errno, also if it has ended. */
static inline int cprocess_watch_parent(void) {
  int queue = kqueue();
  struct kevent end;
  EV_SET(&end, getppid(), EVFILT_PROC, EV_ADD, NOTE_EXIT, 0, NULL);
  return queue >= 0 && kevent(queue, &end, 1, NULL, 0, NULL) == 0 ? queue : -1;
}
#endif

#endif
