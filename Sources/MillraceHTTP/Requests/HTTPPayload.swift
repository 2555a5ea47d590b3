public import Foundation

/// The conversion of a server's answer into the payload of a request.
public struct HTTPPayload<Payload: Sendable>: Sendable {
  private let read: @Sendable (HTTPResponse) throws -> Payload

  /// Creates a payload that `read` makes of an answer whose status is a success.
  ///
  /// A thrown error becomes ``HTTPError/decoding(reason:_:)``; an ``HTTPError`` stays as it is.
  public init(_ read: @escaping @Sendable (HTTPResponse) throws -> Payload) {
    self.read = read
  }

  /// Returns the payload of an answer, or the error.
  ///
  /// A status outside 200..<300 is an error, whatever the body.
  public func judge(_ response: HTTPResponse) -> Result<Payload, HTTPError> {
    guard (200..<300).contains(response.status) else { return .failure(.status(response)) }
    do {
      return .success(try read(response))
    } catch let error as HTTPError {
      return .failure(error)
    } catch {
      return .failure(.decoding(reason: codingReason(error), response))
    }
  }
}

extension HTTPPayload where Payload: Decodable {
  /// Creates a payload that decodes the body as JSON.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - decoder: A closure that makes the decoder; called for each answer, outside of the store's home.
  public static func json(
    _ type: Payload.Type, decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
  ) -> HTTPPayload {
    HTTPPayload { try decoder().decode(type, from: $0.body) }
  }
}

extension HTTPPayload where Payload == Data {
  /// The body, unchanged.
  public static var data: HTTPPayload { HTTPPayload { $0.body } }
}

extension HTTPPayload where Payload == HTTPResponse {
  /// Status, headers and body.
  public static var response: HTTPPayload { HTTPPayload { $0 } }
}

extension HTTPPayload where Payload == NoPayload {
  /// No payload: only the success counts.
  public static var nothing: HTTPPayload { HTTPPayload { _ in NoPayload() } }
}
