import Millrace
import Testing

@testable import MillraceSync

@Suite("The decisions of a replica")
struct ReplicaMachineTests {
  private let (here, there): (LogWriter, LogWriter)
  private var machine: ReplicaMachine

  init() throws {
    (here, there) = (try LogWriter("here"), try LogWriter("there"))
    machine = ReplicaMachine(log: "log", writer: here)
    #expect(machine.nextRequest() == .snapshot)
    _ = machine.received(nil as LogSnapshot?)
    #expect(machine.nextRequest() == .read(after: 0))
    _ = machine.received(LogPage(after: 0, entries: [], head: 0))
    machine.finished()
  }

  private func entry(_ writer: LogWriter, _ number: UInt64, _ message: UInt8 = 0) -> LogEntry {
    LogEntry(
      writer: writer, number: number, store: "list", kind: SchemaKind(name: "number", version: 1), rules: 1,
      time: 0, message: [message])
  }

  private mutating func send(_ message: UInt8) {
    let here = here
    _ = machine.add { number in
      LogEntry(
        writer: here, number: number, store: "list", kind: SchemaKind(name: "number", version: 1), rules: 1,
        time: 0, message: [message])
    }
  }

  private mutating func take(_ entries: [LogEntry], after position: UInt64, head: UInt64) {
    var rest = machine.received(LogPage(after: position, entries: entries, head: head))
    while !rest.isEmpty {
      guard let taken = machine.take(rest.run(upTo: .max)) else { return }
      rest = rest.dropFirst(taken.count)
    }
    machine.finished()
  }

  @Test("stop when another place writes under the same name")
  mutating func sameWriter() {
    send(1)
    #expect(machine.nextRequest() == .append([entry(here, 1, 1)], after: 0))
    take([entry(here, 1, 2)], after: 0, head: 1)
    #expect(machine.problem == .sameWriter(here, position: 1))
  }

  @Test("send again what the log had answered and has lost with its last entries")
  mutating func lostEnd() {
    send(1)
    #expect(machine.nextRequest() == .append([entry(here, 1, 1)], after: 0))
    // The page ends before the own entry, at position 3, which is then lost; another writer's takes its
    // place.
    take([entry(there, 1), entry(there, 2)], after: 0, head: 3)
    #expect(machine.nextRequest() == .read(after: 1))
    take([entry(there, 2), entry(there, 3)], after: 1, head: 3)
    #expect(machine.nextRequest() == .append([entry(here, 1, 1)], after: 2))
  }

  @Test("stop at a log that has another entry where the last one was")
  mutating func otherHistory() {
    machine.news()
    #expect(machine.nextRequest() == .read(after: 0))
    take([entry(there, 1)], after: 0, head: 1)
    machine.news()
    #expect(machine.nextRequest() == .read(after: 0))
    take([entry(there, 1, 7), entry(there, 2)], after: 0, head: 2)
    #expect(machine.problem == .otherHistory(log: "log", position: 1))
  }

  @Test("begin again with a log that went back, and keep what waits")
  mutating func startOver() {
    machine.news()
    #expect(machine.nextRequest() == .read(after: 0))
    take([entry(there, 1), entry(here, 1)], after: 0, head: 2)
    send(9)
    #expect(machine.nextRequest() == .append([entry(here, 2, 9)], after: 1))
    _ = machine.failed(.wentBack(log: "log", head: 1, known: 2))
    #expect(machine.problem == .log(.wentBack(log: "log", head: 1, known: 2)))
    machine.startOver()
    #expect(machine.nextRequest() == .snapshot)
    _ = machine.received(nil as LogSnapshot?)
    #expect(machine.nextRequest() == .read(after: 0))
    take([entry(there, 1)], after: 0, head: 1)
    #expect(machine.nextRequest() == .append([entry(here, 1, 9)], after: 0))
  }

  @Test("send half of the entries after a refusal, until the refused one is found, and drop it")
  mutating func refusal() {
    for message: UInt8 in 1...3 { send(message) }
    #expect(machine.nextRequest() == .append((1...3).map { entry(here, $0, UInt8($0)) }, after: 0))
    let refused = SharedLogError.refused(log: "log", reason: "no")
    #expect(machine.failed(refused) == nil)
    #expect(machine.nextRequest() == .append([entry(here, 1, 1)], after: 0))
    take([entry(here, 1, 1)], after: 0, head: 1)
    #expect(machine.nextRequest() == .append([entry(here, 2, 2), entry(here, 3, 3)], after: 0))
    #expect(machine.failed(refused) == nil)
    #expect(machine.nextRequest() == .append([entry(here, 2, 2)], after: 0))
    #expect(machine.failed(refused) == 2)
    #expect(machine.pending.map(\.entry) == [entry(here, 2, 3)])
    #expect(machine.nextRequest() == .append([entry(here, 2, 3)], after: 0))
  }

  @Test("ask again by themselves after a failure")
  mutating func retry() {
    machine.news()
    #expect(machine.nextRequest() == .read(after: 0))
    _ = machine.failed(.unavailable(log: "log", reason: "cut off"))
    #expect(machine.nextRequest() == nil)
    machine.retryIsDue()
    #expect(machine.nextRequest() == .read(after: 0))
  }
}
