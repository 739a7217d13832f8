/* In C because a handler may run while the Swift runtime, the allocator or a lock is in any state: only calls that POSIX
   declares async-signal-safe (signal-safety(7)) are made here, and nothing is allocated. */
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include "CCrash.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/ucontext.h>
#include <time.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/getsect.h>
#include <mach-o/loader.h>
#endif

static const struct {
  int number;
  const char *name;
} faults[] = {
  {SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"}, {SIGILL, "SIGILL"}, {SIGTRAP, "SIGTRAP"}, {SIGABRT, "SIGABRT"}, {SIGFPE, "SIGFPE"},
};
enum { fault_count = sizeof(faults) / sizeof(faults[0]), most_frames = 64 };

static const char *folder;
static const char *heading;
static struct sigaction before[fault_count];
static uintptr_t image_start, image_end;
static pthread_t main_thread;

/* A text of bounded length. */
typedef struct {
  char bytes[4096];
  size_t count;
} text;

static void add(text *to, const char *more) {
  size_t length = strlen(more), room = sizeof(to->bytes) - 1 - to->count;
  if (length > room) length = room;
  memcpy(to->bytes + to->count, more, length);
  to->count += length;
  to->bytes[to->count] = 0;
}

static void add_number(text *to, uint64_t number, unsigned base) {
  char digits[32];
  size_t at = sizeof(digits) - 1;
  digits[at] = 0;
  do {
    digits[--at] = "0123456789abcdef"[number % base];
    number /= base;
  } while (number != 0);
  add(to, digits + at);
}

static void put(int descriptor, const text *from) {
  size_t done = 0;
  while (done < from->count) {
    ssize_t count = write(descriptor, from->bytes + done, from->count - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    done += (size_t)count;
  }
}

/* The folders of a home come from its owner; still, no control character reaches the terminal. */
static void clean(text *line) {
  for (size_t at = 0; at < line->count; at++) {
    unsigned char byte = (unsigned char)line->bytes[at];
    int is_c1 = byte >= 0x80 && byte < 0xa0 && at > 0 && (unsigned char)line->bytes[at - 1] == 0xc2;
    if (byte < 0x20 || byte == 0x7f || is_c1) line->bytes[at] = '?';
  }
}

/* Where the fault was: the program counter and the frame pointer. */
static void place(const void *given, uintptr_t *counter, uintptr_t *frame) {
  const ucontext_t *context = given;
#if defined(__APPLE__) && defined(__aarch64__)
  *counter = (uintptr_t)__darwin_arm_thread_state64_get_pc(context->uc_mcontext->__ss);
  *frame = (uintptr_t)__darwin_arm_thread_state64_get_fp(context->uc_mcontext->__ss);
#elif defined(__APPLE__)
  *counter = (uintptr_t)context->uc_mcontext->__ss.__rip;
  *frame = (uintptr_t)context->uc_mcontext->__ss.__rbp;
#elif defined(__x86_64__)
  *counter = (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
  *frame = (uintptr_t)context->uc_mcontext.gregs[REG_RBP];
#elif defined(__aarch64__)
  *counter = (uintptr_t)context->uc_mcontext.pc;
  *frame = (uintptr_t)context->uc_mcontext.regs[29];
#else
  (void)context;
  *counter = *frame = 0;
#endif
}

/* Reads two words, which may be anywhere: write(2) answers EFAULT where a load would be one more fault. */
static int read_pair(const int *ends, uintptr_t from, uintptr_t *pair) {
  if (from == 0 || from % sizeof(uintptr_t) != 0) return 0;
  ssize_t size = 2 * sizeof(uintptr_t);
  return write(ends[1], (const void *)from, (size_t)size) == size && read(ends[0], pair, (size_t)size) == size;
}

static void add_frame(text *to, uintptr_t address) {
  if (address >= image_start && address < image_end) {
    add(to, "  +0x");
    add_number(to, address - image_start, 16);
    add(to, "\n");
  } else {
    add(to, "  outside the program\n");
  }
}

/* The return addresses, as offsets within the program. Nothing else that was on the stack is written. */
static void add_frames(text *to, const void *context) {
  uintptr_t counter, frame, pair[2];
  place(context, &counter, &frame);
  add(to, "frames, as offsets in the program:\n");
  add_frame(to, counter);
  int ends[2];
  if (pipe(ends) != 0) return;
  for (int count = 0; count < most_frames && read_pair(ends, frame, pair); count++) {
    add_frame(to, pair[1]);
    /* An asynchronous function of Swift marks its frame with this bit. */
    uintptr_t next = pair[0] & ~((uintptr_t)1 << 60);
    if (next <= frame) break;
    frame = next;
  }
  close(ends[0]);
  close(ends[1]);
}

/* Creates the folder and all above it. */
static void make_folders(const char *path) {
  text part = {.count = 0};
  add(&part, path);
  for (size_t at = 1; at <= part.count; at++) {
    if (part.bytes[at] != '/' && part.bytes[at] != 0) continue;
    char end = part.bytes[at];
    part.bytes[at] = 0;
    mkdir(part.bytes, S_IRWXU);
    part.bytes[at] = end;
  }
}

static const char *name_of(int number) {
  for (int at = 0; at < fault_count; at++) {
    if (faults[at].number == number) return faults[at].name;
  }
  return "signal";
}

static void report(int number, const siginfo_t *info, const void *context) {
  struct timespec now = {0};
  clock_gettime(CLOCK_REALTIME, &now);
  static text path, page, line;
  add(&path, folder);
  add(&path, "/crash-");
  add_number(&path, (uint64_t)now.tv_sec, 10);
  add(&path, "-");
  add_number(&path, (uint64_t)getpid(), 10);
  add(&path, ".txt");

  add(&page, heading);
  add(&page, "\n\nIt holds no argument, no environment variable and nothing from memory: only where in the program it ended.\n\nsignal: ");
  add(&page, name_of(number));
  add(&page, info->si_code <= 0 && info->si_pid != getpid() ? ", sent by another process\n" : "\n");
  add(&page, "time: ");
  add_number(&page, (uint64_t)now.tv_sec, 10);
  add(&page, " s since 1970\nthread: ");
  add(&page, pthread_equal(pthread_self(), main_thread) ? "main\n" : "another\n");
  add_frames(&page, context);

  make_folders(folder);
  int file = open(path.bytes, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
  add(&line, "apus: crashed (");
  add(&line, name_of(number));
  if (file >= 0) {
    put(file, &page);
    fsync(file);
    close(file);
    add(&line, "); the report, without any of your data, is in ");
    add(&line, path.bytes);
  } else {
    add(&line, "); no report could be written to ");
    add(&line, folder);
  }
  clean(&line);
  add(&line, "\n");
  put(STDERR_FILENO, &line);
}

static void handle(int number, siginfo_t *info, void *context) {
  static atomic_int is_taken;
  static pthread_t owner;
  if (atomic_exchange(&is_taken, 1) == 0) {
    owner = pthread_self();
    report(number, info, context);
  } else if (!pthread_equal(owner, pthread_self())) {
    /* Another thread writes its report and then ends the process. */
    for (;;) pause();
  }
  /* A core dump, or termination by this signal. */
  for (int at = 0; at < fault_count; at++) {
    if (faults[at].number == number) sigaction(number, &before[at], NULL);
  }
  raise(number);
}

/* Threads have a stack of their own for this handler, because it cannot run on one that has overflowed. */
static void give_stack(void) {
  static char bytes[1 << 16];
  stack_t stack = {.ss_sp = bytes, .ss_size = sizeof(bytes)};
  sigaltstack(&stack, NULL);
}

#ifdef __APPLE__
/* From the linker, which defines it in the bundle of the tests as well. */
extern const struct mach_header_64 __dso_handle;
static void find_image(void) {
  unsigned long size = 0;
  image_start = (uintptr_t)&__dso_handle;
  getsegmentdata(&__dso_handle, "__TEXT", &size);
  image_end = image_start + size;
}
#else
/* From the linker. */
extern const char __executable_start[], etext[];
static void find_image(void) {
  image_start = (uintptr_t)__executable_start;
  image_end = (uintptr_t)etext;
}
#endif

void ccrash_install(const char *given_folder, const char *given_heading) {
  folder = given_folder;
  heading = given_heading;
  main_thread = pthread_self();
  find_image();
  give_stack();
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
  action.sa_sigaction = handle;
  sigemptyset(&action.sa_mask);
  /* The Swift runtime prints registers and images, below the line that names the report. Only who asks for that by its
     variable gets it; everybody else gets the system's own action. */
  int is_kept = getenv("SWIFT_BACKTRACE") != NULL;
  for (int at = 0; at < fault_count; at++) sigaction(faults[at].number, &action, is_kept ? &before[at] : NULL);
}
