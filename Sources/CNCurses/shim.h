/* ncurses with wide characters, as Swift can call it. Every function below exists because Swift imports
   neither the macros, the variadic functions nor the mutable globals of <ncurses.h>. No logic lives here. */
#ifndef APUS_CNCURSES_SHIM_H
#define APUS_CNCURSES_SHIM_H

#define NCURSES_WIDECHAR 1
#define _XOPEN_SOURCE_EXTENDED 1
#include <locale.h>
#include <ncurses.h>

#endif
