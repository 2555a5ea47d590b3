import Millrace
import Testing

@testable import InspectorCore

@Suite("The index of a history")
struct HistoryIndexTests {
  /// A random history, and the same as plain lists.
  private struct Model {
    var index = HistoryIndex()
    var turns: [ArrivedTurn] = []
    var samples: [(store: Int, turn: UInt64)] = []
    var gaps: [ClosedRange<UInt64>] = []

    init(seed: UInt64, count: Int = 150) {
      var random = SeededRandom(seed)
      for store in 0..<3 { _ = index.addStore("store\(store)", isExact: true) }
      var effects: [UInt64] = [0, 0, 0]
      var number: UInt64 = 0
      for _ in 0..<count {
        if Int.random(in: 0..<20, using: &random) == 0 {
          let gap = (number + 1)...(number + UInt64.random(in: 1...5, using: &random))
          index.addGap(gap)
          gaps.append(gap)
          number = gap.upperBound
        }
        number += 1
        let store = Int.random(in: 0..<3, using: &random)
        var events: [ArrivedEvent] = []
        for _ in 0..<Int.random(in: 0...2, using: &random) {
          effects[store] += 1
          events.append(
            ArrivedEvent(
              Bool.random(using: &random) ? .started : .waiting, effect: effects[store], turn: number))
        }
        let leading = UInt64.random(in: 0...number, using: &random)
        let cause: Cause =
          switch Int.random(in: 0..<4, using: &random) {
          case 0: .sent
          case 1: .turn(leading)
          case 2: .effect(UInt64.random(in: 0...5, using: &random), turn: leading)
          default: .posted
          }
        let turn = ArrivedTurn(
          number: number, at: Int64(number) * 10, store: store,
          name: "name\(Int.random(in: 0..<4, using: &random))", cause: cause,
          marks: Int.random(in: 0..<5, using: &random) == 0 ? [.unhandled, .exact] : .exact,
          update: Int.random(in: 0...8_000_000, using: &random), effects: events,
          place: RecordPlace(offset: number))
        let isTaken = index.add(turn)
        #expect(isTaken)
        turns.append(turn)
        if Int.random(in: 0..<10, using: &random) == 0 {
          let of = Int.random(in: 0..<3, using: &random)
          index.add(StateSample(turn: number, at: 0, place: RecordPlace(offset: 0), isExact: true), store: of)
          samples.append((of, number))
        }
      }
    }
  }

  @Test("lookups find what walking all turns finds", arguments: 0..<20)
  func lookups(seed: UInt64) {
    let model = Model(seed: seed)
    let last = model.turns.last?.number ?? 0
    for number in 0...(last + 2) {
      #expect(model.index.place(of: number) == model.turns.firstIndex { $0.number == number }, "seed \(seed)")
      #expect(
        model.index.place(atOrAfter: number)
          == model.turns.firstIndex { $0.number >= number } ?? model.turns.count, "seed \(seed)")
      for store in 0..<3 {
        #expect(
          model.index.lastTurn(of: store, through: number)
            == model.turns.last { $0.store == store && $0.number <= number }?.number, "seed \(seed)")
      }
    }
    for (place, turn) in model.turns.enumerated() {
      #expect(
        model.index.led(by: place, limit: .max)
          == model.turns.indices.filter { $0 > place && model.turns[$0].cause.leading == turn.number },
        "seed \(seed)")
      let own = model.index.effects(requestedBy: turn.number, of: turn.store)
      #expect(
        own.map { model.index.stores[turn.store].effects[$0].effect } == turn.effects.map(\.effect),
        "seed \(seed)")
    }
  }

  @Test(
    "a filter keeps what each condition alone would keep, found at once or step by step", arguments: 0..<20)
  func filters(seed: UInt64) throws {
    let model = Model(seed: seed)
    var random = SeededRandom(seed &+ 77)
    var filter = TurnFilter()
    if Bool.random(using: &random) { filter.stores = ["store1", "store2"] }
    if Bool.random(using: &random) { filter.name = "name2" }
    if Bool.random(using: &random) { filter.from = 500 }
    if Bool.random(using: &random) { filter.until = 2500 }
    if Bool.random(using: &random) { filter.cause = "effect" }
    if Bool.random(using: &random) { filter.flags = [.slow] }
    if Bool.random(using: &random) { filter.flags.insert(.unhandled) }
    if Bool.random(using: &random) { filter.text = TextNeedle("x") }
    let expected = model.turns.indices.filter { place in
      let turn = model.turns[place]
      return (filter.stores.isEmpty || turn.store > 0) && turn.name == filter.name ?? turn.name
        && turn.at >= filter.from ?? .min && turn.at <= filter.until ?? .max
        && (filter.cause == nil || turn.cause.word == "effect")
        && (!filter.flags.contains(.slow) || turn.update ?? 0 >= 4_000_000)
        && (!filter.flags.contains(.unhandled) || turn.marks.contains(.unhandled))
        && (filter.text == nil || place % 3 == 0)
    }
    var list = FilteredTurns(filter)
    var rounds = 0
    while !list.isComplete(for: model.index) {
      try list.extend(model.index, limit: 7) { place throws(InspectorProblem) in place % 3 == 0 }
      rounds += 1
      try #require(rounds < 1000)
    }
    #expect(list.places.map { Int($0) } == expected, "seed \(seed)")
    for number in stride(from: UInt64(0), to: 400, by: 13) {
      #expect(
        list.place(atOrAfter: number, in: model.index)
          == expected.firstIndex { model.turns[$0].number >= number } ?? expected.count, "seed \(seed)")
    }
  }

  @Test(
    "the way to a state takes exactly the turns since a state, and never over missing ones", arguments: 0..<60
  )
  func plans(seed: UInt64) {
    let model = Model(seed: seed)
    let last = model.turns.last?.number ?? 0
    for number in 0...last {
      for store in 0..<3 {
        let own = model.turns.filter { $0.store == store }
        switch model.index.plan(store, at: number, isConnected: true) {
        case .kept(let sample):
          let between = min(sample.turn, number)..<max(sample.turn, number)
          #expect(!own.contains { between.contains($0.number - 1) }, "seed \(seed), turn \(number)")
          #expect(
            !model.gaps.contains {
              $0.overlaps((between.lowerBound + 1)...max(between.upperBound, between.lowerBound + 1))
                && !between.isEmpty
            })
        case .compute(let sample, let places):
          let start = sample?.turn ?? 0
          #expect(
            places.map { model.turns[$0].number } == own.map(\.number).filter { $0 > start && $0 <= number },
            "seed \(seed), turn \(number)")
          #expect(!model.gaps.contains { $0.lowerBound <= number && $0.upperBound > start })
          #expect(
            sample.map { sample in model.samples.contains { $0.store == store && $0.turn == sample.turn } }
              ?? true)
        case .impossible:
          let start = model.samples.last { $0.store == store && $0.turn <= number }?.turn ?? 0
          #expect(
            model.gaps.contains { $0.lowerBound <= number && $0.upperBound > start },
            "seed \(seed), turn \(number)")
        }
      }
    }
  }

  @Test("the slowest turns are those that sorting finds", arguments: 0..<20)
  func slowest(seed: UInt64) {
    let model = Model(seed: seed)
    let durations = model.index.slowest(10).map { model.index.turns[$0].duration }
    #expect(durations == Array(model.turns.compactMap(\.update).sorted(by: >).prefix(10)), "seed \(seed)")
  }

  @Test("turns whose numbers do not rise, and stores that are unknown, are refused")
  func refused() {
    var index = HistoryIndex()
    let store = index.addStore("a", isExact: true) ?? 0
    func turn(_ number: UInt64, store: Int) -> ArrivedTurn {
      ArrivedTurn(
        number: number, at: 0, store: store, name: "n", cause: .sent, marks: [], place: RecordPlace(offset: 0)
      )
    }
    let verdicts = [turn(6, store: store), turn(6, store: store), turn(5, store: store), turn(7, store: 9)]
      .map {
        index.add($0)
      }
    #expect(verdicts == [true, false, false, false])
    #expect(index.turns.count == 1)
  }

  @Test("numbers that do not come are missing turns, once, where every turn has to come")
  func gaps() {
    var index = HistoryIndex(after: 3, isGapless: true)
    let store = index.addStore("a", isExact: true) ?? 0
    func turn(_ number: UInt64) -> ArrivedTurn {
      ArrivedTurn(
        number: number, at: 0, store: store, name: "n", cause: .sent, marks: .exact,
        place: RecordPlace(offset: 0))
    }
    // An earlier turn than was announced moves the beginning.
    _ = index.add(turn(2))
    _ = index.add(turn(3))
    index.addGap(4...6)
    _ = index.add(turn(9))
    index.addGap(5...8)
    #expect(index.begin == 1 && index.lost == 5 && index.gaps == [4...8])
    index.add(StateSample(turn: 3, at: 0, place: RecordPlace(offset: 0), isExact: true), store: store)
    guard case .impossible = index.plan(store, at: 9, isConnected: true) else {
      Issue.record("a state after missing turns is computed")
      return
    }
  }

  @Test("stores with one name are told apart, and too many are refused")
  func stores() {
    var index = HistoryIndex()
    for _ in 0..<HistoryIndex.storeLimit { _ = index.addStore("counter", isExact: false) }
    let further = index.addStore("counter", isExact: false)
    #expect(further == nil)
    #expect(index.stores.prefix(3).map(\.name) == ["counter", "counter (2)", "counter (3)"])
    #expect(Set(index.stores.map(\.name)).count == HistoryIndex.storeLimit)
  }

  @Test("a turn takes at most 104 bytes of memory, an effect 112, a state 48")
  func memory() {
    // With its place in its store's list.
    #expect(MemoryLayout<TurnEntry>.stride + MemoryLayout<UInt32>.stride <= 104)
    #expect(MemoryLayout<EffectEntry>.stride <= 112)
    #expect(MemoryLayout<StateSample>.stride <= 48)
  }

  @Test("the number of different names is limited")
  func names() {
    var names = NameTable()
    for number in 0..<70_000 { _ = names.number(of: "name \(number)") }
    #expect(names.list.count == 65_536)
    let further = names.number(of: "one more")
    let known = names.number(of: "name 5")
    #expect(names[further] == "other messages")
    #expect(names[known] == "name 5")
  }

  @Test("a copy of a list stays as it was")
  func copies() {
    var list = ChunkedArray<Int>()
    for number in 0..<5000 { list.append(number) }
    let copy = list
    list.append(5000)
    list[17] = -1
    #expect(Array(copy) == Array(0..<5000))
    #expect(list.count == 5001 && list[17] == -1 && list[4999] == 4999)
  }
}
