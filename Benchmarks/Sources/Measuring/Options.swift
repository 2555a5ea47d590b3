/// The choices of a command line.
struct Options: Equatable {
  /// The use of a file of thresholds, by its path.
  enum ThresholdsUse: Equatable {
    case check(String)
    case record(String)
  }

  var json = false
  var quick = false
  var strict = false
  var list = false
  var help = false
  var thresholds: ThresholdsUse?
  /// The rows to measure, in the order of the report; all of them when none is named.
  var rows: [String] = []

  static let usage = """
    Usage: millrace-bench [--json] [--quick] [--strict] [row ...]
           millrace-bench --check FILE [--json] [row ...]
           millrace-bench --record FILE [row ...]
           millrace-bench --list

      --json    print one JSON object per row instead of the table
      --quick   fewer and shorter runs: a glance, not a figure to quote
      --strict  exit with 1 when a goal is missed
      --list    print the rows and what one operation of each is
      --check   compare allocations and ratios with the thresholds in FILE; exit with 1 on a breach
      --record  measure, and write the thresholds to FILE
      --help    print this
    """

  /// Reads `arguments` (without the program's name); `known` are the rows there are.
  init(arguments: [String], known: [String]) throws(OptionError) {
    var named: Set<String> = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--check", "--record":
        guard let path = rest.popFirst(), !path.hasPrefix("-") else { throw .missingFile(argument) }
        thresholds = argument == "--check" ? .check(path) : .record(path)
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
  ///
  /// A check makes as many as a full measurement, each of them short: of many short runs one is undisturbed.
  var runs: Int { quick && thresholds == nil ? 7 : 15 }
  /// True if each run is short.
  var isShort: Bool { quick || thresholds != nil }
}

/// The reason why a command line cannot be followed.
enum OptionError: Error, Equatable, CustomStringConvertible {
  case unknownFlag(String)
  case unknownRow(String, known: [String])
  case missingFile(String)

  var description: String {
    switch self {
    case .unknownFlag(let flag):
      "The flag `\(flag)` does not exist; run `millrace-bench --help` to see those that do."
    case .unknownRow(let row, let known):
      "There is no row `\(row)`; the rows are \(known.joined(separator: ", "))."
    case .missingFile(let flag):
      "The flag `\(flag)` needs the path of a file of thresholds, as in `\(flag) Benchmarks/Thresholds/6.3.json`."
    }
  }
}
