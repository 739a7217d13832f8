/* The hook of Swift's concurrency runtime, through which a program may run the work of tasks on threads of its own.
   It is a C global, which Swift neither imports safely nor can declare. The runtime calls it, and is called, with
   Swift's calling convention; for arguments that are pointers and numbers it is C's. No logic lives here. */
#ifndef APUS_CSWIFTRUNTIME_H
#define APUS_CSWIFTRUNTIME_H

#include <stdint.h>

typedef void (*apus_enqueue)(void *job, void *original);

extern apus_enqueue swift_task_enqueueGlobal_hook;

/* A mutable global. */
static inline void apus_set_hook(apus_enqueue enqueue) { swift_task_enqueueGlobal_hook = enqueue; }

/* Its second argument is a reference to an executor, two words of which zero stand for the default one. */
extern void swift_job_run(void *job, void *identity, uintptr_t implementation);
static inline void apus_run(void *job) { swift_job_run(job, 0, 0); }

#endif
