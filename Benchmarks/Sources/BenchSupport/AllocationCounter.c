#include "BenchSupport.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

// Relaxed order is enough: the counter orders nothing, and it is read only after the work has been awaited.
static _Atomic bool counting = false;
static _Atomic uint64_t allocations = 0;

#if defined(__GLIBC__)

// An executable's own `malloc` takes precedence over the C library's for every library of the process, the
// Swift runtime included. `free` stays the C library's: each block below is one of its own.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static inline void note_allocation(void) {
  if (atomic_load_explicit(&counting, memory_order_relaxed)) {
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
  }
}

void *malloc(size_t size) {
  note_allocation();
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  note_allocation();
  return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
  if (size != 0 || block == NULL) {
    note_allocation();
  }
  return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  note_allocation();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note_allocation();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) {
    return EINVAL;
  }
  note_allocation();
  void *block = __libc_memalign(alignment, size);
  if (block == NULL) {
    return ENOMEM;
  }
  *result = block;
  return 0;
}

static bool install(void) { return true; }
static void remove_installed(void) {}

#elif defined(__APPLE__)

// The system's allocator calls this hook, when one is set, for every block it hands out or takes back.
typedef void malloc_logger_t(uint32_t type, uintptr_t zone, uintptr_t size, uintptr_t other, uintptr_t result,
                             uint32_t skipped_frames);
extern malloc_logger_t *malloc_logger;

enum { allocation_event = 2 };

static malloc_logger_t *previous_logger = NULL;

static void note_event(uint32_t type, uintptr_t zone, uintptr_t size, uintptr_t other, uintptr_t result,
                       uint32_t skipped_frames) {
  (void)zone, (void)size, (void)other, (void)result, (void)skipped_frames;
  if ((type & allocation_event) != 0) {
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
  }
}

static bool install(void) {
  previous_logger = malloc_logger;
  malloc_logger = note_event;
  return true;
}

static void remove_installed(void) { malloc_logger = previous_logger; }

#else

static bool install(void) { return false; }
static void remove_installed(void) {}

#endif

bool bench_allocations_start(void) {
  atomic_store_explicit(&allocations, 0, memory_order_relaxed);
  if (!install()) {
    return false;
  }
  atomic_store_explicit(&counting, true, memory_order_relaxed);
  return true;
}

uint64_t bench_allocations_stop(void) {
  atomic_store_explicit(&counting, false, memory_order_relaxed);
  remove_installed();
  return atomic_load_explicit(&allocations, memory_order_relaxed);
}
