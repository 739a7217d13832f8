#pragma once

/* Waits until everything written to the file system of an open file is on its disk. Returns an error number, or 0;
   ENOSYS if the system has no such call. */
int cfilesystem_settle(int descriptor);
