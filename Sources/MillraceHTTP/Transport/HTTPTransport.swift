/// A transport that sends requests to a server and returns its answers.
///
/// Give an ``HTTPClient`` your own transport to answer without a network, or to change every request.
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
  /// Sends a request and returns the answer, of any status, when its last byte has arrived.
  ///
  /// The calling task is cancelled when the command is, or when its time is up; the method must then return
  /// soon. An error other than ``HTTPError`` or ``HTTPTransportFailure`` becomes ``HTTPError/transport(_:)``
  /// of the kind `other`.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - progress: A closure that receives each step, on any thread; nil when the command does not report
  ///     progress. A transport that keeps requests waiting reports ``HTTPProgress/isWaiting`` once when a
  ///     request begins to wait and once when it goes on: the time between does not count for the command's
  ///     time-out.
  func response(
    to request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws -> HTTPResponse
}

extension HTTPTransport {
  /// Sends a request and returns the answer, of any status, when its last byte has arrived.
  public func response(to request: HTTPRequest) async throws -> HTTPResponse {
    try await response(to: request, progress: nil)
  }
}

/// The head of an answer: its status and header fields.
struct AnswerHead: Sendable, Equatable {
  /// The status, such as 200.
  var status: Int
  /// The header fields; several of one name are joined with commas.
  var headers: [String: String]

  /// Returns the value of a field, whatever the case of its name.
  func header(_ name: String) -> String? { headers.field(name)?.value }
}
