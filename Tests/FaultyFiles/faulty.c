#include "include/FaultyFiles.h"

#include <errno.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct faulty_vfs {
  sqlite3_vfs vfs;  // first, so that a pointer to it is one to the whole
  sqlite3_vfs *real;
  pthread_mutex_t lock;
  struct faulty_plan plan;
  long long calls;
  long long failures;
};

struct faulty_file {
  sqlite3_file file;  // first, as above
  struct faulty_vfs *owner;
  sqlite3_file *real;  // in the memory behind this
};

// MARK: The plan

// The code a call fails with; SQLITE_OK if it is to be done.
static int verdict(struct faulty_vfs *owner, unsigned operation, int fitting, int *half) {
  int code = SQLITE_OK;
  pthread_mutex_lock(&owner->lock);
  if (owner->plan.operations & operation) {
    owner->calls += 1;
    long long at = owner->plan.at;
    if (at > 0 && (owner->calls == at || (owner->plan.stays && owner->calls > at))) {
      code = owner->plan.code != 0 ? owner->plan.code : fitting;
      owner->failures += 1;
      if (half) *half = owner->plan.half;
    }
  }
  pthread_mutex_unlock(&owner->lock);
  // What the usual file system says when it is asked for the last error of the system.
  if (code != SQLITE_OK) errno = (code & 0xFF) == SQLITE_FULL ? ENOSPC : EIO;
  return code;
}

// MARK: Files

#define SELF struct faulty_file *self = (struct faulty_file *)file
#define REAL (self->real->pMethods)

static int file_close(sqlite3_file *file) {
  SELF;
  return REAL ? REAL->xClose(self->real) : SQLITE_OK;
}

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  SELF;
  return REAL->xRead(self->real, bytes, count, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  SELF;
  int half = 0;
  int code = verdict(self->owner, FAULTY_WRITE, SQLITE_IOERR_WRITE, &half);
  if (code == SQLITE_OK) return REAL->xWrite(self->real, bytes, count, offset);
  if (half && count > 1) {
    int error = errno;
    REAL->xWrite(self->real, bytes, count / 2, offset);
    errno = error;
  }
  return code;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  SELF;
  int code = verdict(self->owner, FAULTY_TRUNCATE, SQLITE_IOERR_TRUNCATE, NULL);
  return code == SQLITE_OK ? REAL->xTruncate(self->real, size) : code;
}

static int file_sync(sqlite3_file *file, int flags) {
  SELF;
  int code = verdict(self->owner, FAULTY_SYNC, SQLITE_IOERR_FSYNC, NULL);
  return code == SQLITE_OK ? REAL->xSync(self->real, flags) : code;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  SELF;
  return REAL->xFileSize(self->real, size);
}

static int file_lock(sqlite3_file *file, int level) {
  SELF;
  return REAL->xLock(self->real, level);
}

static int file_unlock(sqlite3_file *file, int level) {
  SELF;
  return REAL->xUnlock(self->real, level);
}

static int file_check_lock(sqlite3_file *file, int *reserved) {
  SELF;
  return REAL->xCheckReservedLock(self->real, reserved);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
  SELF;
  return REAL->xFileControl(self->real, operation, argument);
}

static int file_sector(sqlite3_file *file) {
  SELF;
  return REAL->xSectorSize(self->real);
}

static int file_device(sqlite3_file *file) {
  SELF;
  return REAL->xDeviceCharacteristics(self->real);
}

static int file_shm_map(sqlite3_file *file, int region, int size, int extend, void volatile **memory) {
  SELF;
  int code = verdict(self->owner, FAULTY_SHARED_MEMORY, SQLITE_IOERR_SHMMAP, NULL);
  if (code == SQLITE_OK) return REAL->xShmMap(self->real, region, size, extend, memory);
  *memory = NULL;
  return code;
}

static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  SELF;
  return REAL->xShmLock(self->real, offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *file) {
  SELF;
  REAL->xShmBarrier(self->real);
}

static int file_shm_unmap(sqlite3_file *file, int and_delete) {
  SELF;
  return REAL->xShmUnmap(self->real, and_delete);
}

// Version 2 has no way to map a file, so that all reading and writing comes through here.
static const sqlite3_io_methods methods = {
  .iVersion = 2,
  .xClose = file_close,
  .xRead = file_read,
  .xWrite = file_write,
  .xTruncate = file_truncate,
  .xSync = file_sync,
  .xFileSize = file_size,
  .xLock = file_lock,
  .xUnlock = file_unlock,
  .xCheckReservedLock = file_check_lock,
  .xFileControl = file_control,
  .xSectorSize = file_sector,
  .xDeviceCharacteristics = file_device,
  .xShmMap = file_shm_map,
  .xShmLock = file_shm_lock,
  .xShmBarrier = file_shm_barrier,
  .xShmUnmap = file_shm_unmap,
};

// MARK: The file system

#define OWNER struct faulty_vfs *owner = (struct faulty_vfs *)vfs

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out_flags) {
  OWNER;
  SELF;
  self->file.pMethods = NULL;
  self->owner = owner;
  self->real = (sqlite3_file *)(self + 1);
  self->real->pMethods = NULL;
  int code = verdict(owner, FAULTY_OPEN, SQLITE_CANTOPEN, NULL);
  if (code != SQLITE_OK) return code;
  code = owner->real->xOpen(owner->real, path, self->real, flags, out_flags);
  // A file with methods is closed by SQLite, even if opening it has failed.
  if (self->real->pMethods) self->file.pMethods = &methods;
  return code;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int sync_folder) {
  OWNER;
  int code = verdict(owner, FAULTY_DELETE, SQLITE_IOERR_DELETE, NULL);
  return code == SQLITE_OK ? owner->real->xDelete(owner->real, path, sync_folder) : code;
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
  OWNER;
  return owner->real->xAccess(owner->real, path, flags, result);
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *path, int size, char *whole) {
  OWNER;
  return owner->real->xFullPathname(owner->real, path, size, whole);
}

static int vfs_random(sqlite3_vfs *vfs, int count, char *bytes) {
  OWNER;
  return owner->real->xRandomness(owner->real, count, bytes);
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds) {
  OWNER;
  return owner->real->xSleep(owner->real, microseconds);
}

static int vfs_time(sqlite3_vfs *vfs, double *days) {
  OWNER;
  return owner->real->xCurrentTime(owner->real, days);
}

static int vfs_time_int64(sqlite3_vfs *vfs, sqlite3_int64 *milliseconds) {
  OWNER;
  return owner->real->xCurrentTimeInt64(owner->real, milliseconds);
}

static int vfs_last_error(sqlite3_vfs *vfs, int size, char *text) {
  OWNER;
  return owner->real->xGetLastError(owner->real, size, text);
}

// MARK: By name

static struct faulty_vfs *find(const char *name) {
  sqlite3_vfs *vfs = name ? sqlite3_vfs_find(name) : NULL;
  return vfs && vfs->xOpen == vfs_open ? (struct faulty_vfs *)vfs : NULL;
}

int faulty_vfs_make(const char *name, struct faulty_plan plan) {
  // Finding one makes SQLite ready, should this come before everything else.
  sqlite3_vfs *real = sqlite3_vfs_find(NULL);
  if (!name || !real || sqlite3_vfs_find(name)) return SQLITE_MISUSE;
  size_t length = strlen(name) + 1;
  struct faulty_vfs *owner = calloc(1, sizeof *owner + length);
  if (!owner) return SQLITE_NOMEM;
  char *own_name = (char *)(owner + 1);
  memcpy(own_name, name, length);
  owner->real = real;
  owner->plan = plan;
  pthread_mutex_init(&owner->lock, NULL);
  owner->vfs = (sqlite3_vfs){
    .iVersion = real->iVersion < 2 ? 1 : 2,
    .szOsFile = (int)sizeof(struct faulty_file) + real->szOsFile,
    .mxPathname = real->mxPathname,
    .zName = own_name,
    .xOpen = vfs_open,
    .xDelete = vfs_delete,
    .xAccess = vfs_access,
    .xFullPathname = vfs_full_path,
    .xRandomness = vfs_random,
    .xSleep = vfs_sleep,
    .xCurrentTime = vfs_time,
    .xGetLastError = vfs_last_error,
    .xCurrentTimeInt64 = vfs_time_int64,
  };
  int code = sqlite3_vfs_register(&owner->vfs, 0);
  if (code != SQLITE_OK) {
    pthread_mutex_destroy(&owner->lock);
    free(owner);
  }
  return code;
}

int faulty_vfs_plan(const char *name, struct faulty_plan plan) {
  struct faulty_vfs *owner = find(name);
  if (!owner) return SQLITE_NOTFOUND;
  pthread_mutex_lock(&owner->lock);
  owner->plan = plan;
  owner->calls = 0;
  owner->failures = 0;
  pthread_mutex_unlock(&owner->lock);
  return SQLITE_OK;
}

static long long number(const char *name, size_t offset) {
  struct faulty_vfs *owner = find(name);
  if (!owner) return -1;
  pthread_mutex_lock(&owner->lock);
  long long value = *(long long *)((char *)owner + offset);
  pthread_mutex_unlock(&owner->lock);
  return value;
}

long long faulty_vfs_calls(const char *name) { return number(name, offsetof(struct faulty_vfs, calls)); }

long long faulty_vfs_failures(const char *name) { return number(name, offsetof(struct faulty_vfs, failures)); }

int faulty_vfs_free(const char *name) {
  struct faulty_vfs *owner = find(name);
  if (!owner) return SQLITE_NOTFOUND;
  int code = sqlite3_vfs_unregister(&owner->vfs);
  pthread_mutex_destroy(&owner->lock);
  free(owner);
  return code;
}
