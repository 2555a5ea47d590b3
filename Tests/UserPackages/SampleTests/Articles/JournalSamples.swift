import Foundation
import Millrace
import MillraceJournal
import MillraceTesting
import Synchronization
import Testing

/// The samples of *Keep what happened*.
@MainActor
enum JournalSample {
  nonisolated struct Notes: Codable, Equatable, Sendable {
    var titles: [String] = []

    static func update(_ notes: inout Notes, _ message: NoteMessage) -> Effect<NoteMessage> {
      switch message {
      case .added(let title): notes.titles.append(title)
      case .removed(let place): if notes.titles.indices.contains(place) { notes.titles.remove(at: place) }
      }
      return .none
    }
  }

  nonisolated enum NoteMessage: Codable, Equatable, Sendable {
    case added(String)
    case removed(Int)
  }

  nonisolated struct NoteMessageV1: Codable {
    var title: String

    var next: NoteMessageV2 { NoteMessageV2(title: title) }
  }

  nonisolated struct NoteMessageV2: Codable {
    var title: String
    var place: Int?

    var next: NoteMessage { place.map { .removed($0) } ?? .added(title) }
  }

  nonisolated struct Mail: Codable, Hashable, Sendable {
    var id: Int
    var text: String
  }

  nonisolated struct Outbox: Codable, Equatable, Sendable {
    var waiting: Set<Int> = []
  }

  nonisolated enum OutboxMessage: Codable, Equatable, Sendable {
    case send(Mail)
    case sent(Int)
    case refused(Int, String)
  }

  static func record(at path: String) async throws -> Notes {
    let flow = Flow(name: "notes")
    let notes = Store(Notes(), name: "notes", flow: flow, update: Notes.update)

    let journal = try Journal(of: flow, at: path)
    try journal.record(notes, state: RecordSchema("notes"), messages: RecordSchema("note"))
    try journal.start()

    notes.send(.added("buy milk"))
    try await journal.flush()
    return notes.withState { copy $0 }
  }

  static func watch(_ journal: Journal, _ show: @escaping (String?) -> Void) {
    var banner: String? { didSet { show(banner) } }
    journal.statusHandler = { status in
      switch status {
      case .failing(let error), .stopped(let error, _): banner = "Not saved: \(error)"
      case .preparing, .writing, .closed: banner = nil
      }
    }
  }

  static func startQuickly(_ flow: Flow, at path: String) throws -> Journal {
    let policy = SnapshotPolicy(turns: 5_000, time: .seconds(600), retention: .newest(10))
    let journal = try Journal(of: flow, at: path, snapshots: policy)
    return journal
  }

  static func keepLess(_ flow: Flow, at path: String) throws -> Journal {
    let journal = try Journal(of: flow, at: path, retention: .turns(atLeast: 100_000))
    return journal
  }

  static func keepLess(_ journal: Journal) async throws {
    try await journal.compact(keeping: .turns(atLeast: 10_000))
  }

  static func forTheGroup(_ flow: Flow, at path: String) throws -> Journal {
    let journal = try Journal(of: flow, at: path, permissions: .groupReadable)
    return journal
  }

  static func tellOfAnotherWriter(_ journal: Journal, print: (String) -> Void) {
    if case .stopped(.superseded(_, let owner), from: let turn) = journal.status {
      print("since turn \(turn) the journal is written by \(owner?.description ?? "another program")")
    }
  }

  static var versions: RecordSchema<NoteMessage> {
    let messages = RecordSchema(NoteMessage.self, "note", version: 3)
      .upcast("note", from: 1, to: 2) { (old: NoteMessageV1) in old.next }
      .upcast("note", from: 2, to: 3) { (old: NoteMessageV2) in old.next }
    return messages
  }

  static func lookBack(
    _ journal: Journal, _ notes: Store<Notes, NoteMessage>, print: (Any...) -> Void
  ) throws {
    let before = try journal.state(of: notes, at: 2)
    let all = try journal.state(at: 1)
    print(before.titles, all[notes]?.titles ?? [])
  }

  static func branch(at path: String) throws -> JournalDifference? {
    let reader = try JournalReader(at: path)
    try reader.branch(at: 2, to: path + ".branch")
    let difference = try reader.compare(JournalReader(at: path + ".branch"))
    return difference
  }

  static func replay(_ report: URL) throws -> ReplayReport {
    let found = try Replay(contentsOf: report).run { stage in
      try stage.add(
        Store(Notes(), name: "notes", flow: stage.flow, update: Notes.update),
        state: RecordSchema("notes"), messages: RecordSchema("note"))
    }
    #expect(found.divergence == nil, "\(found)")
    return found
  }

  static func durable(
    _ flow: Flow, _ journal: Journal, post: @escaping @Sendable (Mail, String) async throws -> Void
  ) throws -> Store<Outbox, OutboxMessage> {
    let sendMail = DurableEffect<Mail, OutboxMessage>("send-mail", requests: RecordSchema("mail")) {
      mail, key, _ in
      try await post(mail, key)
      return .sent(mail.id)
    } catch: { error, mail in
      .refused(mail.id, "\(error)")
    }
    let outbox = Store(Outbox(), of: OutboxMessage.self, name: "outbox", flow: flow) { outbox, message in
      switch message {
      case .send(let mail):
        outbox.waiting.insert(mail.id)
        return sendMail(mail, key: "mail \(mail.id)")
      case .sent(let id), .refused(let id, _):
        outbox.waiting.remove(id)
        return .none
      }
    }
    try journal.durable(sendMail, on: outbox)
    return outbox
  }

  static func follow(_ reader: JournalReader, print: (Any...) -> Void) async throws {
    for try await turn in reader.follow(from: 1) {
      print(turn.sequence, turn.store, turn.message?.json() ?? "")
    }
  }
}

@Suite("The samples of Keep what happened")
@MainActor
struct JournalSamplesTests {
  private let path = NSTemporaryDirectory() + "millrace-sample-\(UUID().uuidString).journal"

  private func clean() {
    for end in ["", "-wal", "-shm", "-mark"] {
      for file in [path, path + ".branch", path + ".jsonl"] {
        try? FileManager.default.removeItem(atPath: file + end)
      }
    }
  }

  @Test("the same lines bring the notes back, and their past can be looked at")
  func notes() async throws {
    defer { clean() }
    #expect(try await JournalSample.record(at: path).titles == ["buy milk"])
    #expect(try await JournalSample.record(at: path).titles == ["buy milk", "buy milk"])
    #expect(try await JournalSample.record(at: path).titles.count == 3)
    // The branch ends after turn 2, and the journal has one more.
    let difference = try JournalSample.branch(at: path)
    #expect(difference?.sequence == 3)
    try JournalReader(at: path).exportJournal(to: path + ".jsonl")
    #expect(try JournalSample.replay(URL(filePath: path + ".jsonl")).turnsCompared == 3)

    let flow = Flow(name: "notes")
    let notes = Store(JournalSample.Notes(), name: "notes", flow: flow, update: JournalSample.Notes.update)
    let journal = try JournalSample.startQuickly(flow, at: path)
    var banners: [String?] = []
    JournalSample.watch(journal) { banners.append($0) }
    try journal.record(notes, state: RecordSchema("notes"), messages: RecordSchema("note"))
    try journal.start()
    var printed = ""
    try JournalSample.lookBack(journal, notes) { printed += "\($0)" }
    #expect(printed == #"[["buy milk", "buy milk"], ["buy milk"]]"#)
    try journal.close()
    #expect(banners == [nil])
    #expect(JournalSample.versions.flaws.isEmpty)
  }

  @Test("a mail that was asked for is posted under its key, and followed by another reader")
  func outbox() async throws {
    defer { clean() }
    let flow = Flow(name: "mails")
    let journal = try Journal(of: flow, at: path)
    let posted = Posted()
    let outbox = try JournalSample.durable(flow, journal) { mail, key in
      await posted.add("\(mail.text) as \(key)")
    }
    try journal.record(outbox, state: RecordSchema("outbox"), messages: RecordSchema("outbox-message"))
    try journal.start()
    outbox.send(.send(JournalSample.Mail(id: 7, text: "hello")))
    try await journal.flush()
    await outbox.run()
    #expect(await posted.all == ["hello as mail 7"])
    #expect(outbox.waiting.isEmpty)
    try await journal.flush()

    let reader = try JournalReader(at: path)
    let printed = Mutex<[String]>([])
    let following = Task {
      try await JournalSample.follow(reader) { items in
        let line = items.map { "\($0)" }.joined(separator: " ")
        printed.withLock { $0.append(line) }
        if line.contains("sent\":") { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    try await following.value
    #expect(printed.withLock { $0.count } == 2)
  }
}

private actor Posted {
  var all: [String] = []

  func add(_ text: String) { all.append(text) }
}
