import Foundation

/// The reason why a server cannot be started.
public enum DaemonError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A system call has failed.
  case system(doing: String, code: Int32)
  /// The host has no address.
  case address(host: String, reason: String)
  /// The server cannot listen on the address.
  case listening(host: String, port: Int, code: Int32)
  /// A name of the server is not a valid host name.
  case name(String)
  /// The library has not started, without a reason.
  case library

  public var description: String {
    switch self {
    case .system(let doing, let code):
      "The server could not \(doing): \(Self.reason(code)). End programs that hold many files, and start it again."
    case .address(let host, let reason):
      "`\(host)` is not an address to listen on: \(reason). Give an address of this machine, such as 127.0.0.1."
    case .listening(let host, let port, let code) where code == EADDRINUSE:
      """
      Port \(port) of \(host) is in use by another program; end that one, give another `--port`, or `--port 0` for \
      any that is free.
      """
    case .listening(let host, let port, let code):
      """
      Port \(port) of \(host) cannot be listened on: \(Self.reason(code)). Give an address of this machine, and a \
      port from 1024 on.
      """
    case .name(let name):
      "`\(name)` is not a valid name of the server; give a host's name or address without a port, such as notes.example."
    case .library:
      "libmicrohttpd did not start and does not say why; see that there is memory, and start the server again."
    }
  }

  static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
