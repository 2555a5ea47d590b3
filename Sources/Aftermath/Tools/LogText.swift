/// How commands, events and errors are written in a line of a log.
enum LogText {
  /// `command BookList(shelf: "a")`.
  static func command(_ command: any AnyCommand) -> String {
    "command \(named(command, "\(type(of: command))"))"
  }

  /// `event BookList progress`, `event BookList data […]`, `event BookList error …`, or `fact LoggedIn(…)`.
  static func event(_ event: any AnyEvent) -> String {
    let command = type(of: event).commandType
    let fact = (command as? any FactNaming.Type)?.factName
    if let fact, let value = event.result { return "fact \(named(value, fact))" }
    let subject = fact.map { "fact \($0)" } ?? "event \(command)"
    if let error = event.error { return "\(subject) error \(error)" }
    if let result = event.result { return "\(subject) data \(result)" }
    return "\(subject) progress"
  }

  /// A value behind the name of its type, which not every description begins with.
  private static func named(_ value: Any, _ name: String) -> String {
    let text = "\(value)"
    return text.hasPrefix(name) ? text : "\(name) \(text)"
  }
}

extension LogSink {
  /// Writes a line that says where it comes from.
  func log(_ text: String) { write("aftermath: \(text)") }
}

/// A command that stands for a fact.
private protocol FactNaming {
  static var factName: String { get }
}

extension FactCommand: FactNaming {
  fileprivate static var factName: String { "\(F.self)" }
}
