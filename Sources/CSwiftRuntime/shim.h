/* The hooks of Swift's concurrency runtime, through which a program may run the work of tasks on threads of its own.
   They are C globals, which Swift neither imports safely nor can declare. The runtime calls them, and is called, with
   Swift's calling convention; for arguments that are pointers and numbers it is C's. No logic lives here. */
#ifndef APUS_CSWIFTRUNTIME_H
#define APUS_CSWIFTRUNTIME_H

#include <stdint.h>

typedef void (*apus_enqueue)(void *job, void *original);
typedef void (*apus_enqueue_after)(uint64_t nanoseconds, void *job, void *original);
typedef void (*apus_enqueue_at)(
    long long seconds, long long nanoseconds, long long tolerance, long long tolerance_nanoseconds, int clock,
    void *job, void *original);

extern apus_enqueue swift_task_enqueueGlobal_hook;
extern apus_enqueue_after swift_task_enqueueGlobalWithDelay_hook;
extern apus_enqueue_at swift_task_enqueueGlobalWithDeadline_hook;

/* Mutable globals. */
static inline void apus_set_hooks(apus_enqueue now, apus_enqueue_after after, apus_enqueue_at at) {
  swift_task_enqueueGlobal_hook = now;
  swift_task_enqueueGlobalWithDelay_hook = after;
  swift_task_enqueueGlobalWithDeadline_hook = at;
}

/* Its second argument is a reference to an executor, two words of which zero stand for the default one. */
extern void swift_job_run(void *job, void *identity, uintptr_t implementation);
static inline void apus_run(void *job) { swift_job_run(job, 0, 0); }

#endif
