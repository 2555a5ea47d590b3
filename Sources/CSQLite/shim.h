#include <sqlite3.h>

// Keeps a connection from moving the write-ahead log into the database when it closes. Swift cannot call functions with
// variable arguments.
static inline void millrace_keep_log_at_close(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

// Moves a file to a name that nothing has, in one step; -1 and `errno` where something has it, or where the file system
// cannot do this (EINVAL, ENOSYS, ENOTSUP). Swift sees neither of the calls that do it.
#if defined(__linux__)
#include <sys/syscall.h>
long syscall(long number, ...);
static inline int millrace_rename_new(const char *source, const char *target) {
  const int folder = -100;  // AT_FDCWD
  return (int)syscall(SYS_renameat2, folder, source, folder, target, 1u);  // RENAME_NOREPLACE
}
#elif defined(__APPLE__)
#include <stdio.h>
static inline int millrace_rename_new(const char *source, const char *target) {
  return renamex_np(source, target, RENAME_EXCL);
}
#endif
