/* How Swift's CommandLine learns the program's arguments on Linux. The runtime's own object reads the process's memory
   map before main and looks through the stack for them, which takes a twentieth of the time to Apus' first frame.
   glibc hands them to every constructor. These two functions are all that the runtime's object has to offer, so that a
   program with a static runtime is linked with them instead of it; beside a shared runtime they are its equals. */
#include <stdlib.h>

#ifdef __GLIBC__

static char *none[] = {NULL};
static char **arguments = none;
static int count = 0;

__attribute__((constructor(101))) static void take(int argc, char **argv) {
  if (argv == NULL || argc <= 0) return;
  arguments = argv;
  count = argc;
}

/* Declared in stdlib/public/SwiftShims/swift/shims/RuntimeStubs.h and CommandLine.h of Swift. */
char **_swift_stdlib_getUnsafeArgvArgc(int *length) {
  *length = count;
  return arguments;
}

void _swift_stdlib_overrideUnsafeArgvArgc(char **argv, int argc) {
  arguments = argv;
  count = argc;
}

#endif
