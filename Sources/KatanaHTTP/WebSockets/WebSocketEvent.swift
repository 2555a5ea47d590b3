public import Foundation
public import Millrace

/// An event of a ``WebSocket``.
public enum WebSocketEvent: Sendable, Equatable {
  /// The server has accepted the connection: content can be sent from now on.
  case opened
  /// Text has arrived.
  case text(String)
  /// Bytes have arrived.
  case data(Data)
  /// The server has closed the socket, with a code of RFC 6455 (1000 for a normal closure) and its reason.
  case closed(code: Int, reason: String)
  /// The socket could not be opened, or the connection was lost.
  case failed(WebSocketError)
}

/// The content of a message to a ``WebSocket``.
public enum WebSocketContent: Sendable, Hashable {
  /// Text.
  case text(String)
  /// Bytes.
  case data(Data)
}

/// An error of a ``WebSocket``.
public enum WebSocketError: Error, Equatable {
  /// The URL does not have the scheme `ws` or `wss`.
  case unsupportedURL(URL)
  /// Foundation has no WebSockets on this system.
  case notSupported
  /// The socket could not be opened, or the connection was lost.
  case connection(url: URL, reason: String)
  /// No open WebSocket has the id of a ``WebSocketSend``.
  case notOpen(EffectID)
  /// Several open WebSockets have the id of a ``WebSocketSend``.
  case ambiguous(EffectID)

  static func check(_ url: URL) throws(WebSocketError) {
    let scheme = url.scheme?.lowercased()
    guard scheme == "ws" || scheme == "wss", url.host()?.isEmpty == false else { throw .unsupportedURL(url) }
  }
}

extension WebSocketError: AdvisingError {}

extension WebSocketError: CustomStringConvertible {
  /// A sentence that says what happened, why, and what to do.
  public var description: String {
    switch self {
    case .unsupportedURL(let url):
      "`\(url)` is not the URL of a WebSocket; use `ws` or `wss`, and a host."
    case .notSupported:
      """
      Foundation has no WebSockets on this platform, for example on Linux, because its libcurl was built without \
      them; put your own transport into the environment under `WebSockets`.
      """
    case .connection(let url, let reason):
      "The WebSocket to `\(url)` could not be opened or was lost; try again: \(sentence(reason))"
    case .notOpen(let id):
      """
      Nothing was sent, because no WebSocket with the id `\(id)` is open; send after the event `opened`, with the id \
      of the subscription.
      """
    case .ambiguous(let id):
      """
      Nothing was sent, because several open WebSockets have the id `\(id)`; give them different ids, or give each \
      store an environment with its own `WebSockets`.
      """
    }
  }
}
