/// Carries a request to a server and its answer back.
///
/// Give an ``HTTPInterpreter`` one of your own to answer without a network, or to change every request.
///
/// ```swift
/// struct Offline: HTTPTransport {
///   func response(
///     to request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)?
///   ) async throws -> HTTPResponse {
///     HTTPResponse(status: 503)
///   }
/// }
/// ```
public protocol HTTPTransport: Sendable {
  /// The answer, when its last byte has come; of every status.
  ///
  /// It is called in a task that is cancelled when the command is, or when its time is over, and must then
  /// return soon. An error other than ``HTTPError`` or ``HTTPTransportFailure`` becomes
  /// ``HTTPError/transport(_:)`` of the kind `other`.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - progress: Takes each step, from any thread; nil when progress is of no interest. A transport that keeps
  ///     requests waiting says so by ``HTTPProgress/isWaiting``, once when a request begins to wait and once when it
  ///     goes on: the time between does not count for the command's time-out.
  func response(
    to request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws -> HTTPResponse
}

extension HTTPTransport {
  /// The answer, when its last byte has come; of every status.
  public func response(to request: HTTPRequest) async throws -> HTTPResponse {
    try await response(to: request, progress: nil)
  }
}
