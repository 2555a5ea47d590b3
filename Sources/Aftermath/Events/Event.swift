/// An event whose command's type is not known: what middleware sees.
public protocol AnyEvent: Sendable {
  /// The type of the command that it is an event of; for a fact, a ``FactCommand``.
  static var commandType: any AnyCommand.Type { get }
  /// Whether it says that the work goes on.
  var inProgress: Bool { get }
  /// What was produced, if it is that.
  var result: Any? { get }
  /// What has gone wrong, if it is that.
  var error: (any Error)? { get }
  /// The event that says that commands of this event's type have failed with an error.
  static func buildEvent(fromError error: any Error) -> any AnyEvent
}

/// What a handler has to say of a command.
public enum Event<C: Command>: AnyEvent {
  /// The work goes on.
  case progress
  /// This was produced.
  case data(C.Output)
  /// This has gone wrong.
  case error(any Error)

  /// The type of the command that it is an event of.
  public static var commandType: any AnyCommand.Type { C.self }

  /// Whether it says that the work goes on.
  public var inProgress: Bool {
    if case .progress = self { true } else { false }
  }

  /// What was produced, if it is that.
  public var result: Any? {
    if case .data(let output) = self { output } else { nil }
  }

  /// What has gone wrong, if it is that.
  public var error: (any Error)? {
    if case .error(let error) = self { error } else { nil }
  }

  /// The event that says that the command has failed with an error.
  public static func buildEvent(fromError error: any Error) -> any AnyEvent { Event.error(error) }
}

/// The enumeration ``Event``, under a name that no framework or application has.
public typealias AftermathEvent = Event
