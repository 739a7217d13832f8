#pragma once

/* Runs body(argument) on a new thread that nobody waits for. The error of pthread_create(3), or 0. */
int cthreads_start(void (*_Nonnull body)(void *_Nonnull), void *_Nonnull argument);

/* Waits until everything written to the file system of an open file is on its disk. An error number, or 0; ENOSYS where
   there is no such call. */
int cthreads_settle(int descriptor);
