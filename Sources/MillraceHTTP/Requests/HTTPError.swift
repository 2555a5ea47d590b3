public import Foundation
import Millrace

/// The reason why a request gave no payload.
///
/// Each description is a sentence that says what happened, why, and what to do.
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

extension HTTPError: AdvisingError {}
extension HTTPTransportFailure: AdvisingError {}

extension HTTPError: CustomStringConvertible {
  /// A sentence that says what happened, why, and what to do.
  public var description: String {
    switch self {
    case .transport(let failure):
      failure.description
    case .timedOut(let time):
      "The server did not answer within \(time); try again, or give the request a longer `timeout`."
    case .status(let response):
      """
      The server answered with the status \(response.status), which is not a success, and a body of \
      \(response.body.count) bytes. \(advice(onStatus: response.status))
      """
    case .decoding(let reason, let response):
      """
      The answer (status \(response.status), \(response.body.count) bytes) could not be decoded: \(sentence(reason)) \
      Compare the answer with the type that the payload decodes.
      """
    case .encoding(let reason):
      "The request is invalid, so nothing was sent: \(sentence(reason)) Correct the request."
    }
  }
}

/// Returns the sentence that says what to do about an answer's status.
private func advice(onStatus status: Int) -> String {
  switch status {
  case 304: "Use the stored answer, or send the request without conditions."
  case 300..<400: "Send the request to the address in the header `Location`."
  case 401, 403, 407: "Check the credentials of the request."
  case 404, 410: "Check the URL."
  case 405: "Check the method of the request."
  case 408, 425, 429, 500..<600: "Try again later."
  default: "Correct the request; the body may give the reason."
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
    let (what, advice) =
      switch kind {
      case .unsupportedURL: ("The URL `\(url)` cannot be requested", "Correct the URL.")
      case .hostNotFound: ("The host `\(host)` was not found", "Check its name and the network.")
      case .cannotConnect: ("No server accepts connections at `\(url)`", "Check that it is running.")
      case .connectionLost: ("The connection to `\(host)` ended before the answer was complete", "Try again.")
      case .offline: ("There is no network connection to `\(host)`", "Connect, and try again.")
      case .notSecure: ("No secure connection to `\(host)` was possible", "Check its certificate.")
      case .badAnswer:
        ("The answer of `\(host)` was rejected", "Check the server and the transport's limits.")
      case .tooSlow: ("The transport's time limit for `\(host)` was exceeded", "Raise it, or try again.")
      case .other: ("The request to `\(host)` failed", "Remove the cause, and try again.")
      }
    return "\(text.isEmpty ? "\(what)." : "\(what): \(sentence(text))") \(advice)"
  }
}
