public import Foundation
public import Millrace

/// What happens to a ``WebSocket``.
public enum WebSocketEvent: Sendable, Equatable {
  /// The server has agreed: what is sent from now on arrives.
  case opened
  /// Text has come.
  case text(String)
  /// Bytes have come.
  case data(Data)
  /// The server has closed it, with a code of RFC 6455 (1000 when all went well) and its reason.
  case closed(code: Int, reason: String)
  /// It could not be opened, or the connection was lost.
  case failed(WebSocketError)
}

/// What is sent through a ``WebSocket``.
public enum WebSocketContent: Sendable, Hashable {
  /// Text.
  case text(String)
  /// Bytes.
  case data(Data)
}

/// What can go wrong with a ``WebSocket``.
public enum WebSocketError: Error, Equatable {
  /// The URL is not one of a WebSocket.
  case unsupportedURL(URL)
  /// Foundation has no WebSockets here.
  case notSupported
  /// It could not be opened, or it ended without being closed.
  case connection(url: URL, reason: String)
  /// Something was to be sent to an id that no open WebSocket carries.
  case notOpen(EffectID)
  /// Something was to be sent to an id that several open WebSockets carry.
  case ambiguous(EffectID)

  static func check(_ url: URL) throws(WebSocketError) {
    let scheme = url.scheme?.lowercased()
    guard scheme == "ws" || scheme == "wss", url.host()?.isEmpty == false else { throw .unsupportedURL(url) }
  }
}

extension WebSocketError: CustomStringConvertible {
  /// What happened, why, and what to do.
  public var description: String {
    switch self {
    case .unsupportedURL(let url):
      "`\(url)` is not the address of a WebSocket; it needs `ws` or `wss`, and a host."
    case .notSupported:
      """
      Foundation has no WebSockets here, as on Linux, because its libcurl was built without them; put a transport \
      of your own into the environment under `WebSockets`.
      """
    case .connection(let url, let reason):
      "The WebSocket to `\(url)` was not opened or was lost, try again: \(sentence(reason))"
    case .notOpen(let id):
      """
      Nothing was sent, because no WebSocket with the id `\(id)` is open; send after `opened` has come, to the \
      id that the subscription was given.
      """
    case .ambiguous(let id):
      """
      Nothing was sent, because several open WebSockets have the id `\(id)`; give them different ids, or their \
      stores environments with `WebSockets` of their own.
      """
    }
  }
}
