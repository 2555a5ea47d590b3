import FaultyFiles
import Foundation
import Millrace
import Testing

@testable import MillraceSync

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("A replica whose file cannot be written")
@MainActor
struct ReplicaFailingFileTests {
  let log = MemoryLog("words")
  let folder: FileFolder
  let disk: Disk

  init() throws {
    folder = try FileFolder()
    disk = Disk()
  }

  /// A disk that can be full.
  final class Disk: Sendable {
    let name = "faulty-\(UUID())"

    init() { #expect(faulty_vfs_make(name, faulty_plan()) == 0) }
    deinit { faulty_vfs_free(name) }

    func setFull(_ isFull: Bool) {
      let plan = faulty_plan(
        operations: UInt32(FAULTY_WRITE), at: isFull ? 1 : 0, code: 13, stays: 1, half: 0)
      #expect(faulty_vfs_plan(name, plan) == 0)
    }
  }

  private static let often = ReplicaOptions(firstRetry: .milliseconds(1), longestRetry: .milliseconds(5))
  private static let seldom = ReplicaOptions(firstRetry: .seconds(3_600), longestRetry: .seconds(3_600))

  private func place(_ options: ReplicaOptions) async throws -> WordPlace {
    let place = try WordPlace("kitchen", log, options: options, starting: false)
    try await place.replica.start(keepingIn: folder.file("replica"), vfs: disk.name)
    try await place.replica.commit(.add("flour"), to: place.store)
    try await place.replica.waitUntilKept()
    return place
  }

  private func send(_ words: String..., from place: WordPlace) async {
    for word in words { place.store.send(.add(word)) }
    await place.reach { if case .failing = $0.phase { true } else { false } }
  }

  private func expectAll(_ words: [String]) async throws {
    let next = try WordPlace("kitchen", log, starting: false)
    try await next.replica.start(keepingIn: folder.file("replica"))
    #expect(next.words == words)
    await next.replica.close()
    #expect(next.errors == [])
  }

  @Test("says so once, keeps what waits and takes what others send, and goes on by itself")
  func goesOn() async throws {
    let place = try await place(Self.often)
    disk.setFull(true)
    await send("salt", "rice", from: place)
    guard case .failing(.notKept(let reason)) = place.replica.status.phase else { return }
    #expect(reason.contains("replica` could not be written: the disk is full"))
    #expect(place.errors == [.notKept(reason: reason)])
    #expect("\(place.errors)".contains("The file of the replica cannot be used: "))
    #expect("\(place.errors)".contains("waits in memory"))
    await #expect(throws: ReplicaError.notKept(reason: reason)) { try await place.replica.waitUntilKept() }
    let other = try WordPlace("cellar", log)
    try await other.replica.commit(.add("oil"), to: other.store)
    try await place.replica.catchUp()
    #expect(place.words == ["flour", "oil", "salt", "rice"])
    #expect(try await log.head() == 2)
    #expect(place.replica.status.pendingCount == 2)
    #expect(place.errors.count == 1)
    disk.setFull(false)
    try await place.replica.waitUntilConfirmed()
    try await place.replica.waitUntilKept()
    await place.reachCurrent(at: 4)
    await place.replica.close()
    #expect(place.errors.count == 1)
    log.fail(with: .unavailable(log: "words", reason: "no network"))
    try await expectAll(["flour", "oil", "salt", "rice"])
    await other.replica.close()
  }

  @Test("goes on when it is started again")
  func startedAgain() async throws {
    let place = try await place(Self.seldom)
    disk.setFull(true)
    await send("salt", from: place)
    disk.setFull(false)
    place.replica.stop()
    #expect(place.replica.status.phase == .notSharing)
    place.store.send(.add("rice"))
    try place.replica.start()
    try await place.replica.waitUntilConfirmed()
    #expect(try await log.head() == 3)
    await place.replica.close()
    try await expectAll(["flour", "salt", "rice"])
  }

  @Test("tells at the close that the file does not have everything")
  func closed() async throws {
    let place = try await place(Self.seldom)
    disk.setFull(true)
    await send("salt", "rice", from: place)
    await place.replica.close()
    guard case .closedUnkept(pending: 2, let reason) = place.errors.last else {
      Issue.record("\(place.errors)")
      return
    }
    #expect(reason.contains("the disk is full"))
    #expect("\(place.errors)".contains("2 messages that were sent here; those that the file lacks are lost"))
    #expect(place.errors.count == 2)
    disk.setFull(false)
    try await expectAll(["flour"])
  }

  @Test("writes everything at a close when it can be written again")
  func closedAgain() async throws {
    let place = try await place(Self.seldom)
    log.fail(with: .unavailable(log: "words", reason: "no network"))
    disk.setFull(true)
    await send("salt", from: place)
    disk.setFull(false)
    await place.replica.close()
    #expect(place.errors.count == 1)
    try await expectAll(["flour", "salt"])
  }

  @Test("goes on when the file that was moved away is back")
  func moved() async throws {
    let place = try await place(Self.often)
    let path = folder.file("replica")
    #expect(rename(path, path + "-away") == 0)
    await send("salt", from: place)
    #expect("\(place.errors)".contains("removed or replaced while it was open, and has to be put back"))
    #expect(rename(path + "-away", path) == 0)
    try await place.replica.waitUntilConfirmed()
    #expect(try await log.head() == 2)
    await place.replica.close()
    try await expectAll(["flour", "salt"])
  }

  @Test("is not started on a full disk, and says what it is that cannot be used")
  func start() async throws {
    disk.setFull(true)
    let place = try WordPlace("kitchen", log, starting: false)
    let error = await #expect(throws: ReplicaError.self) {
      try await place.replica.start(keepingIn: folder.file("replica"), vfs: disk.name)
    }
    #expect("\(try #require(error))".hasPrefix("The file of the replica cannot be used: "))
    disk.setFull(false)
    try await place.replica.start(keepingIn: folder.file("replica"), vfs: disk.name)
    try await place.replica.commit(.add("flour"), to: place.store)
    await place.replica.close()
  }
}
