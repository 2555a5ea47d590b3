import SevenTasks

struct Options {
  private(set) var isHelp = false
  private(set) var task: SevenTask?
  private(set) var session: String?
  private(set) var isIdleCheck = false

  init(_ arguments: some Sequence<String>) throws(OptionError) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": isHelp = true
      case "--idle": isIdleCheck = true
      case "--session":
        guard let file = rest.popFirst() else { throw .noFile }
        session = file
      case _ where argument.hasPrefix("-"): throw .unknown(argument)
      default:
        guard
          let task = SevenTask.allCases.first(where: { $0.rawValue.lowercased() == argument.lowercased() })
        else { throw .noTask(argument) }
        self.task = task
      }
    }
  }
}

enum OptionError: Error, CustomStringConvertible {
  case unknown(String)
  case noTask(String)
  case noFile
  case noDisplay

  var description: String {
    switch self {
    case .unknown(let option): "'\(option)' is not an option of seven-gtk; 'seven-gtk --help' lists them."
    case .noTask(let name):
      "There is no task '\(name)'; there are \(SevenTask.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", "))."
    case .noFile: "'--session' needs the file of a session behind it."
    case .noDisplay:
      "There is no display to open windows on; start the program in a graphical session, or with 'xvfb-run seven-gtk'."
    }
  }
}
