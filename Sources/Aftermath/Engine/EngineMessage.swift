/// A message with a turn on an engine's flow, as gates and taps see it.
public enum EngineMessage: Sendable {
  /// Execute a command: through the middleware from this number on, then by its handler.
  case execute(any AnyCommand, ExecutionReference?, from: Int)
  /// Start the asynchronous middleware of this number for a command.
  case hold(any AnyCommand, ExecutionReference?, at: Int)
  /// Begin the work of an asynchronous handler.
  case begin(any AnyCommand, ExecutionReference?)
  /// A command has failed with an error.
  case fail(any AnyCommand, any Error, ExecutionReference?)
  /// Publish an event: through the middleware from this number on, then to the reactions.
  case publish(any AnyEvent, ExecutionReference?, from: Int)
  /// Start the asynchronous middleware of this number for an event.
  case holdEvent(any AnyEvent, ExecutionReference?, at: Int)
  /// The middleware of an event has failed with an error.
  case failEvent(any AnyEvent, any Error, ExecutionReference?)
  /// Call a reaction in its isolation, which is not the engine's home.
  case react(IsolatedCall)
  /// Replay an event of a history to all reactions, or to those of one object.
  case replay(any AnyEvent, to: ObjectIdentifier?)
  /// Pass an error to the error handler.
  case report(any Error)
  /// Cancel the work of asynchronous handlers for commands of this type, or for this execution.
  case cancel(ObjectIdentifier)
  /// Remove all handlers and reactions, and cancel all work.
  case invalidate
  /// Cancel all work.
  case cancelAll
}
