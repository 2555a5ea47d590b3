import Millrace
import Testing

@testable import InspectorCore

@Suite("The time line of a history")
struct TimeLineTests {
  private func history(_ count: Int, seed: UInt64) -> (HistoryIndex, [Int64]) {
    var random = SeededRandom(seed)
    var index = HistoryIndex()
    let store = index.addStore("a", isExact: true) ?? 0
    var lengths: [Int64] = []
    for number in 1...UInt64(count) {
      let at = Int64(number) * 1000
      _ = index.add(
        ArrivedTurn(
          number: number, at: at, store: store, name: "n", cause: .sent, marks: .exact,
          effects: [ArrivedEvent(.started, effect: number, turn: number)], place: RecordPlace(offset: 0)))
      let length = Int64.random(in: 0...50_000, using: &random)
      lengths.append(length)
      index.add(
        ArrivedEvent(.finished, effect: number, turn: number), store: store, at: at + length,
        place: RecordPlace(offset: 0))
    }
    return (index, lengths)
  }

  @Test("the effects are the longest, longest first, of however many", arguments: [10, 2000, 9000, 30_000])
  func longest(count: Int) {
    let (index, lengths) = history(count, seed: UInt64(count))
    let line = TimeLine(index, from: 0, until: .max, width: 100)
    let found = line.effects.map { bar -> Int64 in
      let effect = index.stores[bar.store].effects[bar.place]
      return (effect.ended ?? 0) - (effect.began ?? 0)
    }
    #expect(found == Array(lengths.sorted(by: >).prefix(2000)))
  }

  @Test("more turns than fit are counted by column, and none is lost")
  func counts() throws {
    let (index, _) = history(5000, seed: 1)
    let text = String(
      decoding: TimeLine(index, from: 1000, until: 5_000_000, width: 100).output.bytes, as: UTF8.self)
    let numbers = try #require(text.split(separator: "[").last).prefix { $0 != "]" }.split(separator: ",")
      .compactMap { Int($0) }
    #expect(numbers.count == 100)
    #expect(numbers.reduce(0, +) == 5000)
  }

  @Test("an effect outside of the stretch is not drawn; one that reaches into it is")
  func stretch() {
    let (index, lengths) = history(100, seed: 2)
    let line = TimeLine(index, from: 40_000, until: 60_000, width: 100)
    let expected = lengths.indices.filter { place in
      let begin = Int64(place + 1) * 1000
      return begin <= 60_000 && begin + lengths[place] >= 40_000
    }
    #expect(line.effects.map(\.place).sorted() == expected)
  }
}
