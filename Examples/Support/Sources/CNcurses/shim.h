#ifndef SUPPORT_CNCURSES_SHIM_H
#define SUPPORT_CNCURSES_SHIM_H

// The functions for wide characters are declared only when these are asked for. They stand here because the package
// manager passes on no such flag from pkg-config.
#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
// Macros such as `clear` would hide functions of that name.
#define NCURSES_NOMACROS 1

#include <curses.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

// What follows stands for macros and global variables, which Swift cannot use.

/// A screen on standard input and output, for the terminal that TERM names; NULL where that is not known.
static inline SCREEN *curses_open(void) { return newterm(NULL, stdout, stdin); }

/// The whole screen; NULL while there is none.
static inline WINDOW *curses_window(void) { return stdscr; }

/// Whether text can be placed anywhere on the screen.
static inline bool curses_can_place(void) {
  const char *place = tigetstr("cup");
  return place != NULL && place != (const char *)-1;
}

/// How many pairs of colours there are, after `start_color`.
static inline int curses_colour_pairs(void) { return COLOR_PAIRS; }

/// The rows that ncurses believes in.
static inline int curses_rows(void) { return LINES; }

/// The columns that ncurses believes in.
static inline int curses_columns(void) { return COLS; }

/// The size of the terminal behind a descriptor; false where it is not known.
static inline bool curses_size(int descriptor, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) { return false; }
  *columns = size.ws_col;
  *rows = size.ws_row;
  return true;
}

/// The columns of a character, as ncurses counts them; -1 for what cannot be shown.
static inline int curses_width(wchar_t character) {
  // Not every C library declares it without being asked.
  extern int wcwidth(wchar_t);
  return wcwidth(character);
}

static inline attr_t curses_bold(void) { return A_BOLD; }
static inline attr_t curses_dim(void) { return A_DIM; }
static inline attr_t curses_reversed(void) { return A_REVERSE; }
static inline attr_t curses_underlined(void) { return A_UNDERLINE; }

#endif
