import Millrace

/// Locks: while one is held, messages wait in order, and its holder may pass.
final class LocksProgram: Program {
  static let name = "locks"
  static let idea = "locks that pause a flow: a post office, and the letters that wait"
  static let help = """
    letter Ada     hand in a letter to Ada
    express Ada    hand it in at the back door, past those that wait
    close lunch    close the office for lunch, or for anything else
    open lunch     end that; the office opens when nothing else keeps it closed
    queue          say what waits, and what for
    """

  private let office: PostOffice
  private let write: (String) -> Void
  var flow: Flow { office.store.flow }

  init(environment: StoreEnvironment, write: @escaping (String) -> Void) {
    office = PostOffice(environment: environment)
    self.write = write
    office.store.observe(\.stamped.count, owner: self) { program, count in
      write("Stamped \(count): a letter to \(program.office.store.stamped[count - 1]).")
    }
  }

  func follow(_ line: Line) throws {
    switch line.word {
    case "letter":
      office.hand(in: try line.text(such: "Ada"))
      if !office.reasons.isEmpty { write("It waits; \(office.waiting.count) in the queue.") }
    case "express": office.express(try line.text(such: "Ada"))
    case "close":
      try office.close(for: line.text(such: "lunch"))
      write(state)
    case "open":
      try office.open(after: line.text(such: "lunch"))
      write(state)
    case "queue":
      try line.alone()
      write(state)
      if !office.waiting.isEmpty { write("Waiting: \(office.waiting.joined(separator: ", ")).") }
    default: throw LineError.unknown(line.word)
    }
  }

  private var state: String {
    office.reasons.isEmpty
      ? "The office is open." : "The office is closed: \(office.reasons.joined(separator: ", "))."
  }
}
