#pragma once

/* Waits until everything written to the file system of an open file is on its disk. Returns an error number, or 0;
   ENOSYS if the system has no such call. */
int cfilesystem_settle(int descriptor);

struct stat;

/* The time of the last change in nanoseconds since 1970. Swift files cannot read it in an optimized build: there, the
   fields of a timespec may belong to a module that no file can import. */
long long cfilesystem_modified(const struct stat *status);
