/* ncurses with wide characters, as Swift can call it. Every function below exists because Swift imports
   neither the macros, the variadic functions nor the mutable globals of <ncurses.h>. No logic lives here. */
#ifndef APUS_CNCURSES_SHIM_H
#define APUS_CNCURSES_SHIM_H

#define NCURSES_WIDECHAR 1
#define _XOPEN_SOURCE_EXTENDED 1
#include <langinfo.h>
#include <locale.h>
#include <ncurses.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <term.h>
#include <wchar.h>

/* stdin and stdout are mutable globals. */
static inline SCREEN *apus_newterm(void) { return newterm(NULL, stdout, stdin); }

/* stdscr, curscr, COLORS and COLOR_PAIRS are mutable globals. */
static inline WINDOW *apus_standard_window(void) { return stdscr; }
static inline WINDOW *apus_current_window(void) { return curscr; }
static inline int apus_colors(void) { return COLORS; }
static inline int apus_color_pairs(void) { return COLOR_PAIRS; }

/* The attributes are macros made of casts and shifts. */
static inline attr_t apus_bold(void) { return WA_BOLD; }
static inline attr_t apus_dim(void) { return WA_DIM; }
static inline attr_t apus_underline(void) { return WA_UNDERLINE; }
static inline attr_t apus_reverse(void) { return WA_REVERSE; }
#ifdef WA_ITALIC
static inline attr_t apus_italic(void) { return WA_ITALIC; }
#else
static inline attr_t apus_italic(void) { return WA_NORMAL; }
#endif

/* ioctl is variadic. */
static inline int apus_window_size(int descriptor, struct winsize *size) { return ioctl(descriptor, TIOCGWINSZ, size); }

/* Swift and C disagree on whether these want mutable characters. */
static inline const char *apus_terminfo_string(const char *name) { return tigetstr((char *)name); }

/* An array of one character and its end, without the memory that Swift would ask for. */
static inline int apus_set_character(cchar_t *cell, wchar_t character, attr_t attributes, short pair) {
  const wchar_t text[2] = {character, 0};
  return setcchar(cell, text, attributes, pair, NULL);
}

/* The system's headers hide wcwidth from Swift behind a feature macro; it is declared here as POSIX has it. */
extern int wcwidth(wchar_t);
static inline int apus_width(wchar_t character) { return wcwidth(character); }

#endif
