public import Foundation
public import Katana
public import Millrace
public import MillraceHTTP

// The parameters are those of
// ``HTTPCommand/init(_:_:headers:body:as:timeout:effectQueue:effectID:progress:then:)``.

extension HTTPCommand {
  /// Creates a command that requests the resource at an address.
  public static func get(
    _ url: URL, headers: [String: String] = [:], as payload: HTTPPayload<Payload>,
    timeout: Duration? = .seconds(60), effectQueue: EffectQueue? = nil, effectID: EffectID? = nil,
    progress: (@Sendable (HTTPProgress) -> any Message)? = nil,
    then message: @escaping @Sendable (Result<Payload, HTTPError>) -> any Message
  ) -> HTTPCommand {
    HTTPCommand(
      .get, url, headers: headers, as: payload, timeout: timeout, effectQueue: effectQueue,
      effectID: effectID, progress: progress, then: message)
  }

  /// Creates a command that requests the status and the header fields of a resource, without its body.
  public static func head(
    _ url: URL, headers: [String: String] = [:], as payload: HTTPPayload<Payload>,
    timeout: Duration? = .seconds(60), effectQueue: EffectQueue? = nil, effectID: EffectID? = nil,
    then message: @escaping @Sendable (Result<Payload, HTTPError>) -> any Message
  ) -> HTTPCommand {
    HTTPCommand(
      .head, url, headers: headers, as: payload, timeout: timeout, effectQueue: effectQueue,
      effectID: effectID, then: message)
  }

  /// Creates a command that requests the options of a resource.
  public static func options(
    _ url: URL, headers: [String: String] = [:], as payload: HTTPPayload<Payload>,
    timeout: Duration? = .seconds(60), effectQueue: EffectQueue? = nil, effectID: EffectID? = nil,
    then message: @escaping @Sendable (Result<Payload, HTTPError>) -> any Message
  ) -> HTTPCommand {
    HTTPCommand(
      .options, url, headers: headers, as: payload, timeout: timeout, effectQueue: effectQueue,
      effectID: effectID, then: message)
  }

  /// Creates a command that sends something to an address.
  public static func post(
    _ url: URL, headers: [String: String] = [:], body: HTTPBody = .none, as payload: HTTPPayload<Payload>,
    timeout: Duration? = .seconds(60), effectQueue: EffectQueue? = nil, effectID: EffectID? = nil,
    progress: (@Sendable (HTTPProgress) -> any Message)? = nil,
    then message: @escaping @Sendable (Result<Payload, HTTPError>) -> any Message
  ) -> HTTPCommand {
    HTTPCommand(
      .post, url, headers: headers, body: body, as: payload, timeout: timeout, effectQueue: effectQueue,
      effectID: effectID, progress: progress, then: message)
  }

  /// Creates a command that replaces the resource at an address.
  public static func put(
    _ url: URL, headers: [String: String] = [:], body: HTTPBody = .none, as payload: HTTPPayload<Payload>,
    timeout: Duration? = .seconds(60), effectQueue: EffectQueue? = nil, effectID: EffectID? = nil,
    progress: (@Sendable (HTTPProgress) -> any Message)? = nil,
    then message: @escaping @Sendable (Result<Payload, HTTPError>) -> any Message
  ) -> HTTPCommand {
    HTTPCommand(
      .put, url, headers: headers, body: body, as: payload, timeout: timeout, effectQueue: effectQueue,
      effectID: effectID, progress: progress, then: message)
  }

  /// Creates a command that changes the resource at an address.
  public static func patch(
    _ url: URL, headers: [String: String] = [:], body: HTTPBody = .none, as payload: HTTPPayload<Payload>,
    timeout: Duration? = .seconds(60), effectQueue: EffectQueue? = nil, effectID: EffectID? = nil,
    progress: (@Sendable (HTTPProgress) -> any Message)? = nil,
    then message: @escaping @Sendable (Result<Payload, HTTPError>) -> any Message
  ) -> HTTPCommand {
    HTTPCommand(
      .patch, url, headers: headers, body: body, as: payload, timeout: timeout, effectQueue: effectQueue,
      effectID: effectID, progress: progress, then: message)
  }

  /// Creates a command that removes the resource at an address.
  public static func delete(
    _ url: URL, headers: [String: String] = [:], body: HTTPBody = .none, as payload: HTTPPayload<Payload>,
    timeout: Duration? = .seconds(60), effectQueue: EffectQueue? = nil, effectID: EffectID? = nil,
    progress: (@Sendable (HTTPProgress) -> any Message)? = nil,
    then message: @escaping @Sendable (Result<Payload, HTTPError>) -> any Message
  ) -> HTTPCommand {
    HTTPCommand(
      .delete, url, headers: headers, body: body, as: payload, timeout: timeout, effectQueue: effectQueue,
      effectID: effectID, progress: progress, then: message)
  }
}

extension HTTPCommand where Payload: Decodable {
  /// Creates a command that requests the resource at an address, and decodes the JSON answer.
  public static func get(
    _ url: URL, headers: [String: String] = [:], decoding type: Payload.Type,
    decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() },
    timeout: Duration? = .seconds(60), effectQueue: EffectQueue? = nil, effectID: EffectID? = nil,
    progress: (@Sendable (HTTPProgress) -> any Message)? = nil,
    then message: @escaping @Sendable (Result<Payload, HTTPError>) -> any Message
  ) -> HTTPCommand {
    HTTPCommand(
      .get, url, headers: headers, as: .json(type, decoder: decoder), timeout: timeout,
      effectQueue: effectQueue, effectID: effectID, progress: progress, then: message)
  }

  /// Creates a command that sends something to an address, and decodes the JSON answer.
  public static func post(
    _ url: URL, headers: [String: String] = [:], body: HTTPBody = .none, decoding type: Payload.Type,
    decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() },
    timeout: Duration? = .seconds(60), effectQueue: EffectQueue? = nil, effectID: EffectID? = nil,
    progress: (@Sendable (HTTPProgress) -> any Message)? = nil,
    then message: @escaping @Sendable (Result<Payload, HTTPError>) -> any Message
  ) -> HTTPCommand {
    HTTPCommand(
      .post, url, headers: headers, body: body, as: .json(type, decoder: decoder), timeout: timeout,
      effectQueue: effectQueue, effectID: effectID, progress: progress, then: message)
  }

  /// Creates a command that replaces the resource at an address, and decodes the JSON answer.
  public static func put(
    _ url: URL, headers: [String: String] = [:], body: HTTPBody = .none, decoding type: Payload.Type,
    decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() },
    timeout: Duration? = .seconds(60), effectQueue: EffectQueue? = nil, effectID: EffectID? = nil,
    progress: (@Sendable (HTTPProgress) -> any Message)? = nil,
    then message: @escaping @Sendable (Result<Payload, HTTPError>) -> any Message
  ) -> HTTPCommand {
    HTTPCommand(
      .put, url, headers: headers, body: body, as: .json(type, decoder: decoder), timeout: timeout,
      effectQueue: effectQueue, effectID: effectID, progress: progress, then: message)
  }

  /// Creates a command that changes the resource at an address, and decodes the JSON answer.
  public static func patch(
    _ url: URL, headers: [String: String] = [:], body: HTTPBody = .none, decoding type: Payload.Type,
    decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() },
    timeout: Duration? = .seconds(60), effectQueue: EffectQueue? = nil, effectID: EffectID? = nil,
    progress: (@Sendable (HTTPProgress) -> any Message)? = nil,
    then message: @escaping @Sendable (Result<Payload, HTTPError>) -> any Message
  ) -> HTTPCommand {
    HTTPCommand(
      .patch, url, headers: headers, body: body, as: .json(type, decoder: decoder), timeout: timeout,
      effectQueue: effectQueue, effectID: effectID, progress: progress, then: message)
  }

  /// Creates a command that removes the resource at an address, and decodes the JSON answer.
  public static func delete(
    _ url: URL, headers: [String: String] = [:], body: HTTPBody = .none, decoding type: Payload.Type,
    decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() },
    timeout: Duration? = .seconds(60), effectQueue: EffectQueue? = nil, effectID: EffectID? = nil,
    progress: (@Sendable (HTTPProgress) -> any Message)? = nil,
    then message: @escaping @Sendable (Result<Payload, HTTPError>) -> any Message
  ) -> HTTPCommand {
    HTTPCommand(
      .delete, url, headers: headers, body: body, as: .json(type, decoder: decoder), timeout: timeout,
      effectQueue: effectQueue, effectID: effectID, progress: progress, then: message)
  }
}
