public import Foundation
public import Katana
public import Millrace

/// A WebSocket that is open while the model says so, and what comes through it as messages.
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
/// It is opened once: after ``WebSocketEvent/closed(code:reason:)`` or ``WebSocketEvent/failed(_:)`` nothing more
/// comes. To connect again, let the subscription leave the set for a turn, for instance until a
/// `DelayCommand` says that it is time.
///
/// Two are the same subscription when URL, protocols and headers are equal and they are written at the same
/// place, or carry the same id. The closure cannot be compared, so one that captures other values at the same
/// place needs another id.
///
/// A store listens that was given the ``WebSocketInterpreter`` among its subscription interpreters.
///
/// It works where Foundation has WebSockets, which is on Apple's systems. On Linux neither Foundation nor the libcurl of
/// Debian 12 has them: the only event is ``WebSocketEvent/failed(_:)`` with ``WebSocketError/notSupported``. A
/// ``WebSocketTransport`` of your own can take its place.
public struct WebSocket: Katana.Subscription, Hashable {
  /// The address, of the scheme `ws` or `wss`.
  public let url: URL
  /// The protocols to offer, the best first.
  public let protocols: [String]
  /// Further header fields of the request.
  public let headers: [String: String]
  /// What a ``WebSocketSend`` finds it by; nil when it was given none.
  public let id: EffectID?
  let place: Place
  let message: @Sendable (WebSocketEvent) -> any Message

  /// A WebSocket.
  ///
  /// - Parameters:
  ///   - url: The address, of the scheme `ws` or `wss`.
  ///   - protocols: The protocols to offer, the best first.
  ///   - headers: Further header fields of the request.
  ///   - id: What a ``WebSocketSend`` finds it by, and what tells two apart that are written at the same place.
  ///   - fileID: Where this is written.
  ///   - line: Where this is written.
  ///   - column: Where this is written.
  ///   - message: Makes a message of what happens.
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

  /// Whether both lead to the same address and are written at the same place, or carry the same id.
  public static func == (left: WebSocket, right: WebSocket) -> Bool {
    left.url == right.url && left.protocols == right.protocols && left.headers == right.headers
      && left.place == right.place
  }

  /// Feeds what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(url)
    hasher.combine(place)
  }
}

extension WebSocket: InterpreterNaming {
  package static var interpreter: String { "`WebSocketInterpreter.self` of the product KatanaHTTP" }
}

extension WebSocket: CustomStringConvertible {
  /// The subscription as errors and records call it.
  public var description: String { "WebSocket(\(url)) \(place)" }
}

/// Opens a WebSocket and hands on what comes, one after another: a slow store holds back a fast server.
public enum WebSocketInterpreter: AsyncSubscriptionInterpreter {
  /// Listens until the socket is closed, fails, or is no longer wanted.
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
    let ticket = sockets.add(connection, id: subscription.id)
    defer {
      sockets.remove(ticket)
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
