/// Events in time, drawn as text: `"a--b-(cd)-|"`.
///
/// The text is read from left to right, one column to a tick:
///
/// | Text | What it is |
/// |---|---|
/// | `-` | a tick in which nothing happens |
/// | `a` | an event with the value that the letter stands for; so is any other character that is not reserved |
/// | `(ab)` | several events in one tick, in this order |
/// | `\|` | the end, after which nothing can come |
/// | `#` | the end by an error |
/// | `^` | a start, such as that of a subscription |
/// | `!` | a cancellation; another start may follow |
/// | space | nothing: it takes no time |
///
/// What stands in column `n`, counted from zero, happens `n` ticks after the start. A column is one character, or one
/// group: **a group takes one tick, however long its text is**. So events can follow one another in neighbouring
/// ticks whether or not they come in groups, and every recording can be drawn. To keep two diagrams aligned for the
/// eye, put spaces where the other one has the rest of a group, as ``difference(from:)`` does:
///
/// ```swift
/// let source = try Timeline("a-(bc)-d--|")
/// let sample = try Timeline("--b   --d-|")
/// ```
///
/// Every column lasts one tick, except that the end takes no time: `"ab"` lasts two ticks, and so does `"ab|"`.
public struct Timeline<Value> {
  /// What can happen.
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
    /// How many ticks after the start it happens.
    public let ticks: Int
    /// How long after the start it happens.
    public let offset: Duration
    /// What happens.
    public let event: Event

    /// How it is drawn; which letter stands for a value is not part of what happens.
    let mark: TimelineMark
  }

  /// The time one column stands for.
  public let tick: Duration

  /// The events in their order.
  public let moments: [Moment]

  /// The number of columns.
  let length: Int

  /// Reads a diagram whose letters stand for `values`.
  ///
  /// - Parameters:
  ///   - text: the diagram.
  ///   - tick: the time one column stands for; positive.
  ///   - values: what each letter stands for. Letters that the text does not use may be among them, so that several
  ///     diagrams can share one table.
  /// - Throws: ``TimelineError/malformed(text:column:problem:)``, ``TimelineError/missingValues(text:letters:)`` with
  ///   all letters that have no value, or ``TimelineError/reservedLetters(_:)``.
  public init(
    _ text: String, tick: Duration = .seconds(1), values: [Character: Value]
  ) throws(TimelineError) {
    try Self.check(letters: values)
    try self.init(TimelineDrawing(parsing: text), of: text, tick: tick) { values[$0] }
  }

  /// Puts together what was checked before.
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
        if let event = Event(mark, value: value) {
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
      "A column of a timeline cannot stand for \(tick), because time goes forward; pass a positive tick.")
  }

  static func check(letters values: [Character: Value]) throws(TimelineError) {
    let reserved = values.keys.filter { !TimelineMark.isLetter($0) }
    if !reserved.isEmpty { throw .reservedLetters(reserved.sorted()) }
  }

  /// How long it lasts: up to its end, or up to the end of its last column when it has none.
  public var duration: Duration {
    if let last = moments.last, last.mark.isFinal { last.offset } else { tick * length }
  }

  var drawing: TimelineDrawing {
    var cells = Array(repeating: [TimelineMark](), count: length)
    for moment in moments { cells[moment.ticks].append(moment.mark) }
    return TimelineDrawing(cells: cells)
  }
}

extension Timeline where Value == Character {
  /// Reads a diagram whose letters stand for themselves.
  ///
  /// - Parameters:
  ///   - text: the diagram.
  ///   - tick: the time one column stands for; positive.
  /// - Throws: ``TimelineError/malformed(text:column:problem:)``.
  public init(_ text: String, tick: Duration = .seconds(1)) throws(TimelineError) {
    try self.init(TimelineDrawing(parsing: text), of: text, tick: tick) { $0 }
  }
}

extension Timeline.Event {
  fileprivate init?(_ mark: TimelineMark, value: (Character) -> Value?) {
    switch mark {
    case .letter(let letter):
      guard let value = value(letter) else { return nil }
      self = .value(value)
    case .end: self = .end
    case .failure: self = .failure
    case .start: self = .start
    case .cancellation: self = .cancellation
    }
  }
}

extension Timeline: CustomStringConvertible {
  /// The canonical text: without spaces, and with groups only where several events share a tick.
  ///
  /// Reading it with the same tick and the same values gives an equal timeline. O(n).
  public var description: String { drawing.text }
}

extension Timeline.Event: Sendable where Value: Sendable {}
extension Timeline.Event: Equatable where Value: Equatable {}
extension Timeline.Moment: Sendable where Value: Sendable {}
extension Timeline: Sendable where Value: Sendable {}

extension Timeline.Moment: Equatable where Value: Equatable {
  /// Whether the same happens at the same time; the letters do not matter.
  public static func == (left: Self, right: Self) -> Bool {
    left.ticks == right.ticks && left.offset == right.offset && left.event == right.event
  }
}

extension Timeline: Equatable where Value: Equatable {}
