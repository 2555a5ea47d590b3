struct Options: Equatable {
  /// True when each command and each event is printed.
  var isLogged = false
  var isHelp = false

  static let usage = """
    Usage: resources [--log]

    Starts a small server on this machine that keeps books and todos, and asks it, one line at a time; 'help' lists
    what can be asked. When the input is not a terminal, each line is answered before the next is read.

      --log    also print every command and every event
      --help   print this
    """

  struct Unknown: Error, Equatable, CustomStringConvertible {
    let argument: String

    var description: String { "'\(argument)' is not an option of resources; 'resources --help' lists them." }
  }

  init(_ arguments: some Sequence<String>) throws(Unknown) {
    for argument in arguments {
      switch argument {
      case "--log": isLogged = true
      case "--help", "-h": isHelp = true
      default: throw Unknown(argument: argument)
      }
    }
  }
}
