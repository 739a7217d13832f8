/* The part of libnghttp2's interface that Networking uses, so that its headers are not needed to build. The library is
   opened by the first call that needs HTTP/2 of our own. Its numbers and layouts are part of its interface (so.14);
   NGHTTP2InterfaceTests compares each with the headers where they are installed. */
#ifndef APUS_CNGHTTP2_NGHTTP2_H
#define APUS_CNGHTTP2_NGHTTP2_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct nghttp2_session nghttp2_session;
typedef struct nghttp2_session_callbacks nghttp2_session_callbacks;
typedef struct nghttp2_option nghttp2_option;

enum {
  NGHTTP2_ERR_DEFERRED = -508,
  NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE = -521,
  NGHTTP2_ERR_FLOODED = -904
};

enum {
  NGHTTP2_DATA = 0,
  NGHTTP2_HEADERS = 0x01,
  NGHTTP2_RST_STREAM = 0x03,
  NGHTTP2_GOAWAY = 0x07
};

enum {
  NGHTTP2_FLAG_NONE = 0,
  NGHTTP2_FLAG_END_STREAM = 0x01
};

enum {
  NGHTTP2_SETTINGS_ENABLE_PUSH = 0x02,
  NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE = 0x04,
  NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE = 0x06
};

enum {
  NGHTTP2_NO_ERROR = 0x00,
  NGHTTP2_INTERNAL_ERROR = 0x02,
  NGHTTP2_REFUSED_STREAM = 0x07,
  NGHTTP2_CANCEL = 0x08,
  NGHTTP2_ENHANCE_YOUR_CALM = 0x0b
};

enum {
  NGHTTP2_DATA_FLAG_EOF = 0x01
};

/* Its first members. */
typedef struct {
  int age;
  int version_num;
  const char *version_str;
} nghttp2_info;

typedef struct {
  uint8_t *name;
  uint8_t *value;
  size_t namelen;
  size_t valuelen;
  uint8_t flags;
} nghttp2_nv;

typedef struct {
  size_t length;
  int32_t stream_id;
  uint8_t type;
  uint8_t flags;
  uint8_t reserved;
} nghttp2_frame_hd;

typedef struct {
  nghttp2_frame_hd hd;
  uint32_t error_code;
} nghttp2_rst_stream;

typedef struct {
  nghttp2_frame_hd hd;
  int32_t last_stream_id;
  uint32_t error_code;
  uint8_t *opaque_data;
  size_t opaque_data_len;
  uint8_t reserved;
} nghttp2_goaway;

/* Those of its members that are looked at; the library makes every frame. */
typedef union {
  nghttp2_frame_hd hd;
  nghttp2_rst_stream rst_stream;
  nghttp2_goaway goaway;
} nghttp2_frame;

typedef struct {
  int32_t settings_id;
  uint32_t value;
} nghttp2_settings_entry;

typedef union {
  int fd;
  void *ptr;
} nghttp2_data_source;

typedef ssize_t (*nghttp2_data_source_read_callback)(nghttp2_session *, int32_t, uint8_t *, size_t, uint32_t *, nghttp2_data_source *, void *);

typedef struct {
  nghttp2_data_source source;
  nghttp2_data_source_read_callback read_callback;
} nghttp2_data_provider;

typedef int (*nghttp2_on_frame_recv_callback)(nghttp2_session *, const nghttp2_frame *, void *);
typedef int (*nghttp2_on_frame_not_send_callback)(nghttp2_session *, const nghttp2_frame *, int, void *);
typedef int (*nghttp2_on_begin_headers_callback)(nghttp2_session *, const nghttp2_frame *, void *);
typedef int (*nghttp2_on_header_callback)(nghttp2_session *, const nghttp2_frame *, const uint8_t *, size_t, const uint8_t *, size_t, uint8_t, void *);
typedef int (*nghttp2_on_data_chunk_recv_callback)(nghttp2_session *, uint8_t, int32_t, const uint8_t *, size_t, void *);
typedef int (*nghttp2_on_stream_close_callback)(nghttp2_session *, int32_t, uint32_t, void *);
typedef int (*nghttp2_error_callback2)(nghttp2_session *, int, const char *, size_t, void *);

#endif
