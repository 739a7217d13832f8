#pragma once

#include <stddef.h>

/* The structures that zlib and zstd work on; their headers are not needed to build this program. Layouts: z_stream of zlib 1.2 and later, ZSTD_inBuffer and ZSTD_outBuffer of zstd 1. */
typedef struct {
  const unsigned char *next_in;
  unsigned int avail_in;
  unsigned long total_in;
  unsigned char *next_out;
  unsigned int avail_out;
  unsigned long total_out;
  const char *msg;
  void *state, *zalloc, *zfree, *opaque;
  int data_type;
  unsigned long adler, reserved;
} ccompression_zlib_stream;
typedef struct {
  const void *bytes;
  size_t size, position;
} ccompression_zstd_input;
typedef struct {
  void *bytes;
  size_t size, position;
} ccompression_zstd_output;
