import Millrace
import MillraceQueries
import Testing

/// The queue of mutations beside a list that is as simple as can be.
struct MutationModel {
  struct Entry: Equatable {
    var number: UInt64
    var change: Int
    var isRunning = false
  }

  var queue = MutationQueue<Int>()
  var entries: [Entry] = []
  var isOnline = true
  var ended: [Int] = []
  var asked = 0
  var problems: [String] = []

  func scope(_ change: Int) -> EffectID { EffectID(change % 3) }

  mutating func begin(_ begun: [PendingMutation<Int>]) {
    var expected: [Int] = []
    if isOnline {
      for index in entries.indices {
        let isFirst = !entries[..<index].contains { $0.change % 3 == entries[index].change % 3 }
        if isFirst, !entries[index].isRunning {
          entries[index].isRunning = true
          expected.append(entries[index].change)
        }
      }
    }
    if begun.map(\.change) != expected { problems.append("begins \(begun.map(\.change)), not \(expected)") }
  }

  mutating func step(_ random: inout RandomSource) {
    let running = entries.filter(\.isRunning)
    switch Int.random(in: 0..<10, using: &random) {
    case 0...3:
      asked += 1
      entries.append(Entry(number: UInt64(asked), change: asked))
      begin(queue.ask(asked, key: "\(asked)", scope: scope))
    case 4, 5:
      guard let entry = running.randomElement(using: &random) else { return }
      entries.removeAll { $0.number == entry.number }
      ended.append(entry.change)
      let next = queue.end(entry.number, scope: scope)
      if next?.change != entry.change { problems.append("ended \(String(describing: next?.change))") }
      begin(next?.next ?? [])
    case 6:
      guard let entry = running.randomElement(using: &random) else { return }
      if let index = entries.firstIndex(where: { $0.number == entry.number }) {
        entries[index].isRunning = false
      }
      begin(queue.retry(entry.number, QueryFailure("away"), scope: scope))
    case 7:
      isOnline.toggle()
      begin(queue.setOnline(isOnline, scope: scope))
    case 8:
      guard let entry = entries.randomElement(using: &random) else { return }
      let isTaken = queue.withdraw(entry.number)
      if isTaken == entry.isRunning { problems.append("withdrew \(entry)") }
      if isTaken {
        entries.removeAll { $0.number == entry.number }
        ended.append(entry.change)
      }
    default:
      for index in entries.indices { entries[index].isRunning = false }
      begin(queue.restart(scope: scope))
    }
    check()
  }

  mutating func check() {
    let pending = queue.pending.map { Entry(number: $0.number, change: $0.change, isRunning: $0.isRunning) }
    if pending != entries { problems.append("\(pending) is not \(entries)") }
    // What is shown is the confirmed value with the pending changes in their order.
    if queue.applied(to: [0], { $0.append($1) }) != [0] + entries.map(\.change) {
      problems.append("the changes are applied in another order")
    }
    for scope in 0..<3 where entries.filter({ $0.change % 3 == scope && $0.isRunning }).count > 1 {
      problems.append("two changes of the scope \(scope) run at once")
    }
  }

  mutating func settle() {
    isOnline = true
    begin(queue.setOnline(true, scope: scope))
    while let first = entries.first(where: \.isRunning) {
      entries.removeAll { $0.number == first.number }
      ended.append(first.change)
      begin(queue.end(first.number, scope: scope)?.next ?? [])
    }
    if !queue.isEmpty { problems.append("\(queue.pending.count) changes wait for ever") }
    if Set(ended).count != ended.count || ended.count != asked {
      problems.append("\(ended) of \(asked) have ended")
    }
  }
}

@Suite("The laws of a queue of mutations") struct MutationLawTests {
  @Test("each change ends once, those of a scope in their order", arguments: 0..<4)
  func laws(batch: UInt64) {
    for number in 0..<60 {
      let seed = batch * 1_000 + UInt64(number)
      var random = RandomSource.seeded(seed)
      var model = MutationModel()
      for _ in 0..<100 where model.problems.isEmpty { model.step(&random) }
      if model.problems.isEmpty { model.settle() }
      #expect(model.problems == [], "seed \(seed)")
      if !model.problems.isEmpty { return }
    }
  }
}
