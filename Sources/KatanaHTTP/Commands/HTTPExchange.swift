public import Foundation
public import Katana
public import Millrace
public import MillraceHTTP

/// A request and the handling of its answer: the form in which every ``HTTPCommand`` is carried out.
///
/// Your own interpreter can replace ``HTTPInterpreter``: it calls ``request()``, gets an answer from any
/// source, and dispatches the result of `message(for:)`.
public struct HTTPExchange: Command {
  /// The method.
  public var method: HTTPMethod
  /// The address.
  public var url: URL
  /// The header fields.
  public var headers: [String: String]
  /// The body.
  public var body: HTTPBody
  /// The time limit of the whole exchange, on the environment's clock; nil for none.
  ///
  /// Waiting in a queue, or for a connection, does not count.
  public var timeout: Duration?
  /// The queue in which the command waits.
  public let effectQueue: EffectQueue?
  /// The id by which the command is cancelled.
  public let effectID: EffectID?

  /// Makes a message of the progress; nil when the command does not report progress.
  let progress: (@Sendable (HTTPProgress) -> any Message)?
  /// Makes a message of the answer.
  let answer: @Sendable (Result<HTTPResponse, HTTPError>) -> any Message

  /// Returns the request in the form that a transport takes.
  ///
  /// - Throws: `HTTPError` when it cannot be sent: the URL is not one of HTTP, a header would break the
  ///   request, or the body could not be encoded.
  public func request() throws(HTTPError) -> HTTPRequest {
    let request = try HTTPRequest(method, url, headers: headers, body: body)
    try request.check()
    return request
  }

  /// Returns the message of an answer or an error.
  public func message(for answer: Result<HTTPResponse, HTTPError>) -> any Message { self.answer(answer) }

  /// Returns the message of a progress step; nil when the command does not report progress.
  public func message(for step: HTTPProgress) -> (any Message)? { progress?(step) }
}

extension HTTPExchange: InterpreterNaming {
  package static var interpreter: String { "`HTTPInterpreter()` of the product KatanaHTTP" }
}

extension HTTPExchange: Equatable {
  /// Returns whether both make the same request; closures are ignored.
  public static func == (left: HTTPExchange, right: HTTPExchange) -> Bool {
    left.method == right.method && left.url == right.url && left.headers == right.headers
      && left.body == right.body && left.timeout == right.timeout
      && left.effectQueue == right.effectQueue && left.effectID == right.effectID
  }
}

extension HTTPExchange: CustomStringConvertible {
  /// The method and the address, as shown in records.
  public var description: String { "\(method.rawValue) \(url)" }
}
