/* libcurl as Swift can call it. libcurl and the thirty libraries behind it take 5 ms and 9 MB to load, so the program
   does not link it: Networking opens it at the first request and hands the addresses of its functions in here. The
   functions below exist because curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt are variadic: Swift does not
   import those, and a call through a non-variadic type is wrong where variadic arguments travel differently (arm64
   macOS). The constants exist because Swift does not import macros with casts. No logic lives here. */
#ifndef APUS_CCURL_SHIM_H
#define APUS_CCURL_SHIM_H

#include "libcurl.h"

typedef CURLcode (*ccurl_setopt)(CURL *, CURLoption, ...);
typedef CURLcode (*ccurl_getinfo)(CURL *, CURLINFO, ...);
typedef CURLMcode (*ccurl_multi_setopt)(CURLM *, CURLMoption, ...);

static inline CURLcode ccurl_set_long(void *f, CURL *h, CURLoption o, long v) { return ((ccurl_setopt)f)(h, o, v); }
static inline CURLcode ccurl_set_off(void *f, CURL *h, CURLoption o, curl_off_t v) { return ((ccurl_setopt)f)(h, o, v); }
static inline CURLcode ccurl_set_str(void *f, CURL *h, CURLoption o, const char *v) { return ((ccurl_setopt)f)(h, o, v); }
static inline CURLcode ccurl_set_ptr(void *f, CURL *h, CURLoption o, const void *v) { return ((ccurl_setopt)f)(h, o, v); }
static inline CURLcode ccurl_set_list(void *f, CURL *h, CURLoption o, struct curl_slist *v) { return ((ccurl_setopt)f)(h, o, v); }
static inline CURLcode ccurl_set_write(void *f, CURL *h, CURLoption o, curl_write_callback v) { return ((ccurl_setopt)f)(h, o, v); }
static inline CURLcode ccurl_set_read(void *f, CURL *h, curl_read_callback v) { return ((ccurl_setopt)f)(h, CURLOPT_READFUNCTION, v); }
static inline CURLcode ccurl_set_seek(void *f, CURL *h, curl_seek_callback v) { return ((ccurl_setopt)f)(h, CURLOPT_SEEKFUNCTION, v); }
static inline CURLcode ccurl_set_progress(void *f, CURL *h, curl_xferinfo_callback v) { return ((ccurl_setopt)f)(h, CURLOPT_XFERINFOFUNCTION, v); }
static inline CURLcode ccurl_set_debug(void *f, CURL *h, curl_debug_callback v) { return ((ccurl_setopt)f)(h, CURLOPT_DEBUGFUNCTION, v); }

static inline CURLcode ccurl_set_prereq(void *f, CURL *h, CURLoption o, curl_prereq_callback v) { return ((ccurl_setopt)f)(h, o, v); }

static inline CURLcode ccurl_set_context(void *f, CURL *h, curl_ssl_ctx_callback v) { return ((ccurl_setopt)f)(h, CURLOPT_SSL_CTX_FUNCTION, v); }

static inline CURLcode ccurl_get_long(void *f, CURL *h, CURLINFO i, long *v) { return ((ccurl_getinfo)f)(h, i, v); }
static inline CURLcode ccurl_get_off(void *f, CURL *h, CURLINFO i, curl_off_t *v) { return ((ccurl_getinfo)f)(h, i, v); }
static inline CURLcode ccurl_get_str(void *f, CURL *h, CURLINFO i, const char **v) { return ((ccurl_getinfo)f)(h, i, v); }
static inline CURLcode ccurl_get_chain(void *f, CURL *h, struct curl_certinfo **v) { return ((ccurl_getinfo)f)(h, CURLINFO_CERTINFO, v); }

static inline CURLcode ccurl_get_socket(void *f, CURL *h, curl_socket_t *v) { return ((ccurl_getinfo)f)(h, CURLINFO_ACTIVESOCKET, v); }
static inline CURLcode ccurl_get_session(void *f, CURL *h, struct curl_tlssessioninfo **v) { return ((ccurl_getinfo)f)(h, CURLINFO_TLS_SSL_PTR, v); }

static inline CURLMcode ccurl_multi_set_long(void *f, CURLM *m, CURLMoption o, long v) { return ((ccurl_multi_setopt)f)(m, o, v); }
static inline CURLMcode ccurl_multi_set_ptr(void *f, CURLM *m, CURLMoption o, void *v) { return ((ccurl_multi_setopt)f)(m, o, v); }
static inline CURLMcode ccurl_multi_set_socket(void *f, CURLM *m, curl_socket_callback v) { return ((ccurl_multi_setopt)f)(m, CURLMOPT_SOCKETFUNCTION, v); }
static inline CURLMcode ccurl_multi_set_timer(void *f, CURLM *m, curl_multi_timer_callback v) { return ((ccurl_multi_setopt)f)(m, CURLMOPT_TIMERFUNCTION, v); }

static const curl_socket_t ccurl_socket_timeout = CURL_SOCKET_TIMEOUT;
static const long ccurl_global_default = CURL_GLOBAL_DEFAULT;
static const unsigned long ccurl_auth_basic = CURLAUTH_BASIC;
static const unsigned long ccurl_auth_digest = CURLAUTH_DIGEST;
static const unsigned long ccurl_auth_ntlm = CURLAUTH_NTLM;
static const unsigned long ccurl_auth_negotiate = CURLAUTH_NEGOTIATE;
static const unsigned long ccurl_auth_any = CURLAUTH_ANY;
static const size_t ccurl_write_pause = CURL_WRITEFUNC_PAUSE;
static const size_t ccurl_read_pause = CURL_READFUNC_PAUSE;
static const size_t ccurl_read_abort = CURL_READFUNC_ABORT;

#endif
