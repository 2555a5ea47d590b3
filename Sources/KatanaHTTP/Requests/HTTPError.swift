public import Foundation
import Millrace

/// The reason why a request gave no payload.
///
/// Each description is a sentence that says what happened, why, and, where possible, what to do.
public enum HTTPError: Error, Equatable {
  /// No complete answer arrived.
  case transport(HTTPTransportFailure)
  /// No complete answer arrived within the command's time limit.
  case timedOut(after: Duration)
  /// The server answered with a status outside 200..<300.
  case status(HTTPResponse)
  /// The answer could not be converted into the payload.
  case decoding(reason: String, HTTPResponse)
  /// The request could not be encoded, so nothing was sent.
  case encoding(reason: String)
}

extension HTTPError: CustomStringConvertible {
  /// A sentence that says what happened, why, and what to do.
  public var description: String {
    switch self {
    case .transport(let failure):
      failure.description
    case .timedOut(let time):
      "The server did not answer within \(time); try again, or give the command a longer `timeout`."
    case .status(let response):
      """
      The server answered with the status \(response.status), which is not a success; its body has \
      \(response.body.count) bytes.
      """
    case .decoding(let reason, let response):
      """
      The answer (status \(response.status), \(response.body.count) bytes) could not be decoded: \
      \(sentence(reason))
      """
    case .encoding(let reason):
      "The request could not be made, so nothing was sent: \(sentence(reason))"
    }
  }
}

/// The reason why no complete answer arrived from a server.
public struct HTTPTransportFailure: Error, Equatable {
  /// The kind of a failure.
  public enum Kind: Sendable, Hashable {
    /// A URL that HTTP cannot reach.
    case unsupportedURL
    /// A host name without an address.
    case hostNotFound
    /// A host that accepts no connections.
    case cannotConnect
    /// A connection that ended before the answer did.
    case connectionLost
    /// A machine without a network connection.
    case offline
    /// A connection that could not be secured, because of a certificate or the protocol.
    case notSecure
    /// An answer that is not valid HTTP, or a loop of redirections.
    case badAnswer
    /// A time limit of the transport itself.
    case tooSlow
    /// Any other failure.
    case other
  }

  /// The kind of the failure.
  public let kind: Kind
  /// The address of the request.
  public let url: URL
  /// The transport's own message.
  public let text: String

  /// Creates a failure.
  public init(_ kind: Kind, url: URL, text: String) {
    self.kind = kind
    self.url = url
    self.text = text
  }
}

extension HTTPTransportFailure: CustomStringConvertible {
  /// A sentence that says what happened, why, and what to do.
  public var description: String {
    let host = url.host() ?? "the host"
    let what =
      switch kind {
      case .unsupportedURL: "The URL `\(url)` cannot be asked"
      case .hostNotFound: "The host `\(host)` was not found; check its name and the network"
      case .cannotConnect: "No server accepts connections at `\(url)`; check that the server runs"
      case .connectionLost: "The connection to `\(host)` ended before the answer did; try again"
      case .offline: "There is no network to reach `\(host)` by; connect, and try again"
      case .notSecure: "No safe connection to `\(host)` could be made; check its certificate"
      case .badAnswer: "What `\(host)` sent is not an answer as HTTP has it; check what listens there"
      case .tooSlow: "The transport gave up waiting for `\(host)`; try again"
      case .other: "The request to `\(host)` failed"
      }
    return text.isEmpty ? "\(what)." : "\(what): \(sentence(text))"
  }
}
