/* In C because glibc declares the calls that place a thread only with _GNU_SOURCE. */
#define _GNU_SOURCE
#include "CThreads.h"
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>

typedef struct {
  void (*body)(void *);
  void *argument;
#ifdef __GLIBC__
  int is_placed;
  cpu_set_t processors;
#endif
} start;

/* Large enough for a handler that writes a crash report. */
enum { fault_stack_size = 1 << 15 };

/* Gives this thread a stack for the handlers of faults, which cannot run on one that has overflowed. Returns what to
   free once the thread has no use for it. */
static void *take_fault_stack(void) {
  stack_t stack = {.ss_sp = malloc(fault_stack_size), .ss_size = fault_stack_size};
  if (stack.ss_sp != NULL) sigaltstack(&stack, NULL);
  return stack.ss_sp;
}

static void give_back_fault_stack(void *bytes) {
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  free(bytes);
}

static void *enter(void *pointer) {
  start given = *(start *)pointer;
  free(pointer);
#ifdef __GLIBC__
  /* From here on the system may move the thread anywhere. */
  if (given.is_placed) sched_setaffinity(0, sizeof(given.processors), &given.processors);
#endif
  void *stack = take_fault_stack();
  given.body(given.argument);
  give_back_fault_stack(stack);
  return NULL;
}

/* Makes the thread start on another processor than its creator's. By default Linux starts it on the same one, however
   idle the others are, and takes up to ten milliseconds to move it. For a command that takes no longer than that, two
   threads are then no faster than one. */
static void place(pthread_attr_t *attributes, start *given) {
#ifdef __GLIBC__
  int here = sched_getcpu();
  given->is_placed = 0;
  if (here < 0 || here >= CPU_SETSIZE) return;
  if (sched_getaffinity(0, sizeof(given->processors), &given->processors) != 0) return;
  cpu_set_t others = given->processors;
  CPU_CLR(here, &others);
  if (CPU_COUNT(&others) == 0) return;
  given->is_placed = pthread_attr_setaffinity_np(attributes, sizeof(others), &others) == 0;
#else
  (void)attributes;
  (void)given;
#endif
}

/* Fills in the attributes of a detached thread; the caller destroys them. */
static int detached(pthread_attr_t *attributes) {
  int code = pthread_attr_init(attributes);
  if (code == 0) pthread_attr_setdetachstate(attributes, PTHREAD_CREATE_DETACHED);
  return code;
}

int cthreads_start(void (*body)(void *), void *argument) {
  start *given = malloc(sizeof(start));
  if (given == NULL) return ENOMEM;
  given->body = body;
  given->argument = argument;
  pthread_attr_t attributes;
  int code = detached(&attributes);
  if (code != 0) {
    free(given);
    return code;
  }
  place(&attributes, given);
  pthread_t thread;
  code = pthread_create(&thread, &attributes, enter, given);
#ifdef __GLIBC__
  if (code != 0 && given->is_placed) {
    /* If the program may not choose a processor, it starts the thread without a choice. */
    given->is_placed = 0;
    pthread_attr_destroy(&attributes);
    code = detached(&attributes);
    if (code != 0) {
      free(given);
      return code;
    }
    code = pthread_create(&thread, &attributes, enter, given);
  }
#endif
  pthread_attr_destroy(&attributes);
  if (code != 0) free(given);
  return code;
}
