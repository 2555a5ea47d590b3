public import Foundation

/// How the payload of a command is made of what the server answered.
public struct HTTPPayload<Payload: Sendable>: Sendable {
  private let read: @Sendable (HTTPResponse) throws -> Payload

  /// A payload that `read` makes of an answer whose status is a success.
  ///
  /// An error that it throws becomes ``HTTPError/decoding(reason:_:)``; an ``HTTPError`` stays what it is.
  public init(_ read: @escaping @Sendable (HTTPResponse) throws -> Payload) {
    self.read = read
  }

  /// The payload, or why there is none.
  ///
  /// A status outside 200..<300 is an error whatever the body says.
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
  /// The body as JSON.
  ///
  /// - Parameters:
  ///   - type: What is decoded.
  ///   - decoder: Makes the decoder; called for each answer, outside of the store's home.
  public static func json(
    _ type: Payload.Type, decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
  ) -> HTTPPayload {
    HTTPPayload { try decoder().decode(type, from: $0.body) }
  }
}

extension HTTPPayload where Payload == Data {
  /// The body as it is.
  public static var data: HTTPPayload { HTTPPayload { $0.body } }
}

extension HTTPPayload where Payload == HTTPResponse {
  /// Status, headers and body.
  public static var response: HTTPPayload { HTTPPayload { $0 } }
}

extension HTTPPayload where Payload == NoPayload {
  /// Nothing but that it went well.
  public static var nothing: HTTPPayload { HTTPPayload { _ in NoPayload() } }
}
