public import Foundation
public import Katana
public import Millrace

/// A WebSocket that is open while the model says so; its events arrive as messages.
///
/// ```swift
/// func subscriptions(model: Chat, message: (any Message)?) -> [any Subscription] {
///   guard model.isOnline else { return [] }
///   return [WebSocket(model.roomURL, id: "chat") { ChatMessage.socket($0) }]
/// }
/// // and in the updater
/// return [WebSocketSend(.text(line), to: "chat")]
/// ```
///
/// It is opened once: nothing follows ``WebSocketEvent/closed(code:reason:)`` or
/// ``WebSocketEvent/failed(_:)``. To connect again, leave the subscription out of the set for a turn, for
/// instance until a `DelayCommand` has dispatched its message.
///
/// Two subscriptions are the same when URL, protocols and headers are equal and they are written at the same
/// source location, or have the same id. Closures cannot be compared: one that captures other values at the
/// same location needs another id.
///
/// The store needs the ``WebSocketInterpreter`` among its subscription interpreters.
///
/// It works where Foundation has WebSockets, which is on Apple's systems. On Linux neither Foundation nor the
/// libcurl of Debian 12 has them: the only event is ``WebSocketEvent/failed(_:)`` with
/// ``WebSocketError/notSupported``. Your own ``WebSocketTransport`` can replace the default one.
public struct WebSocket: Katana.Subscription, Hashable {
  /// The address, of the scheme `ws` or `wss`.
  public let url: URL
  /// The protocols to offer, in order of preference.
  public let protocols: [String]
  /// Additional header fields of the request.
  public let headers: [String: String]
  /// The id for a ``WebSocketSend``; nil when none was given.
  public let id: EffectID?
  package let place: Place
  let message: @Sendable (WebSocketEvent) -> any Message

  /// Creates a subscription to a WebSocket.
  ///
  /// - Parameters:
  ///   - url: The address, of the scheme `ws` or `wss`.
  ///   - protocols: The protocols to offer, in order of preference.
  ///   - headers: Additional header fields of the request.
  ///   - id: The id for a ``WebSocketSend``, and the identity in place of the source location.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - message: A closure that makes a message of an event.
  public init(
    _ url: URL, protocols: [String] = [], headers: [String: String] = [:], id: EffectID? = nil,
    fileID: String = #fileID, line: UInt = #line, column: UInt = #column,
    message: @escaping @Sendable (WebSocketEvent) -> any Message
  ) {
    self.url = url
    self.protocols = protocols
    self.headers = headers
    self.id = id
    self.message = message
    place = Place(id, fileID, line, column)
  }

  /// Returns whether both connect to the same address and have the same source location or id.
  public static func == (left: WebSocket, right: WebSocket) -> Bool {
    left.url == right.url && left.protocols == right.protocols && left.headers == right.headers
      && left.place == right.place
  }

  /// Hashes the compared values.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(url)
    hasher.combine(place)
  }
}

extension WebSocket: InterpreterNaming {
  package static var interpreter: String { "`WebSocketInterpreter.self` of the product KatanaHTTP" }
}

extension WebSocket: ClosureSubscription {}

extension WebSocket: CustomStringConvertible {
  /// The subscription's name in errors and records.
  public var description: String { "WebSocket(\(url)) \(place)" }
}

/// An interpreter that opens a WebSocket and dispatches its events in order: a slow store holds back a fast
/// server.
public enum WebSocketInterpreter: AsyncSubscriptionInterpreter {
  /// Listens until the socket is closed or fails, or the subscription ends.
  public static func listen(to subscription: WebSocket, dispatch: AsyncDispatch) async throws {
    do {
      try await talk(subscription, dispatch)
    } catch let error as WebSocketError {
      try Task.checkCancellation()
      await dispatch(subscription.message(.failed(error)))
    }
  }

  private static func talk(_ subscription: WebSocket, _ dispatch: AsyncDispatch) async throws {
    try WebSocketError.check(subscription.url)
    let sockets = dispatch.environment[WebSockets.self]
    let connection = try await sockets.transport.connect(
      to: subscription.url, protocols: subscription.protocols, headers: subscription.headers)
    let number = sockets.add(connection, id: subscription.id)
    defer {
      sockets.remove(number)
      connection.close()
    }
    await dispatch(subscription.message(.opened))
    while true {
      let event = try await connection.receive()
      try Task.checkCancellation()
      await dispatch(subscription.message(event))
      switch event {
      case .closed, .failed: return
      case .opened, .text, .data: break
      }
    }
  }
}
