#pragma once

/* Runs body(argument) on a new thread that nobody waits for. The error of pthread_create(3), or 0. */
int cthreads_start(void (*_Nonnull body)(void *_Nonnull), void *_Nonnull argument);
