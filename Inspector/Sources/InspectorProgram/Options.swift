/// The arguments of the program.
struct Options: Equatable {
  var port = 0
  var host = "127.0.0.1"
  /// The path of a further socket for applications.
  var socket: String?
  /// The maximum size of an application's file, in GiB.
  var keep = 16
  var mayOpen = true
  var isJSON = false
  var stays = false
  var isHelp = false
  /// The path of the trace that is written instead of starting a server.
  var perfetto: String?
  /// Journals and exports.
  var files: [String] = []
  /// The command that is started, with its arguments.
  var command: [String] = []

  enum Failure: Error, Equatable, CustomStringConvertible {
    case unknown(String)
    case noValue(String)
    case number(String, option: String, range: ClosedRange<Int>)
    case noCommand
    case noFile

    var description: String {
      switch self {
      case .unknown(let option): "`\(option)` is not an option; `millrace-inspect --help` lists the options."
      case .noValue(let option): "`\(option)` needs a value; see `millrace-inspect --help`."
      case .number(let text, let option, let range):
        "`\(text)` is no value of `\(option)`; give a number from \(range.lowerBound) to \(range.upperBound)."
      case .noFile:
        "`--perfetto` writes a trace of one file; name a journal, an export or a recording, and no command."
      case .noCommand: "No command stands after `--`; write one, such as `-- swift run App`."
      }
    }
  }

  init(_ arguments: some Sequence<String>) throws(Failure) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": isHelp = true
      case "--no-open": mayOpen = false
      case "--json": isJSON = true
      case "--stay": stays = true
      case "--port": port = try Self.number(argument, in: 0...65535, &rest)
      case "--keep": keep = try Self.number(argument, in: 1...100_000, &rest)
      case "--host": host = try Self.value(argument, &rest)
      case "--perfetto": perfetto = try Self.value(argument, &rest)
      case "--socket": socket = try Self.value(argument, &rest)
      case "--":
        command = Array(rest)
        rest = []
        if command.isEmpty && !isHelp { throw .noCommand }
      case _ where argument.hasPrefix("-") && argument.count > 1: throw .unknown(argument)
      default: files.append(argument)
      }
    }
    if perfetto != nil, !isHelp, files.count != 1 || !command.isEmpty { throw .noFile }
  }

  private static func value(_ option: String, _ rest: inout ArraySlice<String>) throws(Failure) -> String {
    guard let value = rest.popFirst(), value != "--" else { throw .noValue(option) }
    return value
  }

  private static func number(
    _ option: String, in range: ClosedRange<Int>, _ rest: inout ArraySlice<String>
  ) throws(Failure) -> Int {
    let text = try value(option, &rest)
    guard let number = Int(text), range.contains(number) else {
      throw .number(text, option: option, range: range)
    }
    return number
  }

  static let usage = """
    millrace-inspect [OPTIONS...] [FILE...] [-- COMMAND...]

    Shows every turn of applications in a browser, while they run and afterwards. It prints the address of its page,
    and the address that applications find in the variable MILLRACE_INSPECTOR.

      FILE             a journal, an export or a HistoryRecorder's recording to look at; with COMMAND, the application
                       that wrote it computes the states in between
      COMMAND          an application to start with the variable; the terminal is the command's until it ends
      --port NUMBER    the port of the page; 0, which is the default, for any free port
      --socket PATH    a Unix socket for applications, beside the port
      --keep NUMBER    the maximum size in GiB of the temporary file of an application's contents (16); TMPDIR says
                       where the file is
      --perfetto OUT   writes FILE as Chrome trace events, for ui.perfetto.dev, to the new file OUT, and ends
      --host ADDRESS   listens on an address that others can reach; nothing is encrypted, see below
      --no-open        does not open a browser
      --stay           goes on when COMMAND has ended
      --json           prints one line {"page": …, "application": …} instead, and opens no browser

    A browser is opened where there is a desktop and the output is a terminal. In a terminal without a desktop, COMMAND
    begins after Return was pressed, so that the page's address can be read before. When COMMAND has ended, the inspector
    ends with its status; it stays until Ctrl-C if COMMAND failed, if a page is open, or with `--stay`. While COMMAND
    runs, Ctrl-C is the command's.

    From another machine, do not use `--host` but a tunnel, which encrypts:
      ssh -L 4711:127.0.0.1:4711 user@machine     and on the machine: millrace-inspect --port 4711
    """
}
