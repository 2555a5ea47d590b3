import Foundation
import Millrace
import MillraceDependencies
import MillraceForms
import MillraceJournal
import MillraceNavigation
import MillraceQueries
import MillraceUndo
import TestResources
import Testing

/// The types that an application's states and messages are made of, against what our products demand of them.
///
/// A type of a state is encoded by journals, kept parts and replicas, compared by observers, tests and undo,
/// and sent to other threads. One that names something is also a key of a query, the id of a row, and a value
/// in a link.
@Suite("The vocabulary")
struct VocabularyTests {
  enum Demand: String, CaseIterable {
    case coding, comparing, hashing, sending, ordering, text, link

    func isMet(by type: Any.Type) -> Bool {
      switch self {
      case .coding: type is any Codable.Type
      case .comparing: type is any Equatable.Type
      case .hashing: type is any Hashable.Type
      // A marker protocol has no test at run time; `sendable` has it at compile time.
      case .sending: true
      case .ordering: type is any Comparable.Type
      case .text: type is any LosslessStringConvertible.Type
      case .link: type is any LinkValue.Type
      }
    }
  }

  /// The demands on the contents of states and messages.
  static let contents: [Demand] = [.coding, .comparing, .hashing, .sending]
  /// The demands on names of things, which stand in links.
  static let names = contents + [.text, .link]

  private static func row<Value: Sendable>(_ type: Value.Type, _ demands: [Demand]) -> (Any.Type, [Demand]) {
    (type, demands)
  }

  static let table: [(type: Any.Type, demands: [Demand])] = [
    row(Identifier.self, names + [.ordering]),
    row(Timestamp.self, names + [.ordering]),
    row(Duration.self, contents + [.ordering, .link]),
    row(ScreenID.self, names + [.ordering]),
    row(ScreenPath<Identifier>.self, contents),
    row(Presentation<Identifier>.self, contents),
    row(DialogContent<Timestamp>.self, contents),
    row(DialogButton<Timestamp>.self, contents),
    row(NavigationMessage<Identifier>.self, contents),
    row(RowTable<Identifier, Timestamp>.self, contents),
    row(SchemaKind.self, contents + [.text]),
    row(Cause.self, contents + [.text]),
    row(FormIssue.self, contents),
    row(FormRejection.self, contents),
    row(FormPhase.self, contents),
    row(FieldCheckState.self, contents),
    row(CheckAnswer.self, contents),
    row(SubmissionAnswer.self, contents),
    row(QueryTag.self, contents),
    row(QueryFailure.self, contents),
    row(QueryRequest.self, contents),
    row(QueryEntry<Timestamp>.self, contents),
    row(QueryCache<Identifier, Timestamp>.self, contents),
    row(QueryPages<Identifier, Timestamp>.self, contents),
    row(QueryMessage<Identifier, Timestamp>.self, contents),
    row(MutationQueue<Identifier>.self, contents),
    row(MutationMessage<Identifier, Timestamp>.self, contents),
    row(UndoMessage.self, contents),
    row(UndoName.self, contents),
    row(UndoProblem.self, contents),
    row(JournalValue.self, contents),
  ]

  @Test("has the conformances that the products demand")
  func table() {
    for (type, demands) in Self.table {
      for demand in demands { #expect(demand.isMet(by: type), "\(type): \(demand)") }
    }
  }

  /// A state as an application has it, all of whose ids and dates come from the environment.
  struct Diary: Codable, Hashable, Sendable {
    var entries: RowTable<Identifier, Timestamp> = RowTable()
    var opened: Identifier?
    var age: Duration = .zero
  }

  @Test("of a state with ids and dates is kept by a journal as it is")
  @MainActor func journaled() throws {
    let path = NSTemporaryDirectory() + "vocabulary-\(UUID().uuidString).journal"
    defer {
      for end in ["", "-wal", "-shm", "-mark"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
    func store() throws -> (Store<Diary, Identifier>, Journal) {
      let flow = Flow(name: "diary")
      let store = Store(Diary(), of: Identifier.self, name: "diary", flow: flow) { diary, id in
        diary.entries[id] = Timestamp(sinceEpoch: .nanoseconds(Int64(id.low)))
        diary.opened = id
        diary.age += .milliseconds(1500)
        return .none
      }
      let journal = try Journal(of: flow, at: path)
      try journal.record(store, state: RecordSchema("diary"), messages: RecordSchema("entry"))
      try journal.start()
      return (store, journal)
    }
    let (first, journal) = try store()
    for number in 1...3 { first.send(Identifier(high: 7, low: UInt64(number))) }
    let diary = first.withState { copy $0 }
    try journal.close()
    #expect(try store().0.withState { copy $0 } == diary)
  }

  @Test("of ids and dates is written in links and read from them", arguments: 0..<20)
  func links(seed: Int) {
    var dice = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let identifier = Identifier(high: dice.next(), low: dice.next())
      #expect(Identifier(linkTexts: identifier.linkTexts) == identifier)
      let time = Timestamp(
        sinceEpoch: Duration(
          secondsComponent: Int64.random(in: -1_000_000_000_000...1_000_000_000_000, using: &dice),
          attosecondsComponent: Int64.random(in: 0..<1_000_000_000_000_000_000, using: &dice)))
      #expect(Timestamp(linkTexts: time.linkTexts) == time)
      #expect(Duration(linkTexts: time.sinceEpoch.linkTexts) == time.sinceEpoch)
      #expect(UUID(identifier).uuidString.lowercased() == identifier.description)
      #expect(Identifier(UUID(identifier)) == identifier)
    }
    #expect(ScreenID(linkTexts: ["7"]) == 7 && ScreenID(linkTexts: ["-7"]) == nil)
    for text in ["", "1,5", "0x1", "1e3", "nan", ".", "-", "1.1234567890123456789", "99999999999999999999"] {
      #expect(Duration(linkTexts: [text]) == nil, "\(text)")
    }
    #expect(Duration(linkTexts: ["-0.5"]) == .milliseconds(-500))
    #expect(Duration.milliseconds(-500).linkTexts == ["-0.5"])
  }

  @Test("of dates leads to Foundation's and back")
  func dates() {
    for seconds in [0, 1.5, -1.5, 978_307_200, 1_790_000_000.123_456, -62_135_596_800, 253_402_300_799] {
      let date = Date(timeIntervalSince1970: seconds)
      #expect(abs(Date(Timestamp(date)).timeIntervalSince(date)) < 1e-6, "\(seconds)")
    }
    let time = Timestamp(sinceEpoch: .seconds(1_790_000_000) + .microseconds(250_000))
    #expect(Timestamp(Date(time)) == time)
    for date in [
      Date.distantPast, .distantFuture, Date(timeIntervalSinceReferenceDate: .infinity),
      Date(timeIntervalSinceReferenceDate: -.infinity), Date(timeIntervalSinceReferenceDate: .nan),
      Date(timeIntervalSinceReferenceDate: 1e300),
    ] { _ = Timestamp(date).description }
    #expect(Timestamp(Date(timeIntervalSinceReferenceDate: .nan)) == Timestamp(sinceEpoch: .zero))
  }
}
