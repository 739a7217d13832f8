// Preloaded while the tests run under ThreadSanitizer on Linux.
//
// Swift's `Mutex` hands over a contended lock inside the kernel (FUTEX_LOCK_PI and FUTEX_UNLOCK_PI). The sanitizer does
// not see that and would report every hand-over as a race, so each is announced to it here. Without contention, the
// lock uses atomics, which the sanitizer knows.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>

void __tsan_acquire(void *) __attribute__((weak));
void __tsan_release(void *) __attribute__((weak));

long syscall(long number, ...) {
  static long (*next)(long, ...);
  if (!next) next = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  va_list list;
  va_start(list, number);
  long a[6];
  for (int i = 0; i < 6; i++) a[i] = va_arg(list, long);
  va_end(list);
  int what = number == SYS_futex ? (int)a[1] & FUTEX_CMD_MASK : -1;
  if (what == FUTEX_UNLOCK_PI && __tsan_release) __tsan_release((void *)a[0]);
  long result = next(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  if ((what == FUTEX_LOCK_PI || what == FUTEX_TRYLOCK_PI) && result == 0 && __tsan_acquire) __tsan_acquire((void *)a[0]);
  return result;
}
