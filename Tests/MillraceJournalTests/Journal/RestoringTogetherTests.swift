import Millrace
import Testing

@testable import MillraceJournal

@Suite("The restoration of several stores")
@MainActor struct RestoringTogetherTests {
  private final class Program {
    let flow: Flow
    let first: Store<Int, Int>
    let second: Store<Int, Int>
    let journal: Journal
    var seen: [String] = []
    private var tokens: [ObservationToken] = []

    init(_ path: String, isolation: isolated (any Actor)? = #isolation) throws {
      let flow = Flow(name: "two")
      func store(_ name: String) -> Store<Int, Int> {
        Store(0, name: name, flow: flow) { sum, number in
          sum += number
          return .none
        }
      }
      self.flow = flow
      first = store("first")
      second = store("second")
      journal = try Journal(of: flow, at: path)
      for store in [first, second] {
        try journal.record(
          store, state: RecordSchema("sum \(store.storeName)"),
          messages: RecordSchema("add \(store.storeName)"))
      }
      for store in [first, second] {
        tokens.append(
          store.observe(\.self) { [unowned self] _ in
            seen.append("\(store.storeName): \(first.state) \(second.state)")
            // An observer that keeps the second equal to the first.
            if second.state != first.state { second.send(first.state - second.state) }
          })
      }
    }
  }

  @Test("calls observers when all have their states, so that one that compares them sends nothing")
  func together() async throws {
    let folder = try JournalFolder()
    let program = try Program(folder.journal)
    try program.journal.start()
    program.first.send(3)
    #expect(program.second.state == 3)
    try await program.journal.flush()
    try program.journal.close()
    for _ in 0..<2 {
      let again = try Program(folder.journal)
      let restoration = try again.journal.start()
      #expect(again.seen == ["first: 3 3", "second: 3 3"])
      #expect(restoration.lastSequence == 2 && again.flow.lastSequence == 2)
      #expect("\(restoration)".hasPrefix("The history ends with turn 2; snapshots: `first` from turn 0"))
      #expect(!"\(restoration)".contains("ExactText"))
      try again.journal.close()
    }
  }
}
