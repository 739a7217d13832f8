/* The part of libcurl's interface that Networking uses, so that its headers are not needed to build. libcurl keeps these
   numbers and layouts for good (https://curl.se/libcurl/abi.html); LibcurlInterfaceTests compares each with the headers
   where they are installed. */
#ifndef APUS_CCURL_LIBCURL_H
#define APUS_CCURL_LIBCURL_H

#include <stddef.h>

typedef void CURL;
typedef void CURLM;
typedef int curl_socket_t;
/* 64 bits, on every system that this is built for. */
typedef long curl_off_t;

typedef enum {
  CURLE_OK = 0,
  CURLE_UNSUPPORTED_PROTOCOL = 1,
  CURLE_FAILED_INIT = 2,
  CURLE_URL_MALFORMAT = 3,
  CURLE_NOT_BUILT_IN = 4,
  CURLE_COULDNT_RESOLVE_PROXY = 5,
  CURLE_COULDNT_RESOLVE_HOST = 6,
  CURLE_COULDNT_CONNECT = 7,
  CURLE_WEIRD_SERVER_REPLY = 8,
  CURLE_HTTP2 = 16,
  CURLE_PARTIAL_FILE = 18,
  CURLE_WRITE_ERROR = 23,
  CURLE_READ_ERROR = 26,
  CURLE_OUT_OF_MEMORY = 27,
  CURLE_OPERATION_TIMEDOUT = 28,
  CURLE_SSL_CONNECT_ERROR = 35,
  CURLE_ABORTED_BY_CALLBACK = 42,
  CURLE_BAD_FUNCTION_ARGUMENT = 43,
  CURLE_INTERFACE_FAILED = 45,
  CURLE_UNKNOWN_OPTION = 48,
  CURLE_GOT_NOTHING = 52,
  CURLE_SSL_ENGINE_NOTFOUND = 53,
  CURLE_SSL_ENGINE_SETFAILED = 54,
  CURLE_SEND_ERROR = 55,
  CURLE_RECV_ERROR = 56,
  CURLE_SSL_CERTPROBLEM = 58,
  CURLE_SSL_CIPHER = 59,
  CURLE_PEER_FAILED_VERIFICATION = 60,
  CURLE_BAD_CONTENT_ENCODING = 61,
  CURLE_USE_SSL_FAILED = 64,
  CURLE_SEND_FAIL_REWIND = 65,
  CURLE_SSL_ENGINE_INITFAILED = 66,
  CURLE_LOGIN_DENIED = 67,
  CURLE_SSL_CACERT_BADFILE = 77,
  CURLE_SSL_SHUTDOWN_FAILED = 80,
  CURLE_AGAIN = 81,
  CURLE_SSL_CRL_BADFILE = 82,
  CURLE_SSL_ISSUER_ERROR = 83,
  CURLE_SSL_PINNEDPUBKEYNOTMATCH = 90,
  CURLE_SSL_INVALIDCERTSTATUS = 91,
  CURLE_HTTP2_STREAM = 92,
  CURLE_AUTH_ERROR = 94
} CURLcode;

/* Signed, because of its first value. */
typedef enum {
  CURLM_CALL_MULTI_PERFORM = -1,
  CURLM_OK = 0
} CURLMcode;

typedef enum {
  CURLUE_OK = 0
} CURLUcode;

typedef enum {
  CURLUPART_URL = 0
} CURLUPart;

/* 10000 and more take a pointer, 20000 and more a function, 30000 and more a `curl_off_t`, the others a `long`. */
typedef enum {
  CURLOPT_SSLVERSION = 32,
  CURLOPT_VERBOSE = 41,
  CURLOPT_NOPROGRESS = 43,
  CURLOPT_NOBODY = 44,
  CURLOPT_UPLOAD = 46,
  CURLOPT_POST = 47,
  CURLOPT_NETRC = 51,
  CURLOPT_HTTPPROXYTUNNEL = 61,
  CURLOPT_SSL_VERIFYPEER = 64,
  CURLOPT_FRESH_CONNECT = 74,
  CURLOPT_FORBID_REUSE = 75,
  CURLOPT_HTTPGET = 80,
  CURLOPT_SSL_VERIFYHOST = 81,
  CURLOPT_HTTP_VERSION = 84,
  CURLOPT_BUFFERSIZE = 98,
  CURLOPT_NOSIGNAL = 99,
  CURLOPT_HTTPAUTH = 107,
  CURLOPT_CONNECT_ONLY = 141,
  CURLOPT_SSL_SESSIONID_CACHE = 150,
  CURLOPT_CONNECTTIMEOUT_MS = 156,
  CURLOPT_HTTP_CONTENT_DECODING = 158,
  CURLOPT_CERTINFO = 172,
  CURLOPT_PROTOCOLS = 181,
  CURLOPT_SSL_ENABLE_ALPN = 226,
  CURLOPT_EXPECT_100_TIMEOUT_MS = 227,
  CURLOPT_PATH_AS_IS = 234,
  CURLOPT_PIPEWAIT = 237,
  CURLOPT_SUPPRESS_CONNECT_HEADERS = 265,
  CURLOPT_UPLOAD_BUFFERSIZE = 280,
  CURLOPT_CA_CACHE_TIMEOUT = 321,
  CURLOPT_QUICK_EXIT = 322,
  CURLOPT_WRITEDATA = 10001,
  CURLOPT_URL = 10002,
  CURLOPT_PROXY = 10004,
  CURLOPT_READDATA = 10009,
  CURLOPT_ERRORBUFFER = 10010,
  CURLOPT_REFERER = 10016,
  CURLOPT_USERAGENT = 10018,
  CURLOPT_HTTPHEADER = 10023,
  CURLOPT_SSLCERT = 10025,
  CURLOPT_KEYPASSWD = 10026,
  CURLOPT_HEADERDATA = 10029,
  CURLOPT_CUSTOMREQUEST = 10036,
  CURLOPT_XFERINFODATA = 10057,
  CURLOPT_INTERFACE = 10062,
  CURLOPT_CAINFO = 10065,
  CURLOPT_SSLCERTTYPE = 10086,
  CURLOPT_SSLKEY = 10087,
  CURLOPT_DEBUGDATA = 10095,
  CURLOPT_CAPATH = 10097,
  CURLOPT_ACCEPT_ENCODING = 10102,
  CURLOPT_PRIVATE = 10103,
  CURLOPT_SSL_CTX_DATA = 10109,
  CURLOPT_NETRC_FILE = 10118,
  CURLOPT_OPENSOCKETDATA = 10164,
  CURLOPT_COPYPOSTFIELDS = 10165,
  CURLOPT_SEEKDATA = 10168,
  CURLOPT_CRLFILE = 10169,
  CURLOPT_USERNAME = 10173,
  CURLOPT_PASSWORD = 10174,
  CURLOPT_NOPROXY = 10177,
  CURLOPT_RESOLVE = 10203,
  CURLOPT_PINNEDPUBLICKEY = 10230,
  CURLOPT_UNIX_SOCKET_PATH = 10231,
  CURLOPT_CONNECT_TO = 10243,
  CURLOPT_PROXY_CAINFO = 10246,
  CURLOPT_REQUEST_TARGET = 10266,
  CURLOPT_CURLU = 10282,
  CURLOPT_PREREQDATA = 10313,
  CURLOPT_PROTOCOLS_STR = 10318,
  CURLOPT_WRITEFUNCTION = 20011,
  CURLOPT_READFUNCTION = 20012,
  CURLOPT_HEADERFUNCTION = 20079,
  CURLOPT_DEBUGFUNCTION = 20094,
  CURLOPT_SSL_CTX_FUNCTION = 20108,
  CURLOPT_SOCKOPTFUNCTION = 20148,
  CURLOPT_OPENSOCKETFUNCTION = 20163,
  CURLOPT_SEEKFUNCTION = 20167,
  CURLOPT_XFERINFOFUNCTION = 20219,
  CURLOPT_PREREQFUNCTION = 20312,
  CURLOPT_POSTFIELDSIZE_LARGE = 30120
} CURLoption;

typedef enum {
  CURLMOPT_MAXCONNECTS = 6,
  CURLMOPT_SOCKETDATA = 10002,
  CURLMOPT_TIMERDATA = 10005,
  CURLMOPT_SOCKETFUNCTION = 20001,
  CURLMOPT_TIMERFUNCTION = 20004
} CURLMoption;

/* Without the lowest 20 bits: 1 a string, 2 a `long`, 4 a list, 5 a socket, 6 a `curl_off_t`. */
typedef enum {
  CURLINFO_PRIVATE = 0x100000 + 21,
  CURLINFO_PRIMARY_IP = 0x100000 + 32,
  CURLINFO_LOCAL_IP = 0x100000 + 41,
  CURLINFO_CAINFO = 0x100000 + 61,
  CURLINFO_CAPATH = 0x100000 + 62,
  CURLINFO_HTTPAUTH_AVAIL = 0x200000 + 23,
  CURLINFO_NUM_CONNECTS = 0x200000 + 26,
  CURLINFO_PRIMARY_PORT = 0x200000 + 40,
  CURLINFO_LOCAL_PORT = 0x200000 + 42,
  CURLINFO_PROXY_SSL_VERIFYRESULT = 0x200000 + 47,
  CURLINFO_CERTINFO = 0x400000 + 34,
  CURLINFO_TLS_SSL_PTR = 0x400000 + 45,
  CURLINFO_ACTIVESOCKET = 0x500000 + 44,
  CURLINFO_SIZE_UPLOAD_T = 0x600000 + 7,
  CURLINFO_SIZE_DOWNLOAD_T = 0x600000 + 8,
  CURLINFO_TOTAL_TIME_T = 0x600000 + 50,
  CURLINFO_NAMELOOKUP_TIME_T = 0x600000 + 51,
  CURLINFO_CONNECT_TIME_T = 0x600000 + 52,
  CURLINFO_STARTTRANSFER_TIME_T = 0x600000 + 54,
  CURLINFO_APPCONNECT_TIME_T = 0x600000 + 56
} CURLINFO;

/* What a debug callback is told. */
typedef enum {
  CURLINFO_TEXT = 0,
  CURLINFO_HEADER_OUT = 2,
  CURLINFO_DATA_OUT = 4
} curl_infotype;

typedef enum {
  CURLVERSION_FIRST = 0
} CURLversion;

enum {
  CURL_NETRC_OPTIONAL = 1,
  CURL_HTTP_VERSION_1_0 = 1,
  CURL_HTTP_VERSION_1_1 = 2,
  CURL_HTTP_VERSION_2_0 = 3,
  CURL_HTTP_VERSION_2TLS = 4,
  CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE = 5,
  CURL_HTTP_VERSION_3 = 30
};

#define CURLAUTH_ANY (~0x10UL)
#define CURLAUTH_BASIC 1UL
#define CURLAUTH_DIGEST 2UL
#define CURLAUTH_NEGOTIATE 4UL
#define CURLAUTH_NTLM 8UL
#define CURLU_GUESS_SCHEME 512
#define CURLU_NON_SUPPORT_SCHEME 8
#define CURLU_PATH_AS_IS 16
#define CURL_CSELECT_ERR 4
#define CURL_CSELECT_IN 1
#define CURL_CSELECT_OUT 2
#define CURL_ERROR_SIZE 256
#define CURL_GLOBAL_DEFAULT 3
#define CURL_POLL_IN 1
#define CURL_POLL_OUT 2
#define CURL_POLL_INOUT 3
#define CURL_POLL_REMOVE 4
#define CURL_READFUNC_ABORT 0x10000000
#define CURL_READFUNC_PAUSE 0x10000001
#define CURL_SOCKET_TIMEOUT (-1)
#define CURL_SOCKOPT_ALREADY_CONNECTED 2
#define CURL_VERSION_BROTLI (1 << 23)
#define CURL_VERSION_HTTP2 (1 << 16)
#define CURL_VERSION_HTTP3 (1 << 25)
#define CURL_VERSION_LIBZ (1 << 3)
#define CURL_VERSION_NTLM (1 << 4)
#define CURL_VERSION_SPNEGO (1 << 8)
#define CURL_VERSION_UNIX_SOCKETS (1 << 19)
#define CURL_VERSION_ZSTD (1 << 26)
#define CURL_WRITEFUNC_PAUSE 0x10000001

struct curl_slist {
  char *data;
  struct curl_slist *next;
};

struct curl_certinfo {
  int num_of_certs;
  struct curl_slist **certinfo;
};

typedef enum {
  CURLSSLBACKEND_OPENSSL = 1
} curl_sslbackend;

struct curl_tlssessioninfo {
  curl_sslbackend backend;
  void *internals;
};

typedef enum {
  CURLMSG_DONE = 1
} CURLMSG;

typedef struct {
  CURLMSG msg;
  CURL *easy_handle;
  union {
    void *whatever;
    CURLcode result;
  } data;
} CURLMsg;

/* Its first members; newer libraries add more behind them. */
typedef struct {
  CURLversion age;
  const char *version;
  unsigned int version_num;
  const char *host;
  int features;
  const char *ssl_version;
} curl_version_info_data;

typedef size_t (*curl_write_callback)(char *, size_t, size_t, void *);
typedef size_t (*curl_read_callback)(char *, size_t, size_t, void *);
typedef int (*curl_seek_callback)(void *, curl_off_t, int);
typedef int (*curl_xferinfo_callback)(void *, curl_off_t, curl_off_t, curl_off_t, curl_off_t);
typedef int (*curl_debug_callback)(CURL *, curl_infotype, char *, size_t, void *);
/* Since 7.80. */
typedef int (*curl_prereq_callback)(void *, char *, char *, int, int);
/* The purpose and, of opensocket, the address are not used. */
typedef curl_socket_t (*curl_opensocket_callback)(void *, unsigned int, void *);
typedef int (*curl_sockopt_callback)(void *, curl_socket_t, unsigned int);
typedef CURLcode (*curl_ssl_ctx_callback)(CURL *, void *, void *);
typedef int (*curl_socket_callback)(CURL *, curl_socket_t, int, void *, void *);
typedef int (*curl_multi_timer_callback)(CURLM *, long, void *);

#endif
