#pragma once

/* Runs body(argument) on a new detached thread. Returns the error of pthread_create(3), or 0. */
int cthreads_start(void (*_Nonnull body)(void *_Nonnull), void *_Nonnull argument);
