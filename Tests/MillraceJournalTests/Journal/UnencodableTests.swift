import Millrace
import Testing

@testable import MillraceJournal

@Suite("What cannot be encoded")
@MainActor struct UnencodableTests {
  /// Numbers; some cannot be written down.
  struct Fussy: Codable, Hashable, Sendable {
    var number: Int
    struct No: Error, CustomStringConvertible {
      var description: String { "\(number) is unlucky" }; var number: Int
    }
    private enum CodingKeys: String, CodingKey { case number }
    func encode(to encoder: any Encoder) throws {
      if number == 13 { throw No(number: number) }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(number, forKey: .number)
    }
  }

  @MainActor final class FussyProgram {
    let flow = Flow(name: "fussy")
    let store: Store<Fussy, Fussy>
    let journal: Journal
    let list: ErrorList
    init(_ path: String, durability: Durability = .batched(every: .seconds(3600))) throws {
      store = Store(Fussy(number: 0), name: "fussy", flow: flow) { (state: inout Fussy, message: Fussy) in
        state.number += message.number
        return .none
      }
      list = ErrorList(flow)
      journal = try Journal(of: flow, at: path, durability: durability, snapshots: .never)
      try journal.record(store, state: RecordSchema("fussy"), messages: RecordSchema("number"))
      try journal.start()
    }
  }

  @Test(
    "a message that cannot be encoded is an error, and the journal goes on behind a gap",
    arguments: [Durability.everyTurn, .batched(every: .seconds(3600))])
  func messageNotEncodable(durability: Durability) async throws {
    let folder = try JournalFolder()
    do {
      let program = try FussyProgram(folder.journal, durability: durability)
      for number in [1, 13, 2] { program.store.send(Fussy(number: number)) }
      try? await program.journal.flush()
      await program.flow.run(until: { program.journal.status == .writing })
      program.store.send(Fussy(number: 100))
      try await program.journal.flush()
      #expect(program.store.withState(\.number) == 116)
      guard
        case .messageNotEncodable(store: "fussy", turn: 2, _, reason: "13 is unlucky") = program.list.journal
          .first
      else {
        Issue.record("\(program.list.errors)")
        return
      }
      #expect(program.list.journal.count == 1)
      #expect(try program.journal.state(of: program.store, at: 1).number == 1)
      if durability == .everyTurn {
        // The next turn found it going on already.
        #expect(try program.journal.state(of: program.store, at: 2).number == 14)
      } else {
        #expect(journalError { _ = try program.journal.state(at: 2) } == .inGap(2, after: 1, until: 3))
      }
    }
    let program = try FussyProgram(folder.journal)
    #expect(program.store.withState(\.number) == 116)
    #expect(try !JournalReader(at: folder.journal).verify().isDamaged)
  }

  @Test("going on with a state that cannot be encoded is reported once, and works when it can be again")
  func stateNotEncodable() async throws {
    let folder = try JournalFolder()
    do {
      let program = try FussyProgram(folder.journal)
      program.store.send(Fussy(number: 13))
      try? await program.journal.flush()
      await program.flow.run(until: { program.list.journal.count == 2 })
      for _ in 0..<3 { try? await program.journal.flush() }
      #expect(program.list.journal.count == 2)
      #expect(
        program.list.journal.last == .stateNotEncodable(store: "fussy", turn: 1, reason: "13 is unlucky"))
      #expect(try JournalReader(at: folder.journal).gaps().isEmpty)
      program.store.send(Fussy(number: 1))
      try await program.journal.resume()
      #expect(program.journal.status == .writing)
    }
    let program = try FussyProgram(folder.journal)
    #expect(program.store.withState(\.number) == 14)
  }
}
