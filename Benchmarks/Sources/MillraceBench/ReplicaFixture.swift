import Millrace
import MillraceCoding
import MillraceSync
import Synchronization

/// A flow with one shared store and its replica, with the state and messages of the journal's rows.
@MainActor
final class ReplicaFixture {
  let store: Store<JournalNotes, JournalNote>
  let replica: Replica

  init(_ log: any SharedLog, writer: String, options: ReplicaOptions = ReplicaOptions()) throws {
    let flow = Flow(name: "bench")
    store = Store(JournalNotes(), name: "notes", flow: flow, update: JournalNotes.update)
    replica = Replica(of: flow, log: log, writer: try LogWriter(writer), options: options)
    try replica.share(store, state: RecordSchema("notes"), messages: RecordSchema("note"))
  }
}

/// Entries of one writer, whose messages were encoded before.
struct EntrySource {
  private let writer: LogWriter
  private let messages: [[UInt8]]
  private var last: UInt64 = 0

  init(_ writer: String) throws {
    self.writer = try LogWriter(writer)
    let encoder = RecordEncoder()
    messages = try (0..<1_000).map { try encoder.encode(JournalNote.number($0)) }
  }

  mutating func next(_ count: Int) -> [LogEntry] {
    (0..<count).map { index in
      last += 1
      return LogEntry(
        writer: writer, number: last, store: "notes", kind: SchemaKind(name: "note", version: 1), rules: 1,
        time: 1_700_000_000_000_000_000, message: messages[index % messages.count])
    }
  }
}

/// A log that answers an append with entries of another writer alone, as soon as there are some, and appends
/// nothing.
final class OthersLog: SharedLog {
  let name = "others"

  private struct Insides {
    var last: LogEntry?
    var position: UInt64 = 0
    var page: LogPage?
    var waiting: CheckedContinuation<LogPage, Never>?
  }

  private let insides = Mutex(Insides())

  func deliver(_ entries: [LogEntry]) {
    let (waiting, page) = insides.withLock { insides in
      // A request begins at the last entry that the replica knows.
      let page = LogPage(
        after: insides.last == nil ? 0 : insides.position - 1,
        entries: (insides.last.map { [$0] } ?? []) + entries, head: insides.position + UInt64(entries.count))
      insides.position = page.head
      insides.last = entries.last
      defer { insides.waiting = nil }
      if insides.waiting == nil { insides.page = page }
      return (insides.waiting, page)
    }
    waiting?.resume(returning: page)
  }

  func append(_ entries: [LogEntry], after position: UInt64) async throws(SharedLogError) -> LogPage {
    await withCheckedContinuation { continuation in
      let page = insides.withLock { insides in
        if insides.page == nil { insides.waiting = continuation }
        defer { insides.page = nil }
        return insides.page
      }
      if let page { continuation.resume(returning: page) }
    }
  }

  func read(after position: UInt64, limit: Int) async throws(SharedLogError) -> LogPage {
    LogPage(after: position, entries: [], head: position)
  }

  func waitForEntries(after position: UInt64) async throws(SharedLogError) {}
  func snapshot() async throws(SharedLogError) -> LogSnapshot? { nil }
  func keep(_ snapshot: LogSnapshot, keeping count: Int) async throws(SharedLogError) {}
}
