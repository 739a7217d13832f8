/* libcurl as Swift can call it. Every function below exists because curl_easy_setopt, curl_easy_getinfo and
   curl_multi_setopt are variadic, which Swift does not import. No logic lives here. */
#ifndef APUS_CCURL_SHIM_H
#define APUS_CCURL_SHIM_H

#define CURL_DISABLE_TYPECHECK 1
#include <curl/curl.h>

#endif
