#include <stddef.h>
#include <stdint.h>

/// Runs the fuzzer of the toolchain, which brings this function with `-sanitize=fuzzer`, as a library.
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*check)(const uint8_t *bytes, size_t count));
