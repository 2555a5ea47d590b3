import Millrace
import TestResources
import Testing

@testable import MillraceSync

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("A replica with a file")
@MainActor
struct ReplicaKeepingTests {
  let log = MemoryLog("words")
  let folder: FileFolder

  init() throws { folder = try FileFolder() }

  private func place(
    _ log: any SharedLog, options: ReplicaOptions = ReplicaOptions()
  ) async throws -> WordPlace {
    let place = try WordPlace("kitchen", log, options: options, starting: false)
    try await place.replica.start(keepingIn: folder.file("replica"))
    return place
  }

  @Test("shows and sends after a restart what waited before")
  func pending() async throws {
    log.fail(with: .unavailable(log: "words", reason: "no network"))
    let first = try await place(log)
    first.store.send(.add("flour"))
    first.store.send(.add("salt"))
    try await first.replica.waitUntilKept()
    await first.replica.close()
    let second = try await place(log)
    #expect(second.words == ["flour", "salt"])
    await second.replica.close()
    log.fail(with: nil)
    let third = try await place(log)
    try await third.replica.waitUntilConfirmed()
    #expect(third.words == ["flour", "salt"])
    #expect(try await log.head() == 2)
    await third.replica.close()
  }

  @Test("has the confirmed state without the log", arguments: [0, 3] as [UInt64])
  func confirmed(snapshotInterval: UInt64) async throws {
    let options = ReplicaOptions(snapshotInterval: snapshotInterval)
    let first = try await place(log, options: options)
    for number in 0..<8 { try await first.replica.commit(.add("\(number)"), to: first.store) }
    await first.replica.close()
    log.fail(with: .unavailable(log: "words", reason: "no network"))
    let second = try await place(log, options: options)
    #expect(second.words == (0..<8).map(String.init))
    #expect(second.replica.status.position == 8)
    await second.replica.close()
  }

  @Test("sends an entry once whose answer was lost with its process, and begins its effect")
  func lostAnswer() async throws {
    log.loseAnswers(true)
    let first = try await place(log)
    await first.reach { $0.phase == .current }
    first.store.send(.ask("salt"))
    await first.reach { if case .offline = $0.phase { true } else { false } }
    #expect(first.asks.all == [])
    await first.replica.close()
    log.loseAnswers(false)
    let second = try await place(log)
    try await second.replica.waitUntilConfirmed()
    try await second.replica.catchUp()
    try await second.replica.waitUntilConfirmed()
    #expect(second.asks.all == ["salt"])
    #expect(second.words == ["salt", "salt!"])
    #expect(try await log.head() == 2)
    await second.replica.close()
  }

  @Test("has what waited in a process that was killed", .realProcess)
  func killed() async throws {
    let path = folder.file("replica")
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      try await Self.sendAndDie(path)
    }
    let place = try await place(log)
    #expect(place.words == ["flour", "salt"])
    try await place.replica.waitUntilConfirmed()
    #expect(try await log.head() == 2)
    await place.replica.close()
  }

  private static func sendAndDie(_ path: String) async throws {
    let log = MemoryLog("words")
    log.fail(with: .unavailable(log: "words", reason: "no network"))
    let place = try WordPlace("kitchen", log, starting: false)
    try await place.replica.start(keepingIn: path)
    place.store.send(.add("flour"))
    place.store.send(.add("salt"))
    try await place.replica.waitUntilKept()
    kill(getpid(), SIGKILL)
  }

  @Test("refuses a second replica on its file")
  func second() async throws {
    let first = try await place(log)
    let other = try WordPlace("kitchen", log, starting: false)
    await #expect(throws: ReplicaError.self) {
      try await other.replica.start(keepingIn: folder.file("replica"))
    }
    await first.replica.close()
  }
}
