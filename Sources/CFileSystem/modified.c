#include "CFileSystem.h"

#include <sys/stat.h>

long long cfilesystem_modified(const struct stat *status) {
#if defined(__APPLE__)
  const struct timespec time = status->st_mtimespec;
#else
  const struct timespec time = status->st_mtim;
#endif
  return (long long)time.tv_sec * 1000000000 + time.tv_nsec;
}
