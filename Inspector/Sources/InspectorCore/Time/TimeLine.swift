/// A stretch of time of a history: turns as marks or counts, and the longest effects.
public struct TimeLine: Sendable {
  /// The maximum number of effects.
  public static let effectLimit = 2000

  /// An effect, by its store and its place there.
  public struct Bar: Hashable, Sendable {
    public let store: Int
    public let place: Int
  }

  /// The turns, as the page shows them.
  public let output: JSONOutput
  /// The effects, longest first.
  public let effects: [Bar]

  /// Draws a stretch.
  ///
  /// - Parameters:
  ///   - from: The first time, in nanoseconds since 1970.
  ///   - until: The last time.
  ///   - width: The number of columns; a store with more than four turns a column is counted by column.
  public init(_ index: HistoryIndex, from: Int64, until: Int64, width: Int) {
    var rows: [JSONOutput] = []
    var bars: [(length: Int64, bar: Bar)] = []
    var shortest = Int64.min
    for (number, store) in index.stores.enumerated() {
      rows.append(Self.row(store, index, from, until, width))
      for (place, effect) in store.effects.enumerated() {
        // A time that a damaged clock has sent may be anything.
        let end = effect.ended ?? until
        guard effect.asked <= until, end >= from else { continue }
        let length = end.subtractingReportingOverflow(effect.began ?? effect.asked)
        let bar = (
          length: length.overflow ? .max : length.partialValue, bar: Bar(store: number, place: place)
        )
        if bars.count >= Self.effectLimit, bar.length <= shortest { continue }
        bars.append(bar)
        // The longest of a million are found without sorting a million.
        if bars.count == 4 * Self.effectLimit {
          bars.sort { $0.length > $1.length }
          bars.removeLast(3 * Self.effectLimit)
          shortest = max(shortest, bars[bars.count - 1].length)
        }
      }
    }
    bars.sort { $0.length > $1.length }
    effects = bars.prefix(Self.effectLimit).map(\.bar)
    output = ["from": .integer(from), "until": .integer(until), "stores": .array(rows)]
  }

  private static func row(
    _ store: HistoryStore, _ index: HistoryIndex, _ from: Int64, _ until: Int64, _ width: Int
  ) -> JSONOutput {
    let shown = store.turns.filter { (from...until).contains(index.turns[Int($0)].at) }
    guard shown.count > 4 * width else {
      let turns = shown.map { place -> JSONOutput in
        let turn = index.turns[Int(place)]
        return [.unsigned(turn.number), .integer(turn.at), .number(turn.duration)]
      }
      return ["name": .text(store.name), "turns": .array(turns)]
    }
    var counts = [Int](repeating: 0, count: width)
    let span = Double(until) - Double(from)
    for place in shown {
      let at = Double(index.turns[Int(place)].at) - Double(from)
      counts[min(width - 1, Int(at / max(span, 1) * Double(width)))] += 1
    }
    return ["name": .text(store.name), "counts": .array(counts.map { .number($0) })]
  }
}
