/// What takes a turn on an engine's flow: what its gates and taps see.
public enum EngineMessage: Sendable {
  /// Execute a command: through the middleware from this number on, then by its handler.
  case execute(any AnyCommand, TicketPass?, from: Int)
  /// Let the middleware of this number, which waits for something, look at a command.
  case hold(any AnyCommand, TicketPass?, at: Int)
  /// Begin the work of an asynchronous handler.
  case begin(any AnyCommand, TicketPass?)
  /// A command has failed with an error.
  case fail(any AnyCommand, any Error, TicketPass?)
  /// Publish an event: through the middleware from this number on, then to those who react.
  case publish(any AnyEvent, TicketPass?, from: Int)
  /// Let the middleware of this number, which waits for something, look at an event.
  case holdEvent(any AnyEvent, TicketPass?, at: Int)
  /// An event's middleware has failed with an error.
  case failEvent(any AnyEvent, any Error, TicketPass?)
  /// Call a reaction where it was registered, which is not the engine's home.
  case react(Elsewhere)
  /// Tell those who react once more of an event of a history; all of them, or those of one object.
  case replay(any AnyEvent, to: ObjectIdentifier?)
  /// Tell the error handler.
  case report(any Error)
  /// Cancel what asynchronous handlers do for commands of this type, or for this ticket.
  case cancel(ObjectIdentifier)
  /// Forget all handlers and reactions, and cancel everything.
  case invalidate
  /// Cancel everything.
  case cancelAll
}
