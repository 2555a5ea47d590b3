// GNU libmicrohttpd for Swift, which cannot call functions with a variable number of arguments, nor build a set of
// descriptors for `select`. Each function here is one such call and decides nothing.
#ifndef CMICROHTTPD_SHIM_H
#define CMICROHTTPD_SHIM_H

#include <microhttpd.h>
#include <netinet/in.h>
#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/select.h>
#include <sys/socket.h>

/// What a daemon is started with.
struct daemon_options {
  int listening_socket;
  unsigned int connection_limit;
  /// In seconds, for connections on which nothing is sent or received.
  unsigned int timeout;
  /// For each connection: the line and headers of its request, and what is being sent.
  size_t memory;
  /// Given to each of the callbacks.
  void *context;
  MHD_AccessHandlerCallback request;
  void *(*target)(void *context, const char *target, struct MHD_Connection *connection);
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection;
};

/// Leaves what is percent-encoded as it is.
static inline size_t daemon_keep_encoding(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  size_t length = 0;
  while (text[length]) length++;
  return length;
}

/// Starts a daemon without a thread of its own, which is run by `MHD_run`.
static inline struct MHD_Daemon *daemon_start(const struct daemon_options *options) {
#ifdef __linux__
  unsigned int flags = MHD_USE_EPOLL | MHD_USE_TURBO;
#else
  unsigned int flags = 0;
#endif
  return MHD_start_daemon(
      flags | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, options->request, options->context,
      MHD_OPTION_LISTEN_SOCKET, options->listening_socket,
      MHD_OPTION_CONNECTION_LIMIT, options->connection_limit,
      MHD_OPTION_CONNECTION_TIMEOUT, options->timeout,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->memory,
      MHD_OPTION_UNESCAPE_CALLBACK, &daemon_keep_encoding, NULL,
      MHD_OPTION_URI_LOG_CALLBACK, options->target, options->context,
      MHD_OPTION_NOTIFY_COMPLETED, options->completed, options->context,
      MHD_OPTION_NOTIFY_CONNECTION, options->connection, options->context,
      MHD_OPTION_END);
}

/// Starts a daemon with a thread of its own, which is the fastest way to use one thread that the library has.
static inline struct MHD_Daemon *daemon_start_thread(int listening_socket, MHD_AccessHandlerCallback request) {
#ifdef __linux__
  unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_TURBO;
#else
  unsigned int flags = MHD_USE_INTERNAL_POLLING_THREAD;
#endif
  return MHD_start_daemon(
      flags, 0, NULL, NULL, request, NULL, MHD_OPTION_LISTEN_SOCKET, listening_socket, MHD_OPTION_END);
}

/// Waits until the daemon, if there is one, has something to do, until `wake` can be read, or for so many milliseconds.
static inline void daemon_wait(struct MHD_Daemon *daemon, int wake, int milliseconds) {
  MHD_UNSIGNED_LONG_LONG due = 0;
  if (daemon && MHD_get_timeout(daemon, &due) == MHD_YES && due < (MHD_UNSIGNED_LONG_LONG)milliseconds) {
    milliseconds = (int)due;
  }
#ifdef __linux__
  const union MHD_DaemonInfo *info =
      daemon ? MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD) : NULL;
  struct pollfd descriptors[2] = {{wake, POLLIN, 0}, {info ? info->epoll_fd : -1, POLLIN, 0}};
  (void)poll(descriptors, 2, milliseconds);
#else
  fd_set reading, writing, failing;
  MHD_socket last = wake;
  FD_ZERO(&reading);
  FD_ZERO(&writing);
  FD_ZERO(&failing);
  FD_SET(wake, &reading);
  if (daemon) (void)MHD_get_fdset(daemon, &reading, &writing, &failing, &last);
  if (last < wake) last = wake;
  struct timeval time = {milliseconds / 1000, (milliseconds % 1000) * 1000};
  (void)select((int)last + 1, &reading, &writing, &failing, &time);
#endif
}

/// The socket of a connection; -1 for none.
static inline int connection_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? (int)info->connect_fd : -1;
}

/// The address of the other side as a number: all of one of IPv4, the first half of one of IPv6.
static inline uint64_t connection_peer(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  const struct sockaddr *address = info ? info->client_addr : NULL;
  uint64_t number = 0;
  if (address && address->sa_family == AF_INET) {
    number = ((const struct sockaddr_in *)address)->sin_addr.s_addr;
  } else if (address && address->sa_family == AF_INET6) {
    const unsigned char *bytes = ((const struct sockaddr_in6 *)address)->sin6_addr.s6_addr;
    // One of IPv4 in the clothes of IPv6 has all that tells it from others at the end.
    int is_old = IN6_IS_ADDR_V4MAPPED(&((const struct sockaddr_in6 *)address)->sin6_addr);
    memcpy(&number, bytes + (is_old ? 8 : 0), sizeof number);
  }
  return number;
}

/// How many bytes the line and the headers of a request have.
static inline size_t connection_header_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

#endif
