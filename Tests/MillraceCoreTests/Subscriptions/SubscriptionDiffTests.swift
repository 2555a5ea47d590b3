import Testing

@testable import MillraceCore

@Suite("SubscriptionDiff")
struct SubscriptionDiffTests {
  typealias Action = SubscriptionDiff<String>.Action

  @Test("the first list starts each key once, in its order, at the index of its first mention")
  func first() {
    var diff = SubscriptionDiff<String>()
    #expect(
      diff.answer(to: ["a", "b", "a", "c"]) == [
        .start("a", slot: 0, index: 0), .start("b", slot: 1, index: 1), .start("c", slot: 2, index: 3),
      ])
    #expect(diff.count == 3)
  }

  @Test("an unchanged list answers nothing and hashes nothing")
  func unchanged() {
    var diff = SubscriptionDiff<CountingKey>()
    let counter = HashCounter()
    let list = (0..<1_000).map { CountingKey(value: $0, counter: counter) }
    _ = diff.answer(to: list)
    counter.count = 0
    #expect(diff.answer(to: list).isEmpty)
    #expect(counter.count == 0)
  }

  @Test("a change in the middle hashes only what changed")
  func middle() {
    var diff = SubscriptionDiff<CountingKey>()
    let counter = HashCounter()
    var list = (0..<1_000).map { CountingKey(value: $0, counter: counter) }
    _ = diff.answer(to: list + [CountingKey(value: -1, counter: counter)])
    list[500] = CountingKey(value: 5_000, counter: counter)
    list.append(CountingKey(value: -1, counter: counter))
    counter.count = 0
    let answer = diff.answer(to: list)
    #expect(
      answer == [
        .stop(.init(value: 500, counter: counter), slot: 500), .start(list[500], slot: 1_001, index: 500),
      ])
    // Taking a key out of a dictionary hashes its neighbours too; how many depends on the process's hash
    // seed.
    #expect(counter.count < 50)
  }

  @Test("a key that is unequal to itself is one key, which neither stops nor starts again")
  func unequal() {
    var diff = SubscriptionDiff<Double>()
    #expect(diff.answer(to: [.nan, 1]).count == 2)
    #expect(diff.answer(to: [.nan, 1]).isEmpty && diff.answer(to: [1, .nan]).isEmpty)
    #expect(diff.slot(of: .nan) == 0 && diff.count == 2)
    #expect(diff.answer(to: [1]).count == 1)
    #expect(diff.slot(of: .nan) == nil && diff.count == 1)
  }

  @Test("stops come first in the old order, then starts in the new order")
  func order() {
    var diff = SubscriptionDiff<String>()
    _ = diff.answer(to: ["a", "b", "c", "d"])
    #expect(
      diff.answer(to: ["x", "c", "y"]) == [
        .stop("a", slot: 0), .stop("b", slot: 1), .stop("d", slot: 3),
        .start("x", slot: 4, index: 0), .start("y", slot: 5, index: 2),
      ])
  }

  @Test("a key that moves, in any direction, is left alone")
  func moved() {
    var diff = SubscriptionDiff<String>()
    _ = diff.answer(to: ["a", "b", "c"])
    #expect(diff.answer(to: ["c", "a", "b"]) == [])
    #expect(diff.answer(to: ["b", "a", "c"]) == [])
    #expect(diff.slot(of: "c") == 2)
  }

  @Test("a shared subscription stops when its last mention is gone, and only once")
  func shared() {
    var diff = SubscriptionDiff<String>()
    _ = diff.answer(to: ["a", "a", "b", "a"])
    #expect(diff.answer(to: ["b", "a"]) == [])
    #expect(diff.answer(to: ["a", "b", "a"]) == [])
    #expect(diff.answer(to: ["b"]) == [.stop("a", slot: 0)])
    #expect(diff.answer(to: ["a", "a", "b"]) == [.start("a", slot: 0, index: 0)])
    #expect(diff.answer(to: []) == [.stop("a", slot: 0), .stop("b", slot: 1)])
  }

  @Test("a slot that was freed is given again by a later update, never by the same")
  func slots() {
    var diff = SubscriptionDiff<String>()
    #expect(diff.answer(to: ["a"]) == [.start("a", slot: 0, index: 0)])
    #expect(diff.answer(to: ["b"]) == [.stop("a", slot: 0), .start("b", slot: 1, index: 0)])
    #expect(diff.answer(to: ["c"]) == [.stop("b", slot: 1), .start("c", slot: 0, index: 0)])
    #expect(diff.running == ["c": 0])
  }

  @Test("stopping everything stops each subscription in the order of the list")
  func stopAll() {
    var diff = SubscriptionDiff<String>()
    _ = diff.answer(to: ["b", "a", "b"])
    var actions: [Action] = []
    diff.stopAll(into: &actions)
    #expect(actions == [.stop("b", slot: 0), .stop("a", slot: 1)])
    #expect(diff.count == 0)
    #expect(diff.keys.isEmpty)
  }

  @Test("keys can be given by index, each created at most once and compared at most twice")
  func byIndex() {
    var diff = SubscriptionDiff<String>()
    var actions: [Action] = []
    for list in [["a", "b", "c"], ["a", "x", "c"], ["y", "c"], ["y", "c"]] {
      var created = Array(repeating: 0, count: list.count)
      var compared = created
      diff.update(
        count: list.count,
        key: {
          created[$0] += 1
          return list[$0]
        },
        isSame: {
          compared[$1] += 1
          return $0 == list[$1]
        }, into: &actions)
      #expect(created.allSatisfy { $0 <= 1 } && compared.allSatisfy { $0 <= 2 })
      #expect(actions.isEmpty == (created.max() == 0), "only keys that changed are created")
      actions = []
    }
    #expect(diff.running.keys.sorted() == ["c", "y"])
  }

  @Test(
    "what is started minus what is stopped is the list, after thousands of random lists",
    arguments: [UInt64](1...6))
  func randomLists(seed: UInt64) {
    var dice = EffectDice(seed: seed)
    follow(key: { $0 }, &dice, "seed \(seed)")
  }

  @Test("keys that all have one hash are distinguished", arguments: [UInt64](1...3))
  func oneHash(seed: UInt64) {
    var dice = EffectDice(seed: seed)
    follow(key: { ClumsyKey(value: $0) }, &dice, "seed \(seed)")
  }

  private func follow<Key: Hashable>(key: (Int) -> Key, _ dice: inout EffectDice, _ comment: Comment) {
    var diff = SubscriptionDiff<Key>()
    var keyInSlot: [Int: Key] = [:]
    var old: [Key] = []
    var values: [Int] = []
    for _ in 0..<2_000 {
      change(&values, &dice)
      let new = values.map(key)
      let answer = diff.answer(to: new)
      var problem: String?

      let stops = firstMentions(old).map(\.key).filter { !new.contains($0) }
      let starts = firstMentions(new).filter { !old.contains($0.key) }
      let expected = stops.map { "stop \($0)" } + starts.map { "start \($0.key) at \($0.index)" }
      if answer.map(words) != expected { problem = "answered \(answer), expected \(expected)" }
      for action in answer {
        switch action {
        case .stop(let key, let slot):
          if keyInSlot.removeValue(forKey: slot) != key { problem = "stopped another slot: \(action)" }
        case .start(let key, let slot, _):
          if keyInSlot.updateValue(key, forKey: slot) != nil {
            problem = "started in a taken slot: \(action)"
          }
        }
      }
      if Set(keyInSlot.values) != Set(new) { problem = "what runs is not what is wanted" }
      if diff.count != keyInSlot.count { problem = "the count is wrong" }
      if keyInSlot.contains(where: { diff.slot(of: $0.value) != $0.key }) { problem = "a slot changed" }
      if let problem {
        Issue.record("\(problem), from \(old) to \(new), \(comment)")
        return
      }
      old = new
    }
    #expect(diff.shares.count <= 24, "slots are given again, \(comment)")
  }

  private func firstMentions<Key: Hashable>(_ list: [Key]) -> [(key: Key, index: Int)] {
    list.enumerated().filter { list.firstIndex(of: $1) == $0 }.map { ($1, $0) }
  }

  private func words<Key>(_ action: SubscriptionDiff<Key>.Action) -> String {
    switch action {
    case .stop(let key, _): "stop \(key)"
    case .start(let key, _, let index): "start \(key) at \(index)"
    }
  }

  private func change(_ values: inout [Int], _ dice: inout EffectDice) {
    switch dice.roll(7) {
    case 0: break
    case 1: values.shuffle(using: &dice)
    case 2: values = (0..<dice.roll(12)).map { _ in dice.roll(16) }
    case 3, 4: if values.count < 12 { values.insert(dice.roll(16), at: dice.roll(values.count + 1)) }
    case 5: if !values.isEmpty { values.remove(at: dice.roll(values.count)) }
    default: if !values.isEmpty { values[dice.roll(values.count)] = dice.roll(16) }
    }
  }
}

extension SubscriptionDiff {
  fileprivate mutating func answer(to list: [Key]) -> [Action] {
    var actions: [Action] = []
    update(to: list, into: &actions)
    return actions
  }
}

private final class HashCounter {
  var count = 0
}

/// A key that counts how often it is hashed.
private struct CountingKey: Hashable {
  let value: Int
  let counter: HashCounter

  static func == (left: CountingKey, right: CountingKey) -> Bool { left.value == right.value }

  func hash(into hasher: inout Hasher) {
    counter.count += 1
    hasher.combine(value)
  }
}

/// A key whose hash says nothing.
private struct ClumsyKey: Hashable {
  let value: Int

  func hash(into hasher: inout Hasher) {}
}
