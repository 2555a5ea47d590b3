import Millrace
import TestResources
import Testing

@testable import MillraceSync

@Suite("A replica that is used in a wrong way")
@MainActor
struct ReplicaMisuseTests {
  private let log = MemoryLog("words")

  private func error(_ body: () throws(ReplicaError) -> Void) -> ReplicaError? {
    do { try body() } catch { return error }
    return nil
  }

  private func error(_ body: () async throws(ReplicaError) -> Void) async -> ReplicaError? {
    do { try await body() } catch { return error }
    return nil
  }

  private func share(_ store: Store<Words, WordMessage>, _ kind: String = "word", rules: Int = 1) throws {
    let replica = Replica(of: store.flow, log: log, writer: try LogWriter("kitchen"))
    try replica.share(store, state: RecordSchema("words"), messages: RecordSchema(kind), rules: rules)
    try replica.start()
  }

  @Test("says what no log accepts when a store is shared")
  func flaws() throws {
    let long = String(repeating: "n", count: 300)
    let flaws = [
      ("", "word", 1, "the store has an empty name"), ("a\0b", "word", 1, "NUL"),
      (long, "word", 1, "the store has a name of 300 bytes"),
      ("words", long, 1, "a kind of its messages has a name of 300 bytes"),
      ("words", "word", 0, "the version 0 of its rules is not between 1 and"),
      ("words", "word", Int.max, "of its rules is not between 1 and"),
    ]
    for (name, kind, rules, text) in flaws {
      let store = Store<Words, WordMessage>(Words(), name: name) { _, _ in .none }
      let error = #expect(throws: ReplicaError.self) { try share(store, kind, rules: rules) }
      #expect("\(error, default: "none")".contains(text))
    }
  }

  @Test("shares no store that another replica shares, until that one has ended or is closed")
  func twoReplicas() async throws {
    let store = Store<Words, WordMessage>(Words(), name: "words") { _, _ in .none }
    var first: Replica? = Replica(of: store.flow, log: log, writer: try LogWriter("first"))
    try first?.share(store, state: RecordSchema("words"), messages: RecordSchema("word"))
    #expect(throws: ReplicaError.sharedElsewhere(store: "words")) { try share(store) }
    first = nil
    let second = Replica(of: store.flow, log: log, writer: try LogWriter("second"))
    try second.share(store, state: RecordSchema("words"), messages: RecordSchema("word"))
    await second.close()
    store.send(.add("salt"))
    #expect(second.status.pendingCount == 0, "it is an ordinary turn")
    try share(store)
  }

  @Test("says why a message cannot be committed, once")
  func unshareable() async throws {
    let place = try WordPlace("kitchen", log)
    let word = String(repeating: "x", count: LogEntry.messageLimit)
    let error = await error { () async throws(ReplicaError) in
      try await place.replica.commit(.add(word), to: place.store)
    }
    #expect("\(error, default: "none")".contains("bytes in CBOR, and the limit is 1048576"))
    #expect(place.errors == [])
    #expect(place.replica.status.pendingCount == 0)
  }

  @Test("says that a message which stays in its place cannot be committed")
  func local() async throws {
    let store = Store<Words, WordMessage>(Words(), name: "words") { _, _ in .none }
    let replica = Replica(of: store.flow, log: log, writer: try LogWriter("kitchen"))
    try replica.share(
      store, state: RecordSchema("words"), messages: RecordSchema<WordMessage>("word"),
      from: { _ in nil }, as: { $0 })
    try replica.start()
    let error = await error { () async throws(ReplicaError) in
      try await replica.commit(.add("flour"), to: store)
    }
    #expect("\(error, default: "none")".contains("it stays in this place"))
  }

  @Test("asks the log again after an error of the log, when it is started again")
  func startAgain() async throws {
    let place = try WordPlace("kitchen", log)
    try await place.replica.catchUp()
    log.fail(with: .closed(log: "words"))
    place.store.send(.add("flour"))
    #expect(await place.reachStop() == .log(.closed(log: "words")))
    log.fail(with: nil)
    place.replica.stop()
    try place.replica.start()
    try await place.replica.waitUntilConfirmed()
    #expect(try await log.head() == 1)
    #expect(place.words == ["flour"])
  }

  @Test("does not start after its end, nor when it is closed while its file is opened", .realDisk)
  func closed() async throws {
    let folder = try FileFolder()
    let place = try WordPlace("kitchen", log, starting: false)
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    // It has begun to open the file when this returns, and cannot go on before the next suspension here.
    let starting = Task.immediate {
      await error { () async throws(ReplicaError) in
        try await place.replica.start(keepingIn: folder.file("replica"))
      }
    }
    #expect(place.replica.isStarted)
    await place.replica.close()
    #expect(await starting.value == .closed)
    #expect(place.replica.status.phase == .notSharing)
    #expect(error { () throws(ReplicaError) in try place.replica.start() } == .closed)
    // Its file is free.
    let next = try WordPlace("kitchen", log, starting: false)
    try await next.replica.start(keepingIn: folder.file("replica"))
    await next.replica.close()
    let again = await error { () async throws(ReplicaError) in
      try await next.replica.start(keepingIn: folder.file("replica"))
    }
    #expect(again == .closed)
  }

  @Test("says that a flow without an actor cannot wait")
  @concurrent nonisolated func homeless() async throws {
    let store = Store<Words, WordMessage>(Words(), name: "words") { _, _ in .none }
    let replica = Replica(of: store.flow, log: log, writer: try LogWriter("kitchen"))
    try replica.share(store, state: RecordSchema("words"), messages: RecordSchema("word"))
    try replica.start()
    await #expect(throws: ReplicaError.homeless(flow: store.flow.name)) {
      try await replica.commit(.add("flour"), to: store)
    }
    await #expect(throws: ReplicaError.homeless(flow: store.flow.name)) { try await replica.catchUp() }
    store.send(.add("flour"))
    await #expect(throws: ReplicaError.homeless(flow: store.flow.name)) {
      try await replica.waitUntilConfirmed()
    }
  }

  @Test("says what is too late")
  func late() throws {
    let place = try WordPlace("kitchen", log)
    let error = error { () throws(ReplicaError) in try place.replica.start() }
    #expect("\(error, default: "none")".contains("so starting it again is not possible. Share stores"))
  }

  @Test("says which store's state cannot be encoded")
  func state() async throws {
    struct Broken: Codable, Sendable {
      func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: "broken"))
      }
    }
    let store = Store<Broken, WordMessage>(Broken(), name: "broken") { _, _ in .none }
    let replica = Replica(
      of: store.flow, log: log, writer: try LogWriter("kitchen"), options: ReplicaOptions(digestInterval: 1))
    var errors: [String] = []
    replica.errorHandler = { errors.append("\($0)") }
    try replica.share(store, state: RecordSchema("broken"), messages: RecordSchema("word"))
    try replica.start()
    try await replica.commit(.add("flour"), to: store)
    #expect(errors.count == 1)
    #expect(
      errors.first?.contains("of the store `broken` cannot be used: its state cannot be encoded") == true)
  }
}
