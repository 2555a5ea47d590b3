import Millrace
import TestResources
import Testing

@testable import MillraceSync
@testable import MillraceSyncTesting

/// A place that lives on an actor of its own.
private actor ActorPlace {
  private let store: Store<Words, WordMessage>
  private let replica: Replica
  private let name: String

  init(_ name: String, _ log: any SharedLog) throws {
    self.name = name
    store = Store(Words(), name: "words") { words, message in
      if case .add(let word) = message { words.words.append(word) }
      return .none
    }
    replica = Replica(of: store.flow, log: log, writer: try LogWriter(name))
    try replica.share(store, state: RecordSchema("words"), messages: RecordSchema("word"))
  }

  func start() throws { try replica.start() }

  /// Sends messages, some of them from other tasks, and waits until the log has them.
  func send(_ count: Int) async throws {
    let sender = store.sender()
    for number in 0..<count {
      if number.isMultiple(of: 3) {
        _ = await Task.detached { [name] in sender.send(.add("\(name) \(number)")) }.value
      } else {
        store.send(.add("\(name) \(number)"))
      }
    }
    try await replica.waitUntilConfirmed()
  }

  func words() async throws -> [String] {
    try await replica.catchUp()
    return store.withState { $0.words }
  }

  func stop() { replica.stop() }
}

@Suite("Replicas on actors")
struct ReplicaActorConcurrencyTests {
  @Test("take all messages of each other, once and in one order")
  func memory() async throws {
    try await share(MemoryLog("words"))
  }

  @Test("do the same through a file", .realDisk)
  func file() async throws {
    let folder = try FileFolder()
    let log = try await FileLog.open(folder.file("log"), durability: .afterwards)
    try await share(log)
    await log.close()
  }

  private func share(_ log: any SharedLog) async throws {
    let names = ["kitchen", "cellar", "garden"]
    let places = try names.map { try ActorPlace($0, log) }
    for place in places { try await place.start() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for place in places { group.addTask { try await place.send(40) } }
      try await group.waitForAll()
    }
    let first = try await places[0].words()
    #expect(Set(first) == Set(names.flatMap { name in (0..<40).map { "\(name) \($0)" } }))
    #expect(first.count == 120)
    for place in places.dropFirst() { #expect(try await place.words() == first) }
    for place in places { await place.stop() }
  }
}
