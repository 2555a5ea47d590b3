/// The reason why events cannot be drawn as a ``Timeline``.
public enum TimelineError: Error, Hashable, CustomStringConvertible {
  /// A problem in the text of a diagram.
  public enum Problem: Hashable, Sendable {
    /// The text has nothing but spaces.
    case empty
    /// A `(` has no `)`.
    case groupNotClosed
    /// A `)` has no `(`.
    case groupNotOpened
    /// A `(` stands between `(` and `)`.
    case groupInGroup
    /// Nothing stands between `(` and `)`.
    case groupEmpty
    /// A `-` stands between `(` and `)`.
    case timeInGroup
    /// Something follows `|` or `#`.
    case afterTheEnd
    /// A character, such as a tab, would break the alignment of the columns.
    case notPrintable
  }

  /// A recorded event that has no place in the diagram.
  public struct Stray: Hashable, Sendable {
    /// The event as text.
    public let event: String
    /// The recorded time of the event since the start.
    public let offset: Duration
  }

  /// The text is not a diagram; `column` counts its characters from zero.
  case malformed(text: String, column: Int, problem: Problem)
  /// Letters of the text have no value.
  case missingValues(text: String, letters: [Character])
  /// Reserved characters were given values.
  case reservedLetters([Character])
  /// Events were recorded at times that are not a whole number of ticks.
  case betweenTicks([Stray], tick: Duration)
  /// Events were recorded before the start.
  case beforeTheStart([Stray])
  /// Events were recorded so late that the diagram would have more than `columns` columns.
  case tooFar([Stray], tick: Duration, columns: Int)
  /// Events were recorded after the one that ends a timeline.
  case afterTheEnd([Stray], end: Stray)
  /// There are more different values than letters to draw them with.
  case tooManyValues(letters: Int)

  /// The problem, its place and the remedy.
  public var description: String {
    switch self {
    case .malformed(let text, let column, let problem):
      """
      The timeline cannot be read: \(problem)
        \(String(text.map { TimelineMark.isPrintable($0) ? $0 : "\u{FFFD}" }))
        \(String(repeating: " ", count: column))^
      """
    case .missingValues(let text, let letters):
      """
      The timeline "\(text)" has no value for \(Self.list(letters)); add \(letters.count == 1 ? "it" : "them") to \
      `values`, or use other letters.
      """
    case .reservedLetters(let letters):
      """
      No value can be drawn as \(Self.list(letters)), which \(letters.count == 1 ? "has" : "have") another meaning in \
      a timeline or cannot be printed; give the value another letter.
      """
    case .betweenTicks(let strays, let tick):
      """
      \(Self.list(strays)) cannot be drawn, because a column stands for \(tick); \
      use a tick that divides every time, such as \(Self.commonTick(strays, tick)).
      """
    case .beforeTheStart(let strays):
      "\(Self.list(strays)) cannot be drawn, because a timeline starts at zero; record offsets from the start."
    case .tooFar(let strays, let tick, let columns):
      """
      \(Self.list(strays)) cannot be drawn, because the position is beyond column \(columns) at \(tick) per column; \
      use a longer tick.
      """
    case .afterTheEnd(let strays, let end):
      """
      \(Self.list(strays)) cannot be drawn, because the timeline ended with \(end.event) at \(end.offset); find the \
      source of the event after the end, or record two timelines.
      """
    case .tooManyValues(let letters):
      """
      There are more different values than the \(letters) letters to draw them with; record a part of each value that \
      has fewer different values.
      """
    }
  }

  private static func list(_ letters: [Character]) -> String {
    letters.map { "\"\($0)\"" }.joined(separator: ", ")
  }

  private static func list(_ strays: [Stray]) -> String {
    let shown = strays.prefix(5).map { "\($0.event) at \($0.offset)" }.joined(separator: ", ")
    return strays.count > 5 ? "\(shown) and \(strays.count - 5) more" : shown
  }

  /// Returns the longest tick that divides every stray and every whole tick.
  private static func commonTick(_ strays: [Stray], _ tick: Duration) -> Duration {
    let divisor = strays.reduce(tick.attoseconds) { divisor, stray in
      var (larger, smaller) = (divisor, stray.offset.attoseconds)
      while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
      return larger
    }
    return Duration(attoseconds: divisor)
  }
}

extension TimelineError.Problem: CustomStringConvertible {
  /// The problem and its correction, as a sentence.
  public var description: String {
    switch self {
    case .empty: "it is empty; write at least one column, such as \"-\" for a tick of silence."
    case .groupNotClosed: "the group is not closed; put a \")\" after its last event."
    case .groupNotOpened: "this closes a group that was not opened; put a \"(\" before its first event."
    case .groupInGroup: "a group cannot contain a group; its events happen in one tick anyway."
    case .groupEmpty: "the group is empty; write \"-\" for a tick of silence."
    case .timeInGroup: "no time passes inside a group; close it before the \"-\"."
    case .afterTheEnd: "nothing can come after \"|\" or \"#\"."
    case .notPrintable:
      "this character would break the alignment of the columns; use spaces and visible characters."
    }
  }
}
