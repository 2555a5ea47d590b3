import MillraceSync
import Synchronization
import Testing

@testable import NotesClient

/// A log whose answers are given by hand.
private final class HandLog: SharedLog {
  let name = "notes"
  /// The calls, each with its answer to give.
  let calls: AsyncStream<@Sendable (SharedLogError?) -> Void>
  private let call: AsyncStream<@Sendable (SharedLogError?) -> Void>.Continuation

  init() { (calls, call) = AsyncStream.makeStream() }

  private func answer() async throws(SharedLogError) -> LogPage {
    let (answers, give) = AsyncStream<SharedLogError?>.makeStream()
    call.yield {
      give.yield($0)
      give.finish()
    }
    for await error in answers {
      if let error { throw error }
      return LogPage(after: 0, entries: [], head: 0)
    }
    throw .cancelled(log: name)
  }

  func append(_ entries: [LogEntry], after position: UInt64) async throws(SharedLogError) -> LogPage {
    try await answer()
  }
  func read(after position: UInt64, limit: Int) async throws(SharedLogError) -> LogPage { try await answer() }
  func waitForEntries(after position: UInt64) async throws(SharedLogError) { _ = try await answer() }
  func snapshot() async throws(SharedLogError) -> LogSnapshot? { nil }
  func keep(_ snapshot: LogSnapshot, keeping count: Int) async throws(SharedLogError) {}
}

@Suite("The log behind the link to the server")
struct GatedLogTests {
  private let away = SharedLogError.unavailable(log: "notes", reason: "nobody answers")
  private let refused = SharedLogError.refused(log: "notes", reason: "the token is unknown")

  @Test("An operation waits for the link, and is done again when the connection was lost meanwhile")
  func lost() async throws {
    let (log, (reasons, tell)) = (HandLog(), AsyncStream<String>.makeStream())
    let link = ServerLink { tell.yield($0.lostReason) }
    let gated = GatedLog(log: log, link: link)
    async let page = gated.read(after: 0, limit: 1)
    var calls = log.calls.makeAsyncIterator()
    link.open()
    let first = await calls.next()
    first?(away)
    var lost = reasons.makeAsyncIterator()
    #expect(await lost.next() == "The server cannot be reached: nobody answers.")
    link.open()
    let second = await calls.next()
    second?(nil)
    #expect(try await page.entries.isEmpty)
  }

  @Test("Closing the link ends an operation that is running, which begins again when the link is open")
  func closed() async throws {
    let log = HandLog()
    let link = ServerLink { error in Issue.record("lost: \(error)") }
    let gated = GatedLog(log: log, link: link)
    async let page = gated.append([], after: 0)
    var calls = log.calls.makeAsyncIterator()
    link.open()
    _ = await calls.next()
    link.close()
    link.open()
    let second = await calls.next()
    second?(nil)
    #expect(try await page.entries.isEmpty)
  }

  @Test(
    "A refused append is an answer if the log can be read, and else a lost connection",
    arguments: [true, false])
  func refusal(canRead: Bool) async throws {
    let (log, (reasons, tell)) = (HandLog(), AsyncStream<String>.makeStream())
    let link = ServerLink { tell.yield($0.lostReason) }
    let gated = GatedLog(log: log, link: link)
    let task = Task { try await gated.append([], after: 0) }
    var calls = log.calls.makeAsyncIterator()
    link.open()
    let append = await calls.next()
    append?(refused)
    let read = await calls.next()
    read?(canRead ? nil : refused)
    if canRead {
      await #expect(throws: refused) { try await task.value }
      #expect(try await link.waitUntilOpen() == 1, "it was not closed")
    } else {
      var lost = reasons.makeAsyncIterator()
      #expect(await lost.next() == "The server refuses this client: the token is unknown.")
      task.cancel()
      await #expect(throws: SharedLogError.cancelled(log: "notes")) { try await task.value }
    }
  }

  @Test("Who could not reach the server closes the link once, and only if it was not opened again since")
  func once() async throws {
    let reasons = Mutex<[String]>([])
    let link = ServerLink { error in reasons.withLock { $0.append(error.lostReason) } }
    link.open()
    let opening = try await link.waitUntilOpen()
    link.lost(opening, away)
    link.lost(opening, away)
    #expect(reasons.withLock(\.count) == 1)
    link.open()
    link.lost(opening, away)
    #expect(reasons.withLock(\.count) == 1)
    #expect(try await link.waitUntilOpen() == 2)
    link.close()
    link.lost(2, away)
    #expect(reasons.withLock(\.count) == 1, "what was closed on purpose was not lost")
  }

  @Test("Whoever is cancelled does not wait any more", arguments: [false, true])
  func cancelled(isEarly: Bool) async {
    let link = ServerLink()
    let (never, keeper) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      // Nothing comes of it but the end that a cancellation is.
      if isEarly { for await _ in never {} }
      return try await link.waitUntilOpen()
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    keeper.finish()
  }
}
