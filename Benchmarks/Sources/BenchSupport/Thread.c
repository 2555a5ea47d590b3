#include "BenchSupport.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

struct start {
  void (*body)(void *context);
  void *context;
};

static void *run_start(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  start.body(start.context);
  return NULL;
}

int bench_thread_start(void (*body)(void *context), void *context) {
  struct start *start = malloc(sizeof *start);
  if (start == NULL) {
    return ENOMEM;
  }
  start->body = body;
  start->context = context;
  pthread_t thread;
  int error = pthread_create(&thread, NULL, run_start, start);
  if (error != 0) {
    free(start);
    return error;
  }
  pthread_detach(thread);
  return 0;
}
