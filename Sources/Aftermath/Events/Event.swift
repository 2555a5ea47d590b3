/// A type of commands or events that makes an event of an error.
public protocol ErrorEventBuilder: Sendable {
  /// Returns the event for the failure of a command, of this type or of this event's type, with an error.
  static func buildEvent(fromError error: any Error) -> any AnyEvent
}

/// An event of any type, as middleware receives it.
public protocol AnyEvent: ErrorEventBuilder {
  /// The type of the event's command; for a fact, a ``FactCommand``.
  static var commandType: any AnyCommand.Type { get }
  /// True if the event is progress.
  var inProgress: Bool { get }
  /// The output, or nil for another kind of event.
  var result: Any? { get }
  /// The error, or nil for another kind of event.
  var error: (any Error)? { get }
}

/// An answer of a handler to a command.
public enum Event<C: Command>: AnyEvent {
  /// The work continues.
  case progress
  /// The handler has produced this output.
  case data(C.Output)
  /// The handler has failed with this error.
  case error(any Error)

  /// The type of the event's command.
  public static var commandType: any AnyCommand.Type { C.self }

  /// True if the event is progress.
  public var inProgress: Bool {
    if case .progress = self { true } else { false }
  }

  /// The output, or nil for another kind of event.
  public var result: Any? {
    if case .data(let output) = self { output } else { nil }
  }

  /// The error, or nil for another kind of event.
  public var error: (any Error)? {
    if case .error(let error) = self { error } else { nil }
  }

  /// Returns the event for the command's failure with an error.
  public static func buildEvent(fromError error: any Error) -> any AnyEvent { Event.error(error) }
}

extension Event {
  /// Creates the event of a command whose static type is `C`: for an object, the event of a subclass with the
  /// same output.
  @usableFromInline
  init?(of event: any AnyEvent) {
    if type(of: event) == Self.self {
      self = project(event, as: Self.self)
    } else if let error = event.error {
      self = .error(error)
    } else if event.inProgress {
      self = .progress
    } else if let output = event.result as? C.Output {
      self = .data(output)
    } else {
      return nil
    }
  }
}

extension Event: CustomStringConvertible {
  /// The event with its command, such as `BookList progress`, `BookList data […]` or
  /// `BookList error Offline()`; that of a fact as `LoggedIn(name: "Ada")`.
  public var description: String { LogText.subject(of: self) }
}

/// The enumeration ``Event``, under a name that no framework or application has.
public typealias AftermathEvent = Event
