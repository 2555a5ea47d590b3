/// Carries a request to a server and its answer back.
///
/// Give an ``HTTPInterpreter`` one of your own to answer without a network, or to sign every request.
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
  ///   - request: What is sent.
  ///   - progress: Called from any thread with each step; nil when nobody wants to know.
  func response(
    to request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws -> HTTPResponse
}
