public import Foundation
public import Katana
public import Millrace

/// A request and what becomes of its answer: what every ``HTTPCommand`` is carried out as.
///
/// An interpreter of your own can take the place of ``HTTPInterpreter`` for it: it makes the ``request()``, gets an
/// answer from wherever it likes, and dispatches what `message(for:)` makes of it.
public struct HTTPExchange: Command {
  /// The method.
  public var method: HTTPMethod
  /// The address.
  public var url: URL
  /// The header fields.
  public var headers: [String: String]
  /// The body.
  public var body: HTTPBody
  /// How long it may take as a whole, on the environment's clock; nil for as long as it takes.
  ///
  /// Waiting in a queue, or for a connection, does not count.
  public var timeout: Duration?
  /// The queue in which it waits its turn.
  public let effectQueue: EffectQueue?
  /// What it is cancelled by.
  public let effectID: EffectID?

  /// Makes a message of how far it is; nil when progress is of no interest.
  let progress: (@Sendable (HTTPProgress) -> any Message)?
  /// Makes a message of the answer.
  let answer: @Sendable (Result<HTTPResponse, HTTPError>) -> any Message

  /// The request, in the form in which a transport takes it.
  ///
  /// - Throws: ``HTTPError`` when it cannot be sent: another URL than one of HTTP, a header that would break the
  ///   request, a body that could not be encoded.
  public func request() throws(HTTPError) -> HTTPRequest {
    let request = try HTTPRequest(method, url, headers: headers, body: body)
    try request.check()
    return request
  }

  /// The message that an answer or an error leads to.
  public func message(for answer: Result<HTTPResponse, HTTPError>) -> any Message { self.answer(answer) }

  /// The message that a step leads to; nil when the command asks for none.
  public func message(for step: HTTPProgress) -> (any Message)? { progress?(step) }
}

extension HTTPExchange: InterpreterNaming {
  package static var interpreter: String { "`HTTPInterpreter()` of the product KatanaHTTP" }
}

extension HTTPExchange: Equatable {
  /// Whether both ask for the same; what is made of the answer cannot be compared.
  public static func == (left: HTTPExchange, right: HTTPExchange) -> Bool {
    left.method == right.method && left.url == right.url && left.headers == right.headers
      && left.body == right.body && left.timeout == right.timeout
      && left.effectQueue == right.effectQueue && left.effectID == right.effectID
  }
}

extension HTTPExchange: CustomStringConvertible {
  /// The method and the address, as records show it.
  public var description: String { "\(method.rawValue) \(url)" }
}

/// How far a request is.
public struct HTTPProgress: Sendable, Hashable {
  /// The bytes of the request's body that have left.
  public var sent: Int
  /// How many there are to send; 0 without a body.
  public var expectedToSend: Int
  /// The bytes of the answer's body that have come.
  public var received: Int
  /// How many are to come; nil while the server has not said it.
  public var expectedToReceive: Int?
  /// True while the request waits for a connection, because as many as its transport allows are in use.
  ///
  /// This time does not count for the command's time-out.
  public var isWaiting: Bool

  /// A state of progress.
  public init(
    sent: Int = 0, expectedToSend: Int = 0, received: Int = 0, expectedToReceive: Int? = nil,
    isWaiting: Bool = false
  ) {
    self.sent = sent
    self.expectedToSend = expectedToSend
    self.received = received
    self.expectedToReceive = expectedToReceive
    self.isWaiting = isWaiting
  }
}
