#ifndef FAULTY_FILES_H
#define FAULTY_FILES_H

// A file system for SQLite that does what the usual one does, counts some of the calls, and fails one of them, or
// that one and all after it. Each test makes one of its own, by a name of its own, and opens its database with it.

// What can be counted and failed; several are joined with |.
#define FAULTY_WRITE 1u
#define FAULTY_TRUNCATE 2u
#define FAULTY_SYNC 4u
#define FAULTY_OPEN 8u
#define FAULTY_DELETE 16u
#define FAULTY_SHARED_MEMORY 32u

struct faulty_plan {
  // The kinds of calls that are counted.
  unsigned operations;
  // The number of the call that fails, the first being 1; 0 for none.
  long long at;
  // What it fails with, say SQLITE_FULL; 0 for the I/O error that fits the call.
  int code;
  // Not 0: all calls after it fail, too, like those on a disk that is full and stays so.
  int stays;
  // Not 0: a write that fails has written the first half of its bytes.
  int half;
};

// Makes a file system; SQLITE_OK, or a code of SQLite when there is no memory, or one of that name.
int faulty_vfs_make(const char *name, struct faulty_plan plan);

// Gives it another plan, and counts from 0 again. This, too, works while a database is open.
int faulty_vfs_plan(const char *name, struct faulty_plan plan);

// How many calls of the plan's kinds there have been, those that failed among them; -1 if there is no such system.
long long faulty_vfs_calls(const char *name);

// How many of them have failed because of the plan; -1 if there is no such system.
long long faulty_vfs_failures(const char *name);

// Forgets it. All of its databases must have been closed.
int faulty_vfs_free(const char *name);

#endif
