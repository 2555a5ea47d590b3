/// Two drawings, one above the other, and the first place where they differ.
struct TimelineComparison {
  private struct Place {
    let ticks: Int
    /// The index among the marks of its tick.
    let index: Int
    let mark: TimelineMark

    var text: String { "\(mark.name) after \(ticks == 1 ? "1 tick" : "\(ticks) ticks")" }
  }

  private let expected: TimelineDrawing
  private let actual: TimelineDrawing
  private let wanted: Place?
  private let found: Place?

  /// Compares two drawings with the same letters that agree in their first `agreeing` marks, but not in all.
  init(expected: TimelineDrawing, actual: TimelineDrawing, agreeing: Int) {
    self.expected = expected
    self.actual = actual
    wanted = Self.places(in: expected).dropFirst(agreeing).first
    found = Self.places(in: actual).dropFirst(agreeing).first
  }

  /// Both drawings, a caret under the difference, and a sentence about it.
  var lines: [String] {
    [
      "expected: \(line(of: expected))",
      "actual:   \(line(of: actual))",
      "          \(String(repeating: " ", count: caretColumn))^",
      sentence,
    ]
  }

  private var sentence: String {
    guard let wanted else { return "expected nothing more, got \(found?.text ?? "nothing")" }
    guard let found else { return "expected \(wanted.text), got nothing" }
    if wanted.ticks < found.ticks { return "expected \(wanted.text), got nothing until \(found.text)" }
    if wanted.ticks > found.ticks { return "expected nothing until \(wanted.text), got \(found.text)" }
    return "expected \(wanted.text), got \(found.mark.name)"
  }

  /// The column of the caret: the earlier of the two places, or that of the actual line when both have one in
  /// this tick.
  private var caretColumn: Int {
    let isExpected = wanted.map { $0.ticks < found?.ticks ?? .max } ?? false
    let drawing = isExpected ? expected : actual
    guard let place = isExpected ? wanted : found else { return 0 }
    let before = (0..<place.ticks).reduce(0) { $0 + width(ofTick: $1) }
    return before + TimelineDrawing.offset(ofMark: place.index, in: drawing.cells[place.ticks])
  }

  private func line(of drawing: TimelineDrawing) -> String {
    var line = ""
    for (ticks, cell) in drawing.cells.enumerated() {
      let text = TimelineDrawing.text(of: cell)
      let isLast = ticks == drawing.cells.count - 1
      line += text + String(repeating: " ", count: isLast ? 0 : width(ofTick: ticks) - text.count)
    }
    return line
  }

  /// Returns the number of text columns that a tick needs in both lines.
  private func width(ofTick ticks: Int) -> Int {
    [expected, actual].map { drawing in
      ticks < drawing.cells.count ? TimelineDrawing.text(of: drawing.cells[ticks]).count : 0
    }.max() ?? 0
  }

  private static func places(in drawing: TimelineDrawing) -> [Place] {
    drawing.cells.enumerated().flatMap { ticks, cell in
      cell.enumerated().map { Place(ticks: ticks, index: $0, mark: $1) }
    }
  }
}
