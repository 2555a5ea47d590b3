import Millrace
import MillraceSync
import Testing

@testable import MillracePostgres

@Suite("Appends that wait")
struct AppendQueueTests {
  private let queues = AppendQueues()

  private func key(_ name: String) -> AppendQueues.Key {
    AppendQueues.Key(name: Array(name.utf8), epoch: nil)
  }

  @discardableResult
  private func add(_ name: String, bytes: Int = 1) throws -> Bool {
    let entry = LogEntry(
      writer: try LogWriter("w"), number: 1, store: "s", kind: SchemaKind(name: "k", version: 1), rules: 1,
      time: 0, message: [UInt8](repeating: 0, count: bytes))
    return queues.add(
      WaitingAppend(entries: [entry], after: 0, request: Request()), to: key(name), named: name)
  }

  @Test("those of one log gather while its batch is on its way, and come when it has ended")
  func oneLog() throws {
    #expect(try add("a"))
    let first = queues.take()
    #expect(first.batches.map(\.appends.count) == [1] && !first.hasMore)
    #expect(try !add("a"))
    #expect(try !add("a"))
    #expect(queues.take().batches.isEmpty)
    #expect(queues.finish(first.batches, again: []))
    let second = queues.take().batches
    #expect(second.map(\.appends.count) == [2])
    #expect(!queues.finish(second, again: []))
    #expect(try add("a"))
  }

  @Test("those of one log before its batch is taken need one job, and a batch has no more than its limit")
  func oneJob() throws {
    #expect(try add("a"))
    for _ in 0..<AppendQueues.batchLimit { #expect(try !add("a")) }
    let first = queues.take()
    #expect(first.batches.map(\.appends.count) == [AppendQueues.batchLimit] && !first.hasMore)
    #expect(queues.take().batches.isEmpty)
    #expect(queues.finish(first.batches, again: []))
    #expect(queues.take().batches.map(\.appends.count) == [1])
  }

  @Test("those of many logs come together, sorted, and not too many")
  func manyLogs() throws {
    let names = (0..<40).map { "log \($0)" }
    for name in names.shuffled() { try add(name) }
    let first = queues.take()
    #expect(first.batches.count == AppendQueues.logLimit && first.hasMore)
    #expect(first.batches.map(\.key) == first.batches.map(\.key).sorted())
    let second = queues.take()
    #expect(second.batches.count == 40 - AppendQueues.logLimit && !second.hasMore)
    #expect(Set((first.batches + second.batches).map(\.name)) == Set(names))
  }

  @Test("a large one ends what is sent together")
  func bytes() throws {
    try add("a")
    try add("b", bytes: AppendQueues.byteLimit)
    try add("c")
    #expect(queues.take().batches.map(\.name) == ["a", "b"])
    #expect(queues.take().batches.map(\.name) == ["c"])
  }

  @Test("what could not be carried out together comes again, first of its log, and alone")
  func again() throws {
    for name in ["a", "b"] { try add(name) }
    let together = queues.take().batches
    try add("a")
    try add("d")
    #expect(queues.finish(together, again: [together[0]]))
    try add("c")
    // It is not added to those before it either.
    #expect(queues.take().batches.map(\.name) == ["d"])
    let alone = queues.take()
    #expect(alone.batches.map(\.name) == ["a"] && alone.batches[0].appends.count == 2 && alone.hasMore)
    #expect(alone.batches[0].appends[0].request === together[0].appends[0].request)
    #expect(queues.take().batches.map(\.name) == ["c"])
    try add("a")
    #expect(queues.finish(alone.batches, again: []))
    try add("b")
    #expect(queues.take().batches.map(\.name) == ["a", "b"])
  }

  @Test("all that wait can be taken at the end")
  func all() throws {
    try add("a")
    let batches = queues.take().batches
    try add("a")
    try add("b")
    #expect(Set(queues.takeAll().map(\.name)) == ["a", "b"])
    #expect(!queues.finish(batches, again: []))
    #expect(queues.take().batches.isEmpty)
  }
}
