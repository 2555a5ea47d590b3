#ifndef BENCH_SUPPORT_H
#define BENCH_SUPPORT_H

#include <stdbool.h>
#include <stdint.h>

/// Sets the count to zero and counts every heap allocation of the process, on any thread, from here on.
/// Returns false, and counts nothing, where the platform offers no way to count.
bool bench_allocations_start(void);

/// Stops counting and returns how many allocations happened since the start. A `realloc` is one.
uint64_t bench_allocations_stop(void);

/// Runs `body(context)` on a new detached thread of the system, outside every thread pool.
/// Returns zero, or the error number when the system refuses another thread; then `body` never runs.
int bench_thread_start(void (*body)(void *context), void *context);

#endif
