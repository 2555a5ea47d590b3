public import Foundation

/// Why a request gave no payload.
///
/// Each description is a sentence that says what happened, why, and, where there is something, what to do.
public enum HTTPError: Error, Equatable {
  /// No whole answer came.
  case transport(HTTPTransportFailure)
  /// No whole answer came within the command's time.
  case timedOut(after: Duration)
  /// The server answered with a status outside 200..<300.
  case status(HTTPResponse)
  /// The answer is not the payload that was asked for.
  case decoding(reason: String, HTTPResponse)
  /// The request could not be made of what the command asks for, so nothing was sent.
  case encoding(reason: String)
}

extension HTTPError: CustomStringConvertible {
  /// What happened, why, and what to do.
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

/// Why no whole answer came from a server.
public struct HTTPTransportFailure: Error, Equatable {
  /// What went wrong.
  public enum Kind: Sendable, Hashable {
    /// The URL is not one that HTTP can reach.
    case unsupportedURL
    /// The host's name has no address.
    case hostNotFound
    /// Nobody accepts connections there.
    case cannotConnect
    /// The connection ended before the answer did.
    case connectionLost
    /// This machine is not connected to a network.
    case offline
    /// The connection could not be made safe: a certificate, or the protocol.
    case notSecure
    /// What came is not an answer as HTTP has it, or it leads in a circle.
    case badAnswer
    /// The transport gave up waiting, by its own measure of time.
    case tooSlow
    /// Anything else.
    case other
  }

  /// What went wrong.
  public let kind: Kind
  /// Where the request went.
  public let url: URL
  /// What the transport says about it.
  public let text: String

  /// A failure.
  public init(_ kind: Kind, url: URL, text: String) {
    self.kind = kind
    self.url = url
    self.text = text
  }
}

extension HTTPTransportFailure: CustomStringConvertible {
  /// What happened, why, and what to do.
  public var description: String {
    let host = url.host() ?? "the host"
    let what =
      switch kind {
      case .unsupportedURL: "The URL `\(url)` cannot be asked"
      case .hostNotFound: "The host `\(host)` was not found; check its name and the network"
      case .cannotConnect: "Nobody accepts connections at `\(url)`; check that the server runs"
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

/// The text with one full stop at its end.
func sentence(_ text: String) -> String {
  text.hasSuffix(".") || text.hasSuffix("!") || text.hasSuffix("?") ? text : "\(text)."
}
