import Millrace
import Testing

@testable import MillraceSync

@Suite("Runs of entries")
struct EntryRunTests {
  private let writers: [LogWriter]

  init() throws { writers = try ["kitchen", "cellar", "e\u{301}", "é"].map { try LogWriter($0) } }

  /// Entries of some writers, in which each member changes now and then.
  private func entries(
    _ count: Int, of writers: [LogWriter], damaged: Bool, by random: inout Seeded
  ) -> [LogEntry] {
    var numbers: [LogWriter: UInt64] = [:]
    var entry = LogEntry(
      writer: writers[0], number: 0, store: "list", kind: SchemaKind(name: "number", version: 1), rules: 1,
      time: 0, message: [])
    let damage = damaged ? Int.random(in: 0..<count, using: &random) : count
    return (0..<count).map { index in
      switch Int.random(in: 0..<12, using: &random) {
      case 0, 1: entry.writer = writers.randomElement(using: &random) ?? entry.writer
      case 2: entry.store = ["list", "words"].randomElement(using: &random) ?? ""
      case 3: entry.kind = SchemaKind(name: "number", version: .random(in: 1...2, using: &random))
      case 4: entry.rules = .random(in: 1...2, using: &random)
      case 5: entry.check = LogCheck(position: 1, digest: .random(in: 1...2, using: &random))
      default: entry.check = nil
      }
      numbers[entry.writer, default: 0] += 1
      entry.number = numbers[entry.writer] ?? 0
      entry.message = [UInt8(index % 250)]
      guard index == damage else { return entry }
      var damaged = entry
      switch Int.random(in: 0..<5, using: &random) {
      case 0: damaged.number += 1
      case 1: damaged.message = []
      case 2: damaged.store = ""
      case 3: damaged.rules = 0
      default: damaged.check = LogCheck(position: 0, digest: 1)
      }
      return damaged
    }
  }

  @Test("are parts of their page, as long as writer, store, kind and rules stay the same")
  func parts() {
    for seed in 0..<200 as Range<UInt64> {
      var random = Seeded(state: seed)
      let page = entries(60, of: writers, damaged: false, by: &random)
      var rest = page[...]
      while let first = rest.first {
        let limit = Int.random(in: 1...20, using: &random)
        let run = rest.run(upTo: limit)
        func isAlike(_ entry: LogEntry) -> Bool {
          entry.writer == first.writer && Array(entry.store.utf8) == Array(first.store.utf8)
            && entry.kind == first.kind && entry.rules == first.rules
        }
        #expect(run.allSatisfy(isAlike), "seed \(seed)")
        #expect(run.startIndex == rest.startIndex && !run.isEmpty && run.count <= limit, "seed \(seed)")
        rest = rest.dropFirst(run.count)
        if run.count < limit, let next = rest.first { #expect(!isAlike(next), "seed \(seed)") }
      }
    }
    #expect([LogEntry]()[...].run(upTo: 3).isEmpty)
  }

  @Test("lead to the same decisions as their entries one by one, also where the log is damaged")
  func oneByOne() throws {
    for seed in 0..<400 as Range<UInt64> {
      var random = Seeded(state: seed)
      let page = entries(60, of: writers, damaged: seed.isMultiple(of: 2), by: &random)
      // The last of the own entries wait; those before are of an earlier life.
      let own = page.filter { $0.writer == writers[0] }.suffix(Int.random(in: 0...20, using: &random))
      var machines: [ReplicaMachine] = []
      var tickets: [[UInt64]] = [[], []]
      for (way, limit) in [1, Int.max].enumerated() {
        var machine = ReplicaMachine(log: "log", writer: writers[0])
        _ = machine.restore(
          position: 0, last: nil, writers: [:], pending: Array(own),
          sentUpTo: seed.isMultiple(of: 3) ? own.last?.number ?? 0 : 0)
        _ = machine.nextRequest()
        _ = machine.received(nil as LogSnapshot?)
        _ = machine.nextRequest()
        var rest = machine.received(LogPage(after: 0, entries: page, head: UInt64(page.count)))
        while machine.isRunning, let (count, origin) = machine.take(rest.run(upTo: limit)) {
          if case .here(let ticket) = origin { tickets[way].append(ticket) }
          rest = rest.dropFirst(count)
        }
        machine.finished()
        machines.append(machine)
      }
      #expect(machines[0] == machines[1], "seed \(seed)")
      #expect(tickets[0] == tickets[1], "seed \(seed)")
    }
  }
}
