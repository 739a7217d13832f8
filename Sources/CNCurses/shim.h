/* What ncurses knows of terminals (its terminfo layer), as Swift can call it. Every function below exists because Swift
   imports neither variadic functions nor unprototyped ones, or disagrees with C on what is mutable. No logic lives here. */
#ifndef APUS_CNCURSES_SHIM_H
#define APUS_CNCURSES_SHIM_H

#define NCURSES_WIDECHAR 1
#define _XOPEN_SOURCE_EXTENDED 1
#include <ncurses.h>
#include <sys/ioctl.h>
#include <term.h>

/* ioctl is variadic. */
static inline int apus_window_size(int descriptor, struct winsize *size) { return ioctl(descriptor, TIOCGWINSZ, size); }

/* Swift and C disagree on whether these want mutable characters. */
static inline const char *apus_terminfo_string(const char *name) { return tigetstr((char *)name); }
static inline int apus_terminfo_number(const char *name) { return tigetnum((char *)name); }
static inline int apus_terminfo_flag(const char *name) { return tigetflag((char *)name); }

/* tparm is variadic on some systems and takes nine numbers on others. */
static inline const char *apus_terminfo_parameters(const char *string, long first, long second) {
  return tparm((char *)string, first, second, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
}

#endif
