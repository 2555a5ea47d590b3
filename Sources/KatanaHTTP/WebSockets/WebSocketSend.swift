public import Katana
public import Millrace

/// Sends something through an open ``WebSocket``.
///
/// ```swift
/// return [WebSocketSend(.text("hello"), to: "chat")]
/// ```
///
/// What one store sends to an id leaves in the order of the commands. When it cannot be sent, the flow's error
/// handler is told (`FlowError.effectFailed` with a ``WebSocketError``). A store carries it out that was given a
/// ``WebSocketSendInterpreter`` among its interpreters.
public struct WebSocketSend: Command, Hashable {
  /// What is sent.
  public let content: WebSocketContent
  /// The id of the ``WebSocket``.
  public let id: EffectID
  /// The queue in which it waits its turn; by default it stands behind what is sent to the same id.
  public let effectQueue: EffectQueue?
  /// What it is cancelled by.
  public let effectID: EffectID?

  /// Something to send.
  ///
  /// - Parameters:
  ///   - content: What is sent.
  ///   - id: The id of the ``WebSocket``.
  ///   - effectQueue: The queue in which it waits its turn; unless given, one for each id in which one is sent
  ///     after another, so that they arrive in the order of the commands.
  ///   - effectID: What it is cancelled by.
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

/// The name of the queue of what is sent to an id.
private struct SendQueue: Hashable, Sendable {
  let id: EffectID
}

/// Sends through the WebSockets that are open in the command's environment.
public struct WebSocketSendInterpreter: AsyncCommandInterpreter {
  /// An interpreter of what is sent.
  public init() {}

  /// Sends; returns when it has been handed to the system.
  public func interpret(dispatch: AsyncDispatch, command: WebSocketSend) async throws {
    let connection = try dispatch.environment[WebSockets.self].connection(command.id)
    try await connection.send(command.content)
  }
}
