/// The arguments and help texts of one command, used to parse its arguments and to explain them.
struct Manual: Hashable, Sendable {
  /// A positional argument.
  struct Argument: Hashable, Sendable {
    let name: String
    let help: String
    var isOptional = false
  }

  /// A named option.
  struct Option: Hashable, Sendable {
    let name: String
    /// The placeholder of the value in the help; nil for a flag.
    var value: String?
    /// A second name of one letter.
    var short: String?
    let help: String
  }

  struct Example: Hashable, Sendable {
    let command: String
    let help: String
  }

  /// A description in one line.
  let summary: String
  let arguments: [Argument]
  var options: [Option] = []
  /// The details, one paragraph each.
  var details: [String] = []
  /// The description of the output of `--json`; nil for a command without it.
  var json: String?
  /// The meaning of the exit code 1, if the command has one.
  var found: String?
  let examples: [Example]

  static let common = [
    Option(name: "--json", help: "Print JSON for programs instead of text for people."),
    Option(name: "--utc", help: "Show times in UTC instead of local time."),
    Option(name: "--help", short: "-h", help: "Show this help."),
  ]

  /// All options; the common ones come last.
  var allOptions: [Option] { options + Self.common }

  /// Returns the command line of a command with its positional arguments.
  static func usage(of verb: Verb, _ arguments: [Argument]) -> String {
    let places = arguments.map { $0.isOptional ? "[\($0.name)]" : $0.name }.joined(separator: " ")
    return "millrace journal \(verb.rawValue) \(places)"
  }
}

/// A command on a journal.
enum Verb: String, Hashable, Sendable, CaseIterable {
  case info, log, show, tasks, verify, export, `import`, compact, diff, branch
}
