import MillraceJournal
import MillraceTesting
import Testing

@Suite("Reading: following")
struct ReadingFollowTests {
  let folder: ReadingFolder

  init() throws { folder = try ReadingFolder() }

  @Test("What is there comes first, then what another connection writes, in order and once")
  func follows() async throws {
    let writer = try RowWriter.sample(folder.file(), turns: 600)
    let clock = ManualClock()
    let reader = try JournalReader(at: folder.file())
    let (stream, continuation) = AsyncStream<UInt64>.makeStream()
    let follower = Task {
      for try await turn in reader.follow(from: 5, clock: clock) { continuation.yield(turn.sequence) }
      continuation.finish()
    }
    var seen = stream.makeAsyncIterator()
    for sequence in 5...600 as ClosedRange<UInt64> { #expect(await seen.next() == sequence) }
    var next: UInt64 = 601
    for step in 0..<20 {
      await clock.waitForSleepers(count: 1)
      // Numbers may be missing, and several turns may come with one commit.
      let fresh = [next, next + 2, next + 3].prefix(step % 4)
      try writer.execute("BEGIN")
      for sequence in fresh { try writer.turn(sequence) }
      try writer.execute("COMMIT")
      clock.jump(by: .milliseconds(50))
      for sequence in fresh { #expect(await seen.next() == sequence) }
      next += 5
    }
    await clock.waitForSleepers(count: 1)
    follower.cancel()
    #expect(await seen.next() == nil)
    try await follower.value
    try clock.requireNoSleepers()
    writer.close()
  }

  @Test("A follower that starts beyond the end waits for what it asked for")
  func beyondTheEnd() async throws {
    let writer = try RowWriter.sample(folder.file(), turns: 3)
    let clock = ManualClock()
    let following = try JournalReader(at: folder.file()).follow(from: 5, every: .seconds(1), clock: clock)
    let first = Task {
      var iterator = following.makeAsyncIterator()
      return try await iterator.next()?.sequence
    }
    await clock.waitForSleepers(count: 1)
    try writer.turn(4)
    try writer.turn(5)
    clock.jump(by: .seconds(1))
    #expect(try await first.value == 5)
    writer.close()
  }

  @Test("A journal that goes away is an error of the sequence")
  func goesAway() async throws {
    let writer = try RowWriter.sample(folder.file(), turns: 3)
    writer.close()
    let following = try JournalReader(at: folder.file()).follow()
    try folder.remove("a.journal")
    await #expect(throws: JournalError.missing(path: folder.file())) {
      for try await _ in following {}
    }
  }
}
