struct Options {
  private(set) var isHelp = false
  /// The name of the program; nil for the list of all.
  private(set) var program: String?
  /// True when time stands still except for `wait`, even for a person.
  private(set) var isScripted = false
  /// The number of generations of the game of life.
  private(set) var turns: Int?
  private var isDiagram = false

  /// The lines that the other options stand for.
  var lines: [String] {
    if isDiagram { return ["diagram"] }
    return turns.map { ["sow", "show", "turns \($0)"] } ?? []
  }

  static let usage = """
    Usage: gallery [program] [--script] [--turns N] [--diagram]

    Small programs, one idea each; without a name they are listed. A program reads lines; 'help' lists which.
    When they do not come from a terminal, no time passes but that of a line such as 'wait 3', in seconds.

      --script   so it is for lines that are typed, too
      --turns N  only life: goes on by so many generations, and ends
      --diagram  only login: draws the machine, and ends
      --help     print this
    """

  enum Refusal: Error, Hashable, CustomStringConvertible {
    case unknownProgram(String, known: [String])
    case unknownOption(String)
    case secondProgram(String)
    case notTurns(String)
    case notFor(String, belongs: String)

    var description: String {
      switch self {
      case .unknownProgram(let name, let known):
        "There is no program '\(name)' in the gallery; there are \(known.joined(separator: ", "))."
      case .unknownOption(let option):
        "'\(option)' is not an option of gallery; 'gallery --help' lists them."
      case .secondProgram(let name): "Only one program can be called; leave out '\(name)'."
      case .notTurns(let text):
        "'--turns' needs a number from 1 to 1000000 behind it, such as '--turns 60'; '\(text)' is none."
      case .notFor(let option, let program): "'\(option)' is only for 'gallery \(program)'."
      }
    }
  }

  init(_ arguments: some Sequence<String>, names: [String]) throws(Refusal) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h":
        isHelp = true
        return
      case "--script": isScripted = true
      case "--diagram": isDiagram = true
      case "--turns":
        let text = rest.popFirst() ?? ""
        guard let number = Int(text), 1...1_000_000 ~= number else { throw .notTurns(text) }
        turns = number
      case _ where argument.hasPrefix("-"): throw .unknownOption(argument)
      case _ where program != nil: throw .secondProgram(argument)
      case _ where names.contains(argument): program = argument
      default: throw .unknownProgram(argument, known: names)
      }
    }
    if turns != nil && program != "life" { throw .notFor("--turns", belongs: "life") }
    if isDiagram && program != "login" { throw .notFor("--diagram", belongs: "login") }
  }
}
