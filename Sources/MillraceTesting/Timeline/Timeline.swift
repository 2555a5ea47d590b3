/// Events in time, drawn as text: `"a--b-(cd)-|"`.
///
/// The text is read from left to right, one column to a tick:
///
/// | Text | Meaning |
/// |---|---|
/// | `-` | a tick in which nothing happens |
/// | `a` | an event with the value of this letter; so is any other character that is not reserved |
/// | `(ab)` | several events in one tick, in this order |
/// | `\|` | the end, after which nothing can come |
/// | `#` | the end by an error |
/// | `^` | a start, such as that of a subscription |
/// | `!` | a cancellation; another start may follow |
/// | space | nothing: it takes no time |
///
/// An event in column `n`, counted from zero, happens `n` ticks after the start. A column is one character,
/// or one group: **a group takes one tick, however long its text is**. So events can follow one another in
/// neighbouring ticks whether or not they come in groups, and every recording can be drawn. To keep two
/// diagrams aligned for the eye, put spaces where the other one has the rest of a group, as
/// ``difference(from:)`` does:
///
/// ```swift
/// let source = try Timeline("a-(bc)-d--|")
/// let sample = try Timeline("--b   --d-|")
/// ```
///
/// Every column lasts one tick, except that the end takes no time: `"ab"` lasts two ticks, and so does
/// `"ab|"`.
public struct Timeline<Value> {
  /// An event of a timeline.
  public enum Event {
    /// A value, drawn as its letter.
    case value(Value)
    /// The end, drawn as `|`.
    case end
    /// The end by an error, drawn as `#`.
    case failure
    /// A start, drawn as `^`.
    case start
    /// A cancellation, drawn as `!`.
    case cancellation
  }

  /// An event and its time.
  public struct Moment {
    /// The number of ticks from the start to the event.
    public let ticks: Int
    /// The time from the start to the event.
    public let offset: Duration
    /// The event.
    public let event: Event

    /// The mark that draws the event; a value's letter does not count for equality.
    let mark: TimelineMark
  }

  /// The duration of one column.
  public let tick: Duration

  /// The events, in order.
  public let moments: [Moment]

  /// The number of columns.
  let length: Int

  /// Creates a timeline from a diagram whose letters stand for `values`.
  ///
  /// - Parameters:
  ///   - text: The diagram.
  ///   - tick: The duration of one column; positive.
  ///   - values: The value of each letter. It may have letters that the text does not use, so that several
  ///     diagrams can share one table.
  /// - Throws: ``TimelineError/malformed(text:column:problem:)``,
  ///   ``TimelineError/missingValues(text:letters:)`` with all letters that have no value, or
  ///   ``TimelineError/reservedLetters(_:)``.
  public init(
    _ text: String, tick: Duration = .seconds(1), values: [Character: Value]
  ) throws(TimelineError) {
    try Self.check(letters: values)
    try self.init(TimelineDrawing(parsing: text), of: text, tick: tick) { values[$0] }
  }

  /// Creates a timeline from parts that were checked before.
  init(tick: Duration, moments: [Moment], length: Int) {
    self.tick = tick
    self.moments = moments
    self.length = length
  }

  fileprivate init(
    _ drawing: TimelineDrawing, of text: String, tick: Duration, value: (Character) -> Value?
  ) throws(TimelineError) {
    Self.check(tick: tick)
    var moments: [Moment] = []
    var missing: [Character] = []
    for (ticks, cell) in drawing.cells.enumerated() {
      for mark in cell {
        if let event = mark.map(value) {
          moments.append(Moment(ticks: ticks, offset: tick * ticks, event: event, mark: mark))
        } else if !missing.contains(mark.character) {
          missing.append(mark.character)
        }
      }
    }
    if !missing.isEmpty { throw .missingValues(text: text, letters: missing) }
    self.init(tick: tick, moments: moments, length: drawing.cells.count)
  }

  static func check(tick: Duration) {
    precondition(
      tick > .zero,
      "A column of a timeline cannot stand for \(tick), because time only increases; pass a positive tick.")
  }

  static func check(letters values: [Character: Value]) throws(TimelineError) {
    let reserved = values.keys.filter { !TimelineMark.isLetter($0) }
    if !reserved.isEmpty { throw .reservedLetters(reserved.sorted()) }
  }

  /// The duration up to the end, or up to the end of the last column when there is none.
  public var duration: Duration {
    if let last = moments.last, last.mark.isFinal { last.offset } else { tick * length }
  }

  func drawing(_ mark: (Moment) -> TimelineMark = { $0.mark }) -> TimelineDrawing {
    var cells = Array(repeating: [TimelineMark](), count: length)
    for moment in moments { cells[moment.ticks].append(mark(moment)) }
    return TimelineDrawing(cells: cells)
  }
}

extension Timeline where Value == Character {
  /// Creates a timeline from a diagram whose letters stand for themselves.
  ///
  /// - Parameters:
  ///   - text: The diagram.
  ///   - tick: The duration of one column; positive.
  /// - Throws: ``TimelineError/malformed(text:column:problem:)``.
  public init(_ text: String, tick: Duration = .seconds(1)) throws(TimelineError) {
    try self.init(TimelineDrawing(parsing: text), of: text, tick: tick) { $0 }
  }
}

extension Timeline.Event {
  /// Returns the event with another value; nil when the value has none.
  func map<Other>(_ transform: (Value) -> Other?) -> Timeline<Other>.Event? {
    switch self {
    case .value(let value): transform(value).map { .value($0) }
    case .end: .end
    case .failure: .failure
    case .start: .start
    case .cancellation: .cancellation
    }
  }
}

extension Timeline: CustomStringConvertible {
  /// The canonical text: without spaces, and with groups only where several events share a tick.
  ///
  /// Reading it with the same tick and the same values gives an equal timeline. O(n).
  public var description: String { drawing().text }
}

extension Timeline.Event: Sendable where Value: Sendable {}
extension Timeline.Event: Equatable where Value: Equatable {}
extension Timeline.Moment: Sendable where Value: Sendable {}
extension Timeline: Sendable where Value: Sendable {}

extension Timeline.Moment: Equatable where Value: Equatable {
  /// Returns true when the same happens at the same time; the letters do not matter.
  public static func == (left: Self, right: Self) -> Bool {
    left.ticks == right.ticks && left.offset == right.offset && left.event == right.event
  }
}

extension Timeline: Equatable where Value: Equatable {}
