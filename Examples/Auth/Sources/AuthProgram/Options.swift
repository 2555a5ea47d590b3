struct Options {
  /// True when each turn is printed.
  var isTraced = false
  var isHelp = false

  static let usage = """
    Usage: auth [--trace]

    Starts a small server on this machine, and logs in at it, one line at a time; 'help' lists what can be asked.
    When the input is not a terminal, each line is answered before the next is read, and no time passes but
    that of a line such as 'wait 60', in seconds.

      --trace   also print every turn: its message, what caused it, and what became of commands
      --help    print this
    """

  struct Unknown: Error, CustomStringConvertible {
    let argument: String

    var description: String { "'\(argument)' is not an option of auth; 'auth --help' lists them." }
  }

  init(_ arguments: some Sequence<String>) throws(Unknown) {
    for argument in arguments {
      switch argument {
      case "--trace": isTraced = true
      case "--help", "-h": isHelp = true
      default: throw Unknown(argument: argument)
      }
    }
  }
}
