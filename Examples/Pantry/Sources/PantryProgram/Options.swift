struct Options {
  /// The folder of the archives; nil for the standard one.
  var folder: String?
  var isHelp = false

  static let usage = """
    Usage: pantry [--folder FOLDER]

    Keeps a pantry, a shopping list and a household book, one line at a time; 'help' lists what can be written.
    When the input is not a terminal, no time passes but that of a line such as 'wait 3', in seconds.

      --folder FOLDER   archive in this folder; without it, in the user's folder for the data of programs
      --help            print this
    """

  enum Flaw: Error, Hashable, CustomStringConvertible {
    case unknown(String)
    case noFolder

    var description: String {
      switch self {
      case .unknown(let argument):
        "'\(argument)' is not an option of pantry; 'pantry --help' lists them."
      case .noFolder: "'--folder' needs the path of a folder, such as '--folder /tmp/pantry'."
      }
    }
  }

  init(_ arguments: some Sequence<String>) throws(Flaw) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--folder":
        guard let folder = rest.next(), !folder.isEmpty else { throw .noFolder }
        self.folder = folder
      case "--help", "-h": isHelp = true
      default: throw .unknown(argument)
      }
    }
  }
}
