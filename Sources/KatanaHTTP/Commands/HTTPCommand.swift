public import Foundation
public import Katana
public import Millrace
public import MillraceHTTP

/// A command that sends a request to a server, and dispatches a message made of the answer or of an error.
///
/// ```swift
/// return [
///   HTTPCommand.get(url, decoding: User.self, effectID: "user") { AccountMessage.loaded($0) },
///   HTTPCommand.put(photoURL, body: .data(photo), as: .nothing) { PhotoMessage.saved($0) },
/// ]
/// ```
///
/// The command dispatches exactly one message, after those of its progress. A cancelled command dispatches
/// nothing, and its connection is closed.
///
/// Two commands are equal when they make the same request: method, URL, headers, body, time-out, queue, id
/// and type of payload. Closures cannot be compared, so equality ignores them; a test of a closure calls
/// ``message(for:)``.
///
/// The store needs an ``HTTPInterpreter`` among its interpreters.
public struct HTTPCommand<Payload: Sendable>: CommandWrapper, Equatable {
  /// The request, without the type of the payload.
  public let exchange: HTTPExchange
  /// Makes the payload of the answer.
  public let payload: HTTPPayload<Payload>

  /// The command that is carried out: ``exchange``.
  public var wrapped: any Command { exchange }

  /// Creates a command; `get`, `head`, `options`, `post`, `put`, `patch` and `delete` are shorter.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - url: The address, of the scheme `http` or `https`.
  ///   - headers: The header fields; a `Content-Type` here replaces that of the body.
  ///   - body: The body of the request.
  ///   - payload: The conversion of the answer into the payload.
  ///   - timeout: The time limit from the start to the last byte, on the environment's clock; nil for none.
  ///     Waiting in a queue, or for a connection, does not count.
  ///   - effectQueue: The queue in which the command waits.
  ///   - effectID: The id by which the command is cancelled.
  ///   - progress: A closure that makes a message of the progress. During a turn only the newest progress is
  ///     kept, so that a fast connection does not flood the store.
  ///   - message: A closure that makes a message of the payload, or of the error.
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

  /// Returns the message of an answer or an error.
  public func message(for answer: Result<HTTPResponse, HTTPError>) -> any Message { exchange.answer(answer) }
}

extension HTTPCommand {
  /// Returns whether both make the same request; closures are ignored.
  public static func == (left: HTTPCommand, right: HTTPCommand) -> Bool { left.exchange == right.exchange }
}

extension HTTPCommand: CustomStringConvertible {
  /// The method and the address, as shown in records.
  public var description: String { exchange.description }
}
