/* Confines this process to computing on what it already has open: seccomp(2) on Linux, sandbox_init(3) on macOS. */
#ifndef APUS_CPROCESS_CONFINEMENT_H
#define APUS_CPROCESS_CONFINEMENT_H

#include <errno.h>
#include <unistd.h>

#if defined(__linux__) && __has_include(<linux/seccomp.h>) && (defined(__x86_64__) || defined(__aarch64__))
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <linux/sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#ifdef __x86_64__
#define APUS_AUDIT_ARCH AUDIT_ARCH_X86_64
#else
#define APUS_AUDIT_ARCH AUDIT_ARCH_AARCH64
#endif

/* Not in the headers of older systems; the numbers are the same on all processors. */
enum { apus_clone3 = 435, apus_close_range = 436, apus_faccessat2 = 439 };

/* PROT_EXEC of sys/mman.h, whose declarations belong to the C library's module. */
enum { apus_executable = 4 };

/* The longest filter below has about 200 instructions. */
typedef struct {
  struct sock_filter code[256];
  unsigned short count;
} apus_filter;

static inline void apus_add(apus_filter *filter, unsigned short code, unsigned k, unsigned char yes, unsigned char no) {
  filter->code[filter->count++] = (struct sock_filter){code, yes, no, k};
}

static inline void apus_load(apus_filter *filter, size_t offset) {
  apus_add(filter, BPF_LD | BPF_W | BPF_ABS, (unsigned)offset, 0, 0);
}

static inline void apus_return(apus_filter *filter, unsigned action) {
  apus_add(filter, BPF_RET | BPF_K, action, 0, 0);
}

/* For this call: the action. */
static inline void apus_decide(apus_filter *filter, long call, unsigned action) {
  apus_add(filter, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, 1);
  apus_return(filter, action);
}

/* The offset of the lower half of an argument; both processors are little-endian. */
static inline size_t apus_argument(int index) { return offsetof(struct seccomp_data, args) + 8 * (size_t)index; }

/* For this call: `yes` if the lower half of the argument has a bit of `bits`, else `no`. */
static inline void apus_test_bits(apus_filter *filter, long call, int index, unsigned bits, unsigned yes, unsigned no) {
  apus_add(filter, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, 4);
  apus_load(filter, apus_argument(index));
  apus_add(filter, BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
  apus_return(filter, yes);
  apus_return(filter, no);
}

/* For this call: permitted if the lower half of the argument is `value`, else `no`. */
static inline void apus_test_value(apus_filter *filter, long call, int index, unsigned value, unsigned no) {
  apus_add(filter, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, 4);
  apus_load(filter, apus_argument(index));
  apus_add(filter, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
  apus_return(filter, SECCOMP_RET_ALLOW);
  apus_return(filter, no);
}

/* prlimit64(2) may read the limits of this process, and change none. */
static inline void apus_permit_reading_limits(apus_filter *filter) {
  apus_add(filter, BPF_JMP | BPF_JEQ | BPF_K, __NR_prlimit64, 0, 8);
  apus_load(filter, apus_argument(0));
  apus_add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 5);
  apus_load(filter, apus_argument(2));
  apus_add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 3);
  apus_load(filter, apus_argument(2) + 4);
  apus_add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1);
  apus_return(filter, SECCOMP_RET_ALLOW);
  apus_return(filter, SECCOMP_RET_ERRNO | EPERM);
}

static inline void apus_fill(apus_filter *filter) {
  static const short permitted[] = {
      /* What is open. */
      __NR_read, __NR_pread64, __NR_write, __NR_readv, __NR_writev, __NR_recvfrom, __NR_sendto, __NR_close, __NR_fstat, __NR_lseek,
#ifdef __NR_poll
      __NR_poll,
#endif
      __NR_ppoll,
      /* Memory. */
      __NR_munmap, __NR_mremap, __NR_madvise, __NR_brk, __NR_mincore, __NR_membarrier,
      /* Threads and their signals. */
      __NR_futex, __NR_sched_yield, __NR_sched_getaffinity, __NR_set_robust_list, __NR_gettid, __NR_getpid, __NR_exit,
      __NR_exit_group, __NR_rt_sigaction, __NR_rt_sigprocmask, __NR_rt_sigreturn, __NR_rt_sigsuspend, __NR_sigaltstack,
      __NR_restart_syscall,
#ifdef __NR_rseq
      __NR_rseq,
#endif
#ifdef __NR_arch_prctl
      __NR_arch_prctl,
#endif
      /* Clocks, chance and sizes. */
      __NR_clock_gettime, __NR_clock_getres, __NR_clock_nanosleep, __NR_nanosleep, __NR_gettimeofday, __NR_getrandom,
      __NR_sysinfo, __NR_getrusage,
#ifdef __NR_time
      __NR_time,
#endif
#ifdef __NR_getrlimit
      __NR_getrlimit,
#endif
  };
  /* The engine and the C library look for files and go on without them. */
  static const short absent[] = {
#ifdef __NR_open
      __NR_open, __NR_stat, __NR_lstat, __NR_access, __NR_readlink,
#endif
      __NR_openat, __NR_newfstatat, __NR_faccessat, __NR_readlinkat,
#ifdef __NR_statx
      __NR_statx,
#endif
      apus_faccessat2,
  };
  /* Threads of the engine try to get another priority or processor. */
  static const short useless[] = {__NR_setpriority, __NR_sched_setaffinity, __NR_sched_setscheduler,
                                  __NR_sched_setparam, __NR_sched_setattr};
  apus_load(filter, offsetof(struct seccomp_data, arch));
  apus_add(filter, BPF_JMP | BPF_JEQ | BPF_K, APUS_AUDIT_ARCH, 1, 0);
  apus_return(filter, SECCOMP_RET_KILL_PROCESS);
  /* A number of x32 equals none of these, because it has another bit. */
  apus_load(filter, offsetof(struct seccomp_data, nr));
  for (size_t i = 0; i < sizeof permitted / sizeof *permitted; i++) apus_decide(filter, permitted[i], SECCOMP_RET_ALLOW);
  for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
    apus_decide(filter, absent[i], SECCOMP_RET_ERRNO | EACCES);
  for (size_t i = 0; i < sizeof useless / sizeof *useless; i++)
    apus_decide(filter, useless[i], SECCOMP_RET_ERRNO | EPERM);
  /* The arguments of clone3 are in memory, which a filter cannot read: the C library then uses clone. */
  apus_decide(filter, apus_clone3, SECCOMP_RET_ERRNO | ENOSYS);
  apus_test_bits(filter, __NR_clone, 0, CLONE_THREAD, SECCOMP_RET_ALLOW, SECCOMP_RET_KILL_PROCESS);
  apus_test_bits(filter, __NR_mmap, 2, apus_executable, SECCOMP_RET_ERRNO | EACCES, SECCOMP_RET_ALLOW);
  apus_test_bits(filter, __NR_mprotect, 2, apus_executable, SECCOMP_RET_ERRNO | EACCES, SECCOMP_RET_ALLOW);
  apus_test_value(filter, __NR_tgkill, 0, (unsigned)getpid(), SECCOMP_RET_KILL_PROCESS);
  apus_test_value(filter, __NR_prctl, 0, PR_SET_NAME, SECCOMP_RET_ERRNO | EINVAL);
  apus_permit_reading_limits(filter);
  apus_return(filter, SECCOMP_RET_KILL_PROCESS);
}

/* Confines all threads of this process for good. 0, or an error number. */
static inline int cprocess_confine(void) {
  apus_filter filter;
  filter.count = 0;
  apus_fill(&filter);
  struct sock_fprog program = {filter.count, filter.code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  long result = syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
  /* A positive result is a thread that could not be confined. */
  return result == 0 ? 0 : result > 0 ? EBUSY : errno;
}

/* Closes the descriptors from `first` on. 0, or an error number. */
static inline int cprocess_close_from(int first) {
  if (syscall(apus_close_range, (unsigned)first, ~0U, 0) == 0) return 0;
  /* Before Linux 5.9; or in a container whose filter does not know the call. */
  if (errno != ENOSYS && errno != EPERM) return errno;
  /* The limit is a billion in some containers, which would take minutes; no shell passes so many descriptors on. */
  int end = (int)sysconf(_SC_OPEN_MAX) < 1 << 20 ? (int)sysconf(_SC_OPEN_MAX) : 1 << 20;
  for (int descriptor = first; descriptor < end; descriptor++) close(descriptor);
  return 0;
}

#elif defined(__APPLE__)
/* sandbox.h marks these as deprecated, but has no successor for a program without an app bundle. */
int sandbox_init(const char *profile, unsigned long long flags, char **error);
extern const char kSBXProfilePureComputation[];

static inline int cprocess_confine(void) {
  char *error = NULL;
  /* SANDBOX_NAMED */
  return sandbox_init(kSBXProfilePureComputation, 1, &error) == 0 ? 0 : EPERM;
}

static inline int cprocess_close_from(int first) {
  /* sysconf returns LONG_MAX if the user has no limit; this function returns the system's limit then. */
  int end = getdtablesize();
  for (int descriptor = first; descriptor < end; descriptor++) close(descriptor);
  return 0;
}

#else
static inline int cprocess_confine(void) { return ENOSYS; }
static inline int cprocess_close_from(int first) { return first < 0 ? EINVAL : ENOSYS; }
#endif

#endif
