public import Katana
public import Millrace

/// A command that sends content through an open ``WebSocket``.
///
/// ```swift
/// return [WebSocketSend(.text("hello"), to: "chat")]
/// ```
///
/// Content that one store sends to an id is sent in the order of the commands. When it cannot be sent, the
/// flow's error handler receives `FlowError.effectFailed` with a ``WebSocketError``. The store needs a
/// ``WebSocketSendInterpreter`` among its interpreters.
public struct WebSocketSend: Command, Hashable {
  /// The content to send.
  public let content: WebSocketContent
  /// The id of the ``WebSocket``.
  public let id: EffectID
  /// The queue in which the command waits; by default one per id, which sends in order.
  public let effectQueue: EffectQueue?
  /// The id by which the command is cancelled.
  public let effectID: EffectID?

  /// Creates a command that sends content.
  ///
  /// - Parameters:
  ///   - content: The content to send.
  ///   - id: The id of the ``WebSocket``.
  ///   - effectQueue: The queue in which the command waits; by default one per id, so that content is sent in
  ///     the order of the commands.
  ///   - effectID: The id by which the command is cancelled.
  public init(
    _ content: WebSocketContent, to id: EffectID, effectQueue: EffectQueue? = nil, effectID: EffectID? = nil
  ) {
    self.content = content
    self.id = id
    self.effectQueue = effectQueue ?? .concat(EffectID(SendQueue(id: id)))
    self.effectID = effectID
  }
}

extension WebSocketSend: InterpreterNaming {
  package static var interpreter: String { "`WebSocketSendInterpreter()` of the product KatanaHTTP" }
}

private struct SendQueue: Hashable, Sendable {
  let id: EffectID
}

/// An interpreter that sends through the open WebSockets of the command's environment.
public struct WebSocketSendInterpreter: AsyncCommandInterpreter {
  /// Creates an interpreter.
  public init() {}

  /// Sends the content; returns when the system has taken it.
  public func interpret(dispatch: AsyncDispatch, command: WebSocketSend) async throws {
    let connection = try dispatch.environment[WebSockets.self].connection(command.id)
    try await connection.send(command.content)
  }
}
