public import Foundation
public import Millrace

/// A request and what becomes of its answer: what every ``HTTPCommand`` is carried out as.
public struct HTTPExchange: Command {
  /// The method.
  public let method: HTTPMethod
  /// The address.
  public let url: URL
  /// The header fields.
  public let headers: [String: String]
  /// The body.
  public let body: HTTPBody
  /// How long it may take as a whole, on the environment's clock; nil for as long as it takes.
  public let timeout: Duration?
  /// The queue in which it waits its turn.
  public let effectQueue: EffectQueue?
  /// What it is cancelled by.
  public let effectID: EffectID?

  /// Makes a message of how far it is; nil when nobody wants to know.
  let progress: (@Sendable (HTTPProgress) -> any Message)?
  /// Makes a message of the answer.
  let answer: @Sendable (Result<HTTPResponse, HTTPError>) -> any Message
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

  /// A state of progress.
  public init(sent: Int = 0, expectedToSend: Int = 0, received: Int = 0, expectedToReceive: Int? = nil) {
    self.sent = sent
    self.expectedToSend = expectedToSend
    self.received = received
    self.expectedToReceive = expectedToReceive
  }
}
