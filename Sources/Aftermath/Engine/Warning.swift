/// What is probably not meant, told to an engine's error handler.
///
/// Each description is a sentence that says what happened, why, and what to do.
public enum Warning: Error {
  /// A command was executed that nobody handles.
  case noCommandHandlers(command: any AnyCommand)
  /// An event was published that nobody listens to.
  case noEventListeners(event: any AnyEvent)
  /// A second handler of one type of commands was registered, and has taken the place of the first.
  case duplicatedCommandHandler(command: any AnyCommand.Type, handler: String)
  /// A handler has published to an engine that has no handler for its command.
  case foreignHandler(handler: String, event: any AnyEvent)
  /// An asynchronous handler has published outside of its task.
  case publishedOutsideOfHandler(handler: String, event: any AnyEvent)
}

extension Warning: CustomStringConvertible {
  /// What happened, why, and what to do.
  public var description: String {
    switch self {
    case .noCommandHandlers(let command):
      """
      No handler is registered for `\(type(of: command))`, so `\(command)` was not carried out; register one with \
      `engine.use(handler:)` before executing it.
      """
    case .noEventListeners(let event):
      """
      Nobody reacts to events of `\(type(of: event).commandType)`, so `\(event)` was lost; register a reaction with \
      `react(to:with:)`, or `next` for a fact, before it is published.
      """
    case .duplicatedCommandHandler(let command, let handler):
      """
      `\(handler)` has taken the place of the handler that was registered for `\(command)` before; register one \
      handler for each command, or dispose of the first.
      """
    case .foreignHandler(let handler, let event):
      """
      The handler `\(handler)` has published `\(event)` to an engine that has no handler for \
      `\(type(of: event).commandType)`; let the handler's `engine` be the one that it is registered on.
      """
    case .publishedOutsideOfHandler(let handler, let event):
      """
      `\(handler)` has published `\(event)` from outside of its `handle(command:)`, where it has no engine; publish \
      from the handler's own task or its child tasks.
      """
    }
  }
}
