/// What one command takes, as it is needed to understand its arguments and to explain them.
struct Manual: Hashable, Sendable {
  /// Something that stands at a place of its own.
  struct Argument: Hashable, Sendable {
    let name: String
    let help: String
    var isOptional = false
  }

  /// Something that is said by name.
  struct Option: Hashable, Sendable {
    let name: String
    /// What stands for the value in the help; nil for one that is said or not.
    var value: String?
    /// Another name, with one letter.
    var short: String?
    let help: String
  }

  struct Example: Hashable, Sendable {
    let command: String
    let help: String
  }

  /// What it does, in one line.
  let summary: String
  let arguments: [Argument]
  var options: [Option] = []
  /// What else is to be known, a paragraph each.
  var details: [String] = []
  /// What `--json` prints.
  let json: String
  /// What the exit code 1 means, if there is one.
  var found: String?
  let examples: [Example]

  static let common = [
    Option(name: "--json", help: "Print JSON for programs instead of text for people."),
    Option(name: "--utc", help: "Show times in UTC instead of local time."),
    Option(name: "--help", short: "-h", help: "Show this help."),
  ]

  /// All options, those of every command last.
  var allOptions: [Option] { options + Self.common }
}

/// What can be done with a journal.
enum Verb: String, Hashable, Sendable, CaseIterable {
  case info, log, show, tasks, verify, export, `import`, compact, diff, branch
}
