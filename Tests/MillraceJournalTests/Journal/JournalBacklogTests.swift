import Millrace
import MillraceSQLite
import RecordFixture
import Testing

@testable import MillraceJournal

@Suite("What waits to be written")
struct JournalBacklogTests {
  static func entry(_ sequence: UInt64, ends key: String? = nil, isRefused: Bool = false) -> JournalEntry {
    let permit = Permit()
    if isRefused { permit.refuse() }
    return .turn(
      PendingTurn(
        sequence: sequence, time: 0, journaledStore: 0, message: nil, cause: .sent, isHandled: true,
        effects: [],
        tasks: key.map { [.ended(key: $0, .answered, permit)] } ?? []))
  }

  static let full = JournalError.database(
    path: "p", doing: "be written", reason: "the disk is full", code: 13)

  static func resumption(_ sequence: UInt64) -> Resumption {
    Resumption(sequence: sequence, time: 0, captures: [], reason: "full")
  }

  @Test("the first one starts a timer, and a full batch is written once")
  func demands() {
    let backlog = BacklogBox(limit: 10, batch: 3)
    #expect(backlog.add(Self.entry(1)) == .timer)
    #expect(backlog.add(Self.entry(2)) == .nothing)
    #expect(backlog.add(Self.entry(3)) == .write)
    #expect(backlog.add(Self.entry(4)) == .nothing)
    #expect(backlog.take().map(\.sequence) == [1, 2, 3, 4])
    #expect(backlog.count == 4)
    #expect(!backlog.written(4))
    #expect(backlog.count == 0)
  }

  @Test("there is one timer at a time, however often is written before its time has come")
  func timers() {
    let backlog = BacklogBox(limit: 10, batch: 3)
    #expect(backlog.add(Self.entry(1)) == .timer)
    _ = backlog.take()
    _ = backlog.written(1)
    #expect(backlog.add(Self.entry(2)) == .nothing)
    backlog.timerDue()
    _ = backlog.take()
    _ = backlog.written(1)
    #expect(backlog.add(Self.entry(3)) == .timer)
  }

  @Test("entries taken by the writer count, and waiters are notified when they are on disk")
  func bounds() {
    let backlog = BacklogBox(limit: 2, batch: 1)
    #expect(backlog.add(Self.entry(1)) == .write)
    #expect(backlog.add(Self.entry(2)) == .nothing)
    #expect(backlog.add(Self.entry(3)) == .wait)
    let taken = backlog.take()
    #expect(taken.count == 2)
    #expect(backlog.add(Self.entry(3)) == .wait)
    #expect(backlog.add(Self.entry(3), isExtra: true) == .nothing)
    #expect(!backlog.written(1), "with the extra one there is no room yet")
    #expect(backlog.written(1))
    #expect(backlog.add(Self.entry(4)) == .write)
  }

  @Test("a limit below a batch is a batch")
  func smallLimit() {
    let backlog = BacklogBox(limit: 1, batch: 3)
    _ = backlog.add(Self.entry(1))
    _ = backlog.add(Self.entry(2))
    #expect(backlog.add(Self.entry(3)) == .write)
    #expect(backlog.add(Self.entry(4)) == .wait)
  }

  @Test("a failure is reported once, puts back what was taken in order, and ends with a recovery")
  func failure() {
    let backlog = BacklogBox(limit: 10, batch: 2)
    for number in 1...3 { _ = backlog.add(Self.entry(UInt64(number))) }
    let taken = backlog.take()
    _ = backlog.add(Self.entry(4))
    _ = backlog.written(1)
    #expect(backlog.failed(taken[1...], Self.full))
    #expect(backlog.status == .failing(Self.full))
    #expect(backlog.accepts)
    #expect(backlog.waiting.map(\.sequence) == [2, 3, 4])
    #expect(backlog.count == 3)
    #expect(backlog.add(Self.entry(5)) == .nothing, "it is tried again when it is time")
    let again = backlog.take()
    #expect(!backlog.failed(again[...], .closed(path: "p")))
    #expect(backlog.status == .failing(.closed(path: "p")), "the last reason counts")
    _ = backlog.take()
    _ = backlog.written(4)
    #expect(backlog.recovered())
    #expect(!backlog.recovered())
    #expect(backlog.status == .writing)
  }

  @Test("when it has stopped nothing more is taken, and what has ended meanwhile is reported when it goes on")
  func stop() {
    let backlog = BacklogBox(limit: 10, batch: 2)
    _ = backlog.add(Self.entry(1))
    _ = backlog.add(Self.entry(2, ends: "b"))
    let taken = backlog.take()
    _ = backlog.add(Self.entry(3, ends: "c"))
    #expect(backlog.stop(Self.full, from: 1))
    #expect(!backlog.stop(Self.full, from: 2))
    #expect(!backlog.accepts)
    #expect(backlog.drop(taken[...]).map(\.sequence) == [1, 2, 3])
    #expect(backlog.count == 0)
    #expect(backlog.add(Self.entry(4, ends: "d")) == .refused)
    #expect(backlog.add(Self.entry(5), isExtra: true) == .refused)
    #expect(backlog.add(Self.entry(6, ends: "e", isRefused: true)) == .refused)
    #expect(!backlog.recovered())
    #expect(backlog.status == .stopped(Self.full, from: 1))
    backlog.resume(Self.resumption(5))
    backlog.resume(Self.resumption(6))
    #expect(backlog.status == .writing)
    #expect(backlog.waiting.map(\.sequence) == [5])
    let keys = backlog.waiting.flatMap(\.tasks).map { change in
      if case .ended(let key, _, _) = change { key } else { "" }
    }
    #expect(keys == ["b", "c", "d"])
  }

  @Test("when another writer has the journal nothing goes on, whatever it had stopped for before")
  func superseded() {
    let backlog = BacklogBox(limit: 10, batch: 2)
    let superseded = JournalError.superseded(path: "p", by: nil)
    #expect(backlog.stop(Self.full, from: 4))
    #expect(backlog.stop(superseded, from: 7))
    #expect(backlog.status == .stopped(superseded, from: 4))
    #expect(!backlog.stop(superseded, from: 8) && !backlog.stop(Self.full, from: 9))
    backlog.resume(Self.resumption(9))
    #expect(backlog.status == .stopped(superseded, from: 4))
    #expect(backlog.add(Self.entry(9)) == .refused && backlog.add(Self.entry(9), isExtra: true) == .refused)
    #expect(backlog.count == 0)
  }

  @Test("nothing goes on that has not stopped, and a closed one takes nothing")
  func closed() {
    let backlog = BacklogBox(limit: 10, batch: 2)
    backlog.resume(Self.resumption(1))
    #expect(backlog.count == 0)
    backlog.close()
    #expect(backlog.add(Self.entry(1)) == .refused)
    #expect(!backlog.stop(Self.full, from: 1))
    backlog.resume(Self.resumption(1))
    #expect(backlog.status == .closed)
  }

  @Test(
    "all that is taken in is written once, in order, and whatever waits is waited for", arguments: 0..<300)
  func law(seed: UInt64) {
    var random = RecordRandom(seed)
    let (limit, batch) = (Int.random(in: 1...8, using: &random), Int.random(in: 1...5, using: &random))
    let backlog = BacklogBox(limit: limit, batch: batch)
    var (next, accepted, written): (UInt64, [UInt64], [UInt64]) = (1, [], [])
    var isTimed = false
    var isDrainDue = false
    let note: Comment = "seed \(seed), limit \(limit), batch \(batch)"
    for _ in 0..<200 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        let before = backlog.count
        switch backlog.add(Self.entry(next)) {
        case .nothing: #expect(backlog.count == before + 1, note)
        case .timer:
          #expect(!isTimed, note)
          isTimed = true
        case .write: isDrainDue = true
        case .wait:
          #expect(before >= max(limit, batch), note)
          continue
        case .refused: continue
        }
        #expect(before < max(limit, batch), note)
        accepted.append(next)
        next += 1
      case 5 where isTimed:
        isTimed = false
        backlog.timerDue()
        isDrainDue = true
      case 6...8:
        isDrainDue = false
        var rest = backlog.take()[...]
        while !rest.isEmpty {
          if Int.random(in: 0..<4, using: &random) == 0 {
            _ = backlog.failed(rest, Self.full)
            isDrainDue = true
            break
          }
          let count = min(batch, rest.count)
          written += rest.prefix(count).map(\.sequence)
          rest = rest.dropFirst(count)
          _ = backlog.written(count)
        }
        if rest.isEmpty { _ = backlog.recovered() }
      default:
        if case .stopped = backlog.status {
          backlog.resume(Self.resumption(next))
          accepted.append(next)
          isDrainDue = true
          next += 1
        } else if Int.random(in: 0..<4, using: &random) == 0 {
          _ = backlog.stop(Self.full, from: next)
          isDrainDue = true
        }
      }
      #expect(written + backlog.waiting.map(\.sequence) == accepted, note)
      #expect(backlog.count == accepted.count - written.count, note)
      #expect(backlog.waiting.isEmpty || isTimed || isDrainDue, note)
    }
  }
}

/// A backlog that can be asked inside of an expectation.
private final class BacklogBox {
  private var backlog: JournalBacklog

  init(limit: Int, batch: Int) { backlog = JournalBacklog(limit: limit, batch: batch) }

  var count: Int { backlog.count }
  var status: JournalStatus { backlog.status }
  var accepts: Bool { backlog.accepts }
  var waiting: [JournalEntry] { backlog.waiting }

  func add(_ entry: JournalEntry, isExtra: Bool = false) -> JournalBacklog.Demand {
    backlog.add(entry, isExtra: isExtra)
  }
  func timerDue() { backlog.timerDue() }
  func take() -> [JournalEntry] { backlog.take() }
  func written(_ count: Int) -> Bool { backlog.written(count) }
  func failed(_ rest: ArraySlice<JournalEntry>, _ error: JournalError) -> Bool { backlog.failed(rest, error) }
  func stop(_ error: JournalError, from sequence: UInt64) -> Bool { backlog.stop(error, from: sequence) }
  func recovered() -> Bool { backlog.recovered() }
  func resume(_ resumption: Resumption) { backlog.resume(resumption) }
  func drop(_ rest: ArraySlice<JournalEntry>) -> [JournalEntry] { backlog.drop(rest) }
  func close() { backlog.close() }
}
