/// What the command line asks for.
struct Options: Equatable {
  var json = false
  var quick = false
  var strict = false
  var list = false
  var help = false
  /// The rows to measure, in the order of the report; all of them when none is named.
  var rows: [String] = []

  static let usage = """
    Usage: millrace-bench [--json] [--quick] [--strict] [row ...]
           millrace-bench --list

      --json    print one JSON object per row instead of the table
      --quick   fewer and shorter runs: a glance, not a figure to quote
      --strict  exit with 1 when a goal is missed
      --list    print the rows and what one operation of each is
      --help    print this
    """

  /// Reads `arguments` (without the program's name); `known` are the rows there are.
  init(arguments: [String], known: [String]) throws(OptionError) {
    var named: Set<String> = []
    for argument in arguments {
      switch argument {
      case "--json": json = true
      case "--quick": quick = true
      case "--strict": strict = true
      case "--list": list = true
      case "--help", "-h": help = true
      case _ where argument.hasPrefix("-"): throw .unknownFlag(argument)
      case _ where known.contains(argument): named.insert(argument)
      default: throw .unknownRow(argument, known: known)
      }
    }
    rows = named.isEmpty ? known : known.filter(named.contains)
  }

  /// Timed runs of each side.
  var runs: Int { quick ? 7 : 15 }
}

/// Why a command line cannot be followed.
enum OptionError: Error, Equatable, CustomStringConvertible {
  case unknownFlag(String)
  case unknownRow(String, known: [String])

  var description: String {
    switch self {
    case .unknownFlag(let flag):
      "The flag `\(flag)` does not exist; run `millrace-bench --help` to see those that do."
    case .unknownRow(let row, let known):
      "There is no row `\(row)`; the rows are \(known.joined(separator: ", "))."
    }
  }
}
