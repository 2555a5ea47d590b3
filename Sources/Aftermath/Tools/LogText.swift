/// The text of commands, events and errors in a line of a log.
enum LogText {
  /// Returns `command BookList(shelf: "a")`.
  static func command(_ command: any AnyCommand) -> String {
    "command \(named(command, "\(type(of: command))"))"
  }

  /// Returns `event BookList progress`, `event BookList data […]`, `event BookList error …`, or `fact
  /// LoggedIn(…)`.
  static func event(_ event: any AnyEvent) -> String {
    (type(of: event).commandType is any FactNaming.Type ? "fact " : "event ") + subject(of: event)
  }

  /// Returns the text of an event without the kind in front.
  static func subject(of event: any AnyEvent) -> String {
    let command = type(of: event).commandType
    let subject = name(of: command)
    if command is any FactNaming.Type, let value = event.result { return named(value, subject) }
    if let error = event.error { return "\(subject) error \(error)" }
    if let result = event.result { return "\(subject) data \(result)" }
    return "\(subject) progress"
  }

  /// Returns the name of a type of commands, or of the fact that it represents.
  static func name(of command: any AnyCommand.Type) -> String {
    (command as? any FactNaming.Type)?.factName ?? "\(command)"
  }

  /// Returns a value's description, with the name of its type in front unless it begins with that.
  private static func named(_ value: Any, _ name: String) -> String {
    let text = "\(value)"
    return text.hasPrefix(name) ? text : "\(name) \(text)"
  }
}

extension LogSink {
  func log(_ text: String) { write("aftermath: \(text)") }
}

/// A command that represents a fact.
private protocol FactNaming {
  static var factName: String { get }
}

extension FactCommand: FactNaming {
  fileprivate static var factName: String { "\(F.self)" }
}
