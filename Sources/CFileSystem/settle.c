/* In C because Linux declares syncfs(2) only with _GNU_SOURCE. */
#define _GNU_SOURCE
#include "CFileSystem.h"
#include <errno.h>
#include <unistd.h>

int cfilesystem_settle(int descriptor) {
#ifdef __linux__
  return syncfs(descriptor) == 0 ? 0 : errno;
#else
  (void)descriptor;
  return ENOSYS;
#endif
}
