import Millrace
import MillraceJournal

/// A stretch as a sequence diagram, in units of the picture: where everything stands, before it is drawn.
///
/// Time goes down, one row to a turn. Each store is a life line; the first one, `outside`, is everything that
/// sends from outside of turns. Right of a life line stand the effects of its store, side by side where they
/// overlap.
struct SequenceDiagram {
  /// The maximum number of turns in a diagram.
  static let turnLimit = 300

  static let rowHeight = 44
  static let headHeight = 64
  static let effectWidth = 16
  static let textWidth = 190
  static let originWidth = 170
  static let margin = 24
  /// The maximum number of effects side by side; later ones share the last place.
  static let columnLimit = 8

  struct Line {
    let name: String
    let x: Int
    /// The number of places for effects right of it.
    let columns: Int
  }

  struct Arrow {
    let number: UInt64
    let y: Int
    /// The horizontal places of its ends; equal for a message of a turn to its own store.
    let from, to: Int
    let title, detail: String
    let isHandled: Bool
    /// The text on the left: the cause, if it is not in the diagram.
    let origin: String?
  }

  struct Bar {
    let x, top, bottom: Int
    let name, detail: String
    /// The sign at its end; nil while it goes on.
    let sign: String?
    let isGood: Bool
  }

  private(set) var lines: [Line] = []
  private(set) var arrows: [Arrow] = []
  private(set) var bars: [Bar] = []
  private(set) var width = 0
  private(set) var height = 0
  let title: String

  init(_ stretch: Stretch) throws(StretchProblem) {
    guard !stretch.turns.isEmpty else { throw StretchProblem("There are no turns to draw; choose others.") }
    guard stretch.turns.count <= Self.turnLimit else {
      throw StretchProblem(
        """
        A sequence diagram has at most \(Self.turnLimit) turns, but there are \(stretch.turns.count); choose a shorter \
        stretch, or fewer stores.
        """)
    }
    title = "\(stretch.application), \(stretch.flow): \(stretch.title)"
    let rows = Dictionary(
      stretch.turns.enumerated().map { ($0.element.number, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    let spans = EffectSpans(stretch)
    let columns = Columns(spans.all, turns: stretch.turns)
    place(stretch, columns)
    height = Self.headHeight + (stretch.turns.count + 1) * Self.rowHeight
    drawBars(spans.all, columns)
    drawArrows(stretch, spans, columns, rows)
  }

  // MARK: Places

  private mutating func place(_ stretch: Stretch, _ columns: Columns) {
    let active = Set(stretch.turns.map(\.store))
    var x = Self.margin + Self.originWidth
    lines.append(Line(name: "outside", x: x, columns: 0))
    x += Self.textWidth
    for store in stretch.stores where active.contains(store.name) {
      let count = columns.count[store.name] ?? 0
      lines.append(Line(name: store.name, x: x, columns: count))
      x += count * Self.effectWidth + Self.textWidth
    }
    width = x + Self.margin
  }

  private func x(of store: String) -> Int { lines.dropFirst().first { $0.name == store }?.x ?? lines[0].x }

  private static func y(_ row: Int) -> Int { headHeight + row * rowHeight + rowHeight / 2 }

  private mutating func drawBars(_ spans: [EffectSpan], _ columns: Columns) {
    for (place, span) in spans.enumerated() {
      guard let rows = columns.rows[place], let column = columns.places[place] else { continue }
      let end = span.end
      let signs = ["finished": "✓", "failed": "✗", "cancelled": "⊘", "dropped": "∅"]
      let word = end.map { $0.step.word }
      let reason = end?.step.reason.map { ": \($0)" } ?? ""
      let queue = span.queue.map { ", queue \($0)" } ?? ""
      bars.append(
        Bar(
          x: x(of: span.store) + 14 + column * Self.effectWidth, top: Self.y(rows.lowerBound) + 6,
          bottom: end == nil ? height - 8 : max(Self.y(rows.upperBound) + 18, Self.y(rows.lowerBound) + 18),
          name: span.name,
          detail:
            "effect \(span.effect) of turn \(span.turn), \(span.name)\(queue), \(word ?? "goes on")\(reason)",
          sign: word.flatMap { signs[$0] }, isGood: word == "finished" || word == nil))
    }
  }

  private mutating func drawArrows(
    _ stretch: Stretch, _ spans: EffectSpans, _ columns: Columns, _ rows: [UInt64: Int]
  ) {
    let stores = Dictionary(
      stretch.turns.map { ($0.number, $0.store) }, uniquingKeysWith: { first, _ in first })
    for (row, turn) in stretch.turns.enumerated() {
      let target = x(of: turn.store)
      var from = lines[0].x
      var origin: String?
      switch turn.cause {
      case .sent, .posted, .subscription: origin = turn.cause.description
      case .turn(let cause):
        if rows[cause] != nil, let store = stores[cause] {
          from = x(of: store)
        } else {
          origin = "\(turn.cause)"
        }
      case .effect(let effect, let cause):
        let store = stores[cause] ?? turn.store
        if let place = spans.place(of: effect, turn: cause, store: store), let column = columns.places[place]
        {
          from = x(of: store) + 20 + column * Self.effectWidth
        } else {
          origin = "\(turn.cause)"
        }
      }
      arrows.append(
        Arrow(
          number: turn.number, y: Self.y(row), from: from, to: target, title: turn.name,
          detail: turn.text.isEmpty ? turn.name : turn.text, isHandled: turn.isHandled, origin: origin))
    }
  }

  /// The places of effects side by side.
  private struct Columns {
    /// The rows of each effect, by its place among all; nil outside of the diagram.
    private(set) var rows: [Int: ClosedRange<Int>] = [:]
    private(set) var places: [Int: Int] = [:]
    private(set) var count: [String: Int] = [:]

    init(_ spans: [EffectSpan], turns: [Stretch.Turn]) {
      var free: [String: [Int]] = [:]
      func row(atOrBefore turn: UInt64) -> Int {
        // The turns are ordered.
        var (low, high) = (0, turns.count)
        while low < high {
          let middle = (low + high) / 2
          if turns[middle].number > turn { high = middle } else { low = middle + 1 }
        }
        return max(0, low - 1)
      }
      for (place, span) in spans.enumerated() {
        let first = row(atOrBefore: span.first)
        let last = max(first, span.end.map { row(atOrBefore: $0.after) } ?? turns.count)
        rows[place] = first...last
        // The row at which each place is free again.
        var ends = free[span.store] ?? []
        let column = ends.firstIndex { $0 < first } ?? min(ends.count, SequenceDiagram.columnLimit - 1)
        if column == ends.count { ends.append(last) } else { ends[column] = max(ends[column], last) }
        free[span.store] = ends
        places[place] = column
        count[span.store] = max(count[span.store] ?? 0, column + 1)
      }
    }
  }
}
