import Millrace

/// A probable mistake, passed to an engine's error handler.
///
/// Each description is a sentence with the problem, its reason and its remedy.
public enum Warning: Error {
  /// An executed command has no handler.
  case noCommandHandlers(command: any AnyCommand)
  /// A published event has no listener.
  case noEventListeners(event: any AnyEvent)
  /// A second handler of one type of commands was registered, and has replaced the first.
  case duplicatedCommandHandler(command: any AnyCommand.Type, handler: String)
  /// A handler has published to an engine without a handler for its command.
  case foreignHandler(handler: String, event: any AnyEvent)
  /// An asynchronous handler has published outside its task.
  case publishedOutsideOfHandler(handler: String, event: any AnyEvent)
}

extension Warning: AdvisingError {}

extension Warning: CustomStringConvertible {
  /// The error as a sentence: the problem, its reason and its remedy.
  public var description: String {
    switch self {
    case .noCommandHandlers(let command):
      """
      No handler is registered for `\(type(of: command))`, so `\(command)` was not carried out; register one with \
      `engine.use(handler:)` before executing it.
      """
    case .noEventListeners(let event):
      """
      The \(noun(of: event)) was lost, because no reaction is registered for it; register one with \
      `\(event.result is any Fact ? "next" : "react(to:with:)")` before it is published.
      """
    case .duplicatedCommandHandler(let command, let handler):
      """
      `\(handler)` has replaced the handler that was registered for `\(command)`; register one handler for each \
      command, or dispose of the first.
      """
    case .foreignHandler(let handler, let event):
      """
      The handler `\(handler)` has published the \(noun(of: event)) to an engine that has no handler for that \
      command; make the handler's `engine` return the engine on which it is registered.
      """
    case .publishedOutsideOfHandler(let handler, let event):
      """
      `\(handler)` has published the \(noun(of: event)) outside of its `handle(command:)`, where its engine is \
      unknown; publish from the handler's own task or its child tasks.
      """
    }
  }
}

/// An event as a part of a sentence, without its article.
private func noun(of event: any AnyEvent) -> String {
  let command = type(of: event).commandType
  if let fact = event.result as? any Fact { return "fact `\(fact)`" }
  if let result = event.result { return "result `\(result)` of the command `\(command)`" }
  if let error = event.error { return "error `\(error)` of the command `\(command)`" }
  return "progress of the command `\(command)`"
}
