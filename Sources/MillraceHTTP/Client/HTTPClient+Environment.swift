import Foundation
public import Millrace
public import MillraceDependencies

extension HTTPClient: StoreEnvironmentKey {
  /// The network.
  public static let defaultValue = HTTPClient.live
  /// Each request fails the test that sends it.
  public static let testValue = HTTPClient(send: unimplemented("HTTPClient.send"))
  /// No network.
  public static let previewValue = HTTPClient.offline
}

extension HTTPClient {
  /// A client over the ``standardTransport``.
  public static let live = HTTPClient(transport: standardTransport)

  /// A client of a machine without a network: each request fails with ``HTTPTransportFailure/Kind/offline``.
  public static let offline = HTTPClient { request in
    throw HTTPTransportFailure(.offline, url: request.url, text: "")
  }

  /// Creates a client that knows its answers beforehand.
  ///
  /// A request without an answer fails the test that sends it.
  ///
  /// - Parameter answers: The answers, by the descriptions of their requests: the method and the address, as
  ///   in `GET https://example.com/books`.
  public static func answering(_ answers: [String: HTTPResponse]) -> HTTPClient {
    HTTPClient { request in
      if let answer = answers["\(request)"] { return answer }
      let fail: @Sendable () throws -> HTTPResponse = unimplemented("HTTPClient.send: \(request)")
      return try fail()
    }
  }

  /// Returns a client that records each request before it sends it.
  public func recording(into calls: RecordedCalls<HTTPRequest>) -> HTTPClient {
    HTTPClient(transport: RecordingTransport(transport: transport, calls: calls))
  }
}

/// A transport that records each request.
private struct RecordingTransport: HTTPTransport {
  let transport: any HTTPTransport
  let calls: RecordedCalls<HTTPRequest>

  func response(
    to request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws -> HTTPResponse {
    calls.append(request)
    return try await transport.response(to: request, progress: progress)
  }
}

extension HTTPResponse {
  /// Creates an answer that is a value as JSON, with sorted keys.
  ///
  /// - Throws: The encoder's error.
  public static func json(_ value: some Encodable, status: Int = 200) throws -> HTTPResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return HTTPResponse(
      status: status, headers: ["Content-Type": "application/json"], body: try encoder.encode(value))
  }
}
