/* POSIX iconv, a header that not every system's C module brings along. */
#ifndef APUS_CICONV_SHIM_H
#define APUS_CICONV_SHIM_H

#include <errno.h>
#include <iconv.h>

#endif
