import Millrace
import MillraceCoding
import Testing

@testable import MillraceSync

extension WordPlace {
  /// Waits until everything up to a position was taken, or the sharing has stopped.
  fileprivate func reachEnd(at position: UInt64) async {
    await reach { status in
      if case .stopped = status.phase { return true }
      return status.phase == .current && status.position == position
    }
  }
}

@Suite("A replica and the pages of its log")
@MainActor
struct ReplicaPageTests {
  let log = MemoryLog("words")

  /// Appends words of other places, of each writer some in a row.
  private func append(
    _ count: Int, change: (_ entry: inout LogEntry, _ position: Int) -> Void = { _, _ in }
  ) async throws {
    var entries: [LogEntry] = []
    for position in 1...count {
      let writer = try LogWriter(position % 100 < 70 ? "cellar" : "garden")
      var entry = LogEntry(
        writer: writer, number: UInt64(entries.count { $0.writer == writer } + 1), store: "words",
        kind: SchemaKind(name: "word", version: 1), rules: 1, time: 0,
        message: try RecordEncoder().encode(WordMessage.add("\(position)")))
      change(&entry, position)
      entries.append(entry)
    }
    _ = try await log.append(entries, after: 0)
  }

  /// Two stores of one flow and their replica.
  private final class Pair {
    let flow = Flow(name: "pair")
    let stores: [Store<Int, Int>]
    let replica: Replica

    init(_ name: String, _ log: MemoryLog, isolation: isolated (any Actor)? = #isolation) throws {
      let flow = flow
      stores = ["left", "right"].map { store in
        Store(0, name: store, flow: flow) { sum, number in
          sum += number
          return .none
        }
      }
      replica = Replica(of: flow, log: log, writer: try LogWriter(name))
      for store in stores {
        try replica.share(
          store, state: RecordSchema("sum \(store.storeName)"),
          messages: RecordSchema("add \(store.storeName)"))
      }
      try replica.start()
    }

    var sums: [Int] { stores.map(\.state) }
  }

  @Test("shows a long page in all stores before their observers are called")
  func together() async throws {
    let first = try Pair("first", log)
    for _ in 0..<100 { for store in first.stores { store.send(1) } }
    try await first.replica.waitUntilConfirmed()
    let second = try Pair("second", log)
    var seen: [[Int]] = []
    let tokens = second.stores.map { $0.observe(\.self) { _ in seen.append(second.sums) } }
    try await second.replica.catchUp()
    #expect(seen == [[100, 100], [100, 100]])
    for token in tokens { token.cancel() }
  }

  @Test("takes a long page at once, and names the positions of the entries that cannot be decoded")
  func longPage() async throws {
    try await append(250) { if $1 == 60 || $1 == 180 { $0.message = [0xFF, 0x00] } }
    let kitchen = try WordPlace("kitchen", log)
    try await kitchen.replica.catchUp()
    #expect(kitchen.words == (1...250).filter { $0 != 60 && $0 != 180 }.map(String.init))
    let places = kitchen.errors.map { error in
      if case .undecodable(let position, "words", let writer, _) = error {
        "\(position) \(writer)"
      } else {
        "\(error)"
      }
    }
    #expect(places == ["60 cellar", "180 garden"])
  }

  @Test("stops at the entry of a long page whose digest is another one")
  func divergedInside() async throws {
    let options = ReplicaOptions(digestInterval: 100, snapshotInterval: 0)
    try await append(250) { if $1 == 160 { $0.check = LogCheck(position: 100, digest: 1) } }
    let kitchen = try WordPlace("kitchen", log, options: options)
    await kitchen.reachEnd(at: 250)
    let problem = ReplicaError.diverged(position: 100, writer: try LogWriter("cellar"))
    #expect(kitchen.replica.status.phase == .stopped(problem))
    #expect(kitchen.replica.status.position == 160)
    #expect(kitchen.words.count == 160)
  }

  @Test("compares the digests of a long page at the positions that have one")
  func digests() async throws {
    let options = ReplicaOptions(digestInterval: 7, snapshotInterval: 0)
    var digest = StateDigest()
    try digest.add(Words(words: (1...7).map(String.init)), of: "words", RecordSchema<Words>("words"))
    let value = digest.value
    try await append(250) { if $1 == 160 { $0.check = LogCheck(position: 7, digest: value) } }
    let kitchen = try WordPlace("kitchen", log, options: options)
    try await kitchen.replica.catchUp()
    #expect(kitchen.words.count == 250)
  }

  @Test("starts over when an observer says so in the turn of an entry")
  func startOverInTurn() async throws {
    try await append(10)
    let kitchen = try WordPlace("kitchen", log)
    var times = 0
    let token = kitchen.store.observe { [replica = kitchen.replica] words in
      guard words.words.count == 5, times == 0 else { return }
      times += 1
      #expect(throws: Never.self) { try replica.startOver() }
    }
    await kitchen.reachEnd(at: 10)
    #expect(kitchen.replica.status.phase == .current)
    #expect(times == 1)
    #expect(kitchen.words == (1...10).map(String.init))
    #expect(kitchen.errors.isEmpty)
    withExtendedLifetime(token) {}
  }
}
