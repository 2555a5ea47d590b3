import Millrace
import MillraceJournal
import TestResources
import Testing

@testable import MillraceSync

/// A program with a journal, a replica with a file, and a durable effect.
@MainActor
private final class MailProgram {
  struct Box: Codable, Equatable, Sendable {
    var written: [String] = []
    var sent: [String] = []
  }

  enum Message: Codable, Equatable, Sendable {
    case write(String)
    case sent(String)
  }

  let store: Store<Box, Message>
  let journal: Journal
  let replica: Replica
  let changes: AsyncStream<Box>
  private let token: ObservationToken

  /// - Parameter post: The work of the durable effect.
  init(
    _ log: any SharedLog, journal path: String, post: @escaping @Sendable (_ key: String) async throws -> Void
  ) throws {
    let send = DurableEffect<String, Message>("send-mail", requests: RecordSchema("mail")) { mail, key, _ in
      try await post(key)
      return .sent(mail)
    }
    store = Store(Box(), name: "box") { box, message in
      switch message {
      case .write(let mail):
        box.written.append(mail)
        return send(mail, key: "mail \(mail)")
      case .sent(let mail):
        box.sent.append(mail)
        return .none
      }
    }
    let (changes, change) = AsyncStream<Box>.makeStream()
    self.changes = changes
    token = store.observe { change.yield($0) }
    journal = try Journal(of: store.flow, at: path)
    try journal.record(store, state: RecordSchema("box"), messages: RecordSchema("mail-message"))
    try journal.durable(send, on: store)
    replica = Replica(of: store.flow, log: log, writer: try LogWriter("desk"))
    try replica.share(store, state: RecordSchema("box"), messages: RecordSchema("mail-message"))
  }

  func start(keepingIn path: String) async throws {
    try journal.start()
    try await replica.start(keepingIn: path)
  }

  func close() async throws {
    await replica.close()
    try journal.close()
  }

  var box: Box { store.withState { copy $0 } }

  func reach(_ isReached: (Box) -> Bool) async {
    if isReached(box) { return }
    for await box in changes where isReached(box) { return }
  }
}

@Suite("A replica beside a journal")
@MainActor
struct ReplicaJournalTests {
  private let log = MemoryLog("mail")
  private let folder: FileFolder
  private let keys = Locked<[String]>([])

  init() throws { folder = try FileFolder() }

  @Test("has a durable effect run again that had not answered, and shares its answer")
  func durable() async throws {
    let (begins, begin) = AsyncStream<String>.makeStream()
    do {
      let first = try MailProgram(log, journal: folder.file("journal")) { key in
        begin.yield(key)
        let (never, feed) = AsyncStream<Void>.makeStream()
        for await _ in never {}
        withExtendedLifetime(feed) {}
        throw CancellationError()
      }
      try await first.start(keepingIn: folder.file("replica"))
      first.store.send(.write("letter"))
      var begun: String?
      for await key in begins {
        begun = key
        break
      }
      #expect(begun == "mail letter")
      try await first.journal.flush()
      try await first.close()
    }
    let second = try MailProgram(log, journal: folder.file("journal")) { [keys] key in
      keys.withLock { $0.append(key) }
    }
    try await second.start(keepingIn: folder.file("replica"))
    await second.reach { $0.sent == ["letter"] }
    try await second.replica.waitUntilConfirmed()
    #expect(second.box == MailProgram.Box(written: ["letter"], sent: ["letter"]))
    #expect(keys.withLock { $0 } == ["mail letter"])
    #expect(try await log.head() == 2)
    try await second.close()
  }

  @Test(
    "keeps a message pending in its file until the journal's disk has the effects of its turn, or what its refusal led to",
    arguments: [false, true])
  func order(isRefused: Bool) async throws {
    let place = try WordPlace("kitchen", log, starting: false)
    if isRefused {
      let other = try WordPlace("cellar", log)
      try await other.replica.commit(.claim("salt"), to: other.store)
    }
    let (calls, call) = AsyncStream<Void>.makeStream()
    let (permits, permit) = AsyncStream<Void>.makeStream()
    let token = place.store.flow.tap(
      broken: nil,
      kept: {
        call.yield()
        for await _ in permits {}
      }, { _ in })
    let path = folder.file("replica")
    try await place.replica.start(keepingIn: path)
    place.store.send(isRefused ? .claim("salt") : .ask("salt"))
    await place.reachCurrent(at: isRefused ? 2 : 1)
    #expect(place.refusals.count == (isRefused ? 1 : 0))
    // A file that did not wait would be done before it asked.
    let (ends, end) = AsyncStream<Bool>.makeStream()
    let asked = Task {
      for await _ in calls { end.yield(true) }
    }
    let kept = Task {
      try await place.replica.waitUntilKept()
      end.yield(false)
    }
    var first: Bool?
    for await isAsked in ends {
      first = isAsked
      break
    }
    #expect(first == true)
    permit.finish()
    try await kept.value
    asked.cancel()
    await place.replica.close()
    withExtendedLifetime(token) {}
  }

  @Test("shows the log's state, and not what a journal has restored beside it")
  func restored() async throws {
    let post: @Sendable (String) async throws -> Void = { _ in }
    do {
      let alone = try MailProgram(log, journal: folder.file("journal"), post: post)
      try alone.journal.start()
      alone.store.send(.sent("long ago"))
      try await alone.journal.flush()
      try await alone.close()
    }
    let program = try MailProgram(log, journal: folder.file("journal"), post: post)
    try program.journal.start()
    #expect(program.box.sent == ["long ago"])
    try program.replica.start()
    try await program.replica.catchUp()
    #expect(program.box == MailProgram.Box())
    try await program.close()
  }
}
