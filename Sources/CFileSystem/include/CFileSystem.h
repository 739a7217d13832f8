#pragma once

/* Waits until everything written to the file system of an open file is on its disk. An error number, or 0; ENOSYS where
   there is no such call. */
int cfilesystem_settle(int descriptor);
