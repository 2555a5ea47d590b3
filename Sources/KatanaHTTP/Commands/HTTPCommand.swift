public import Foundation
public import Katana
public import Millrace

/// Asks a server, and dispatches a message that is made of its answer or of an error.
///
/// ```swift
/// return [
///   HTTPCommand.get(url, decoding: User.self, effectID: "user") { AccountMessage.loaded($0) },
///   HTTPCommand.put(photoURL, body: .data(photo), as: .nothing) { PhotoMessage.saved($0) },
/// ]
/// ```
///
/// Exactly one message comes of it, after those of its progress. A command that is cancelled dispatches
/// nothing, and its connection is closed.
///
/// Two commands are equal when they ask for the same: method, URL, headers, body, time-out, queue, id and type
/// of payload. The closures cannot be compared, so what they make of the answer is not looked at; a test that
/// wants to know calls ``message(for:)``.
///
/// A store carries it out that was given an ``HTTPInterpreter`` among its interpreters.
public struct HTTPCommand<Payload: Sendable>: CommandWrapper, Equatable {
  /// The request, in a form that does not know the payload.
  public let exchange: HTTPExchange
  /// Makes the payload of the answer.
  public let payload: HTTPPayload<Payload>

  /// What is carried out: ``exchange``.
  public var wrapped: any Command { exchange }

  /// A command; `get`, `head`, `options`, `post`, `put`, `patch` and `delete` read better.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - url: The address, of the scheme `http` or `https`.
  ///   - headers: The header fields; a `Content-Type` here goes before that of the body.
  ///   - body: What is sent along.
  ///   - payload: How the payload is made of the answer.
  ///   - timeout: How long it may take as a whole, from its start to the last byte, on the environment's clock;
  ///     nil for as long as it takes. Waiting in a queue, or for a connection, does not count.
  ///   - effectQueue: The queue in which it waits its turn.
  ///   - effectID: What it is cancelled by.
  ///   - progress: Makes a message of how far it is. While a turn is under way, only the newest progress is
  ///     kept, so that a fast connection does not flood the store.
  ///   - message: Makes a message of the payload, or of the error.
  public init(
    _ method: HTTPMethod, _ url: URL, headers: [String: String] = [:], body: HTTPBody = .none,
    as payload: HTTPPayload<Payload>, timeout: Duration? = .seconds(60), effectQueue: EffectQueue? = nil,
    effectID: EffectID? = nil, progress: (@Sendable (HTTPProgress) -> any Message)? = nil,
    then message: @escaping @Sendable (Result<Payload, HTTPError>) -> any Message
  ) {
    self.payload = payload
    exchange = HTTPExchange(
      method: method, url: url, headers: headers, body: body, timeout: timeout, effectQueue: effectQueue,
      effectID: effectID, progress: progress,
      answer: { message($0.flatMap(payload.judge)) })
  }

  /// The message that an answer or an error leads to.
  public func message(for answer: Result<HTTPResponse, HTTPError>) -> any Message { exchange.answer(answer) }
}

extension HTTPCommand {
  /// Whether both ask for the same; the closures are not looked at.
  public static func == (left: HTTPCommand, right: HTTPCommand) -> Bool { left.exchange == right.exchange }
}

extension HTTPCommand: CustomStringConvertible {
  /// The method and the address, as records show it.
  public var description: String { exchange.description }
}
