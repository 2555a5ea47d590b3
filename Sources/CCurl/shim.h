#include <curl/curl.h>
#include <fcntl.h>

// Swift calls no C function with a variable number of arguments, so those that are needed stand here, one for
// each type of argument.

typedef size_t (*millrace_curl_receiver)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode millrace_curl_set_number(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode millrace_curl_set_length(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode millrace_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode millrace_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode millrace_curl_set_receiver(CURL *handle, CURLoption option, millrace_curl_receiver value) {
  return curl_easy_setopt(handle, option, value);
}

// Is told how far a transfer is; of the numbers, only that of the bytes that have left is used.
typedef int (*millrace_curl_meter)(void *, curl_off_t, curl_off_t, curl_off_t, curl_off_t);

static inline CURLcode millrace_curl_set_meter(CURL *handle, millrace_curl_meter value) {
  return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, value);
}

static inline CURLcode millrace_curl_get_number(CURL *handle, CURLINFO info, long *value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLMcode millrace_curl_multi_set_number(CURLM *handle, CURLMoption option, long value) {
  return curl_multi_setopt(handle, option, value);
}

// A process that is started meanwhile does not inherit the connections, and keeps none of them open.
static inline int millrace_curl_keep_private(void *context, curl_socket_t socket, curlsocktype purpose) {
  return fcntl(socket, F_SETFD, FD_CLOEXEC) == 0 ? CURL_SOCKOPT_OK : CURL_SOCKOPT_ERROR;
}

static inline CURLcode millrace_curl_set_private_sockets(CURL *handle) {
  return curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, millrace_curl_keep_private);
}

// Casts are no constants that Swift can read.
static inline CURLcode millrace_curl_begin(void) { return curl_global_init(CURL_GLOBAL_ALL); }
static inline CURLcode millrace_curl_result(const CURLMsg *message) { return message->data.result; }
