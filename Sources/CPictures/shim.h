/* The structures of libpng and giflib that their functions are given. Both libraries are opened only when a picture is
   to be shown, so that a start does not pay for them and a system without them still runs Apus; their headers are not
   needed to build it. Layouts: png.h of libpng 1.6 (PNG_IMAGE_VERSION 1), gif_lib.h of giflib 5. */
#ifndef APUS_CPICTURES_SHIM_H
#define APUS_CPICTURES_SHIM_H

#include <stdbool.h>
#include <stdint.h>

/* What png_image_begin_read_from_memory fills in and png_image_finish_read works on. */
typedef struct {
  void *opaque;
  uint32_t version;
  uint32_t width;
  uint32_t height;
  uint32_t format;
  uint32_t flags;
  uint32_t colormap_entries;
  uint32_t warning_or_error;
  char message[64];
} apus_png_image;

typedef struct {
  uint8_t red, green, blue;
} apus_gif_color;

typedef struct {
  int count;
  int bits_per_pixel;
  bool is_sorted;
  apus_gif_color *colors;
} apus_gif_color_map;

/* The image that the last DGifGetImageDesc told of. */
typedef struct {
  int left, top, width, height;
  bool is_interlaced;
  apus_gif_color_map *color_map;
} apus_gif_image;

/* The head of what DGifOpen returns; only the library makes one. */
typedef struct {
  int width, height;
  int color_resolution;
  int background;
  uint8_t aspect;
  apus_gif_color_map *color_map;
  int image_count;
  apus_gif_image image;
  void *saved_images;
  int extension_count;
  void *extensions;
  int error;
  void *user_data;
} apus_gif_file;

#endif
