public import Foundation
public import Katana
public import Millrace

// The parameters are those of ``HTTPCommand/init(_:_:headers:body:as:timeout:effectQueue:effectID:progress:then:)``.

extension HTTPCommand {
  /// Asks for what is at an address.
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

  /// Asks for the status and the header fields of what is at an address, without its body.
  public static func head(
    _ url: URL, headers: [String: String] = [:], as payload: HTTPPayload<Payload>,
    timeout: Duration? = .seconds(60), effectQueue: EffectQueue? = nil, effectID: EffectID? = nil,
    then message: @escaping @Sendable (Result<Payload, HTTPError>) -> any Message
  ) -> HTTPCommand {
    HTTPCommand(
      .head, url, headers: headers, as: payload, timeout: timeout, effectQueue: effectQueue,
      effectID: effectID, then: message)
  }

  /// Asks what can be done with what is at an address.
  public static func options(
    _ url: URL, headers: [String: String] = [:], as payload: HTTPPayload<Payload>,
    timeout: Duration? = .seconds(60), effectQueue: EffectQueue? = nil, effectID: EffectID? = nil,
    then message: @escaping @Sendable (Result<Payload, HTTPError>) -> any Message
  ) -> HTTPCommand {
    HTTPCommand(
      .options, url, headers: headers, as: payload, timeout: timeout, effectQueue: effectQueue,
      effectID: effectID, then: message)
  }

  /// Hands something to an address.
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

  /// Replaces what is at an address.
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

  /// Changes what is at an address.
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

  /// Removes what is at an address.
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
  /// Asks for what is at an address, and decodes the answer, which is JSON.
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

  /// Hands something to an address, and decodes the answer, which is JSON.
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

  /// Replaces what is at an address, and decodes the answer, which is JSON.
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

  /// Changes what is at an address, and decodes the answer, which is JSON.
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

  /// Removes what is at an address, and decodes the answer, which is JSON.
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
