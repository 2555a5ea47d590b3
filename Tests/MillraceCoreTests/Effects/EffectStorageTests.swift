import Testing

@testable import MillraceCore

@Suite("Storage of the effect scheduler")
struct EffectStorageTests {
  @Test("a slab list behaves like an array under random appending and removing", arguments: [UInt64](1...5))
  func slabList(seed: UInt64) {
    var dice = EffectDice(seed: seed)
    var links = Array(repeating: SlabLinks(), count: 12)
    var list = SlabList()
    var expected: [Int] = []
    for _ in 0..<400 {
      let index = dice.roll(links.count)
      if let position = expected.firstIndex(of: index) {
        expected.remove(at: position)
        list.remove(index, in: &links)
      } else {
        expected.append(index)
        list.append(index, in: &links)
      }
      #expect(walk(list, links, from: list.first, \.next) == expected, "seed \(seed)")
      #expect(walk(list, links, from: list.last, \.previous) == expected.reversed(), "seed \(seed)")
      #expect(list.count == expected.count)
    }
  }

  private func walk(
    _ list: SlabList, _ links: [SlabLinks], from start: Int, _ step: (SlabLinks) -> Int
  ) -> [Int] {
    var found: [Int] = []
    var index = start
    while index != SlabList.none, found.count <= links.count {
      found.append(index)
      index = step(links[index])
    }
    return found
  }

  @Test(
    "deadlines come out by time, equal ones as they were set, after any changes", arguments: [UInt64](1...5))
  func deadlines(seed: UInt64) {
    var dice = EffectDice(seed: seed)
    var heap = DeadlineHeap()
    var expected: [(key: Int, time: Int)] = []
    for _ in 0..<600 {
      let key = dice.roll(25)
      switch dice.roll(4) {
      case 0, 1:
        let time = dice.roll(30)
        expected.removeAll { $0.key == key }
        expected.append((key, time))
        heap.set(.seconds(time), for: key)
      case 2:
        expected.removeAll { $0.key == key }
        heap.remove(key)
      default:
        if let first = heap.first {
          heap.remove(first.key)
          expected.removeAll { $0.key == first.key }
        }
      }
      var earliest: (key: Int, time: Int)?
      for entry in expected where earliest.map({ entry.time < $0.time }) ?? true { earliest = entry }
      #expect(heap.first?.key == earliest?.key, "seed \(seed)")
      #expect(
        heap.deadline(of: key) == expected.first { $0.key == key }.map { .seconds($0.time) }, "seed \(seed)")
    }
  }
}
