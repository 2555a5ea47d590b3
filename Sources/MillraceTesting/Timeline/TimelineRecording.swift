extension Timeline where Value: Equatable {
  /// Creates a timeline from recorded events.
  ///
  /// Events of one time keep their order; otherwise they are sorted by time. A value is drawn as its letter
  /// in `values`, else as the one character it prints as, else as a letter that is free. O(n·v) for v
  /// different values.
  ///
  /// - Parameters:
  ///   - events: The events, and their times since the start.
  ///   - tick: The duration of one column; positive.
  ///   - values: The letters to draw values with, as in the diagram to compare with.
  /// - Throws: ``TimelineError/betweenTicks(_:tick:)`` rather than to round a time, and other cases of
  ///   ``TimelineError`` for events before the start, after the end or too far off, for reserved letters, and
  ///   for more different values than there are letters.
  public init(
    recorded events: some Sequence<(offset: Duration, event: Event)>,
    tick: Duration = .seconds(1),
    values: [Character: Value] = [:]
  ) throws(TimelineError) {
    Self.check(tick: tick)
    try Self.check(letters: values)
    var letters = TimelineLetters(values)
    var records: [Record] = []
    for (offset, event) in events.sorted(by: { $0.offset < $1.offset }) {
      guard let mark = event.mark(from: &letters) else {
        throw .tooManyValues(letters: timelineLetters.count)
      }
      records.append(Record(offset: offset, event: event, mark: mark))
    }
    try Self.checkPlaces(of: records, tick: tick)
    let moments = records.map { record in
      let ticks = Int(record.offset.attoseconds / tick.attoseconds)
      return Moment(ticks: ticks, offset: record.offset, event: record.event, mark: record.mark)
    }
    self.init(tick: tick, moments: moments, length: (moments.last?.ticks ?? 0) + 1)
  }

  private static func checkPlaces(of records: [Record], tick: Duration) throws(TimelineError) {
    let early = records.filter { $0.offset < .zero }
    if !early.isEmpty { throw .beforeTheStart(early.map(\.stray)) }
    let between = records.filter { $0.offset.attoseconds % tick.attoseconds != 0 }
    if !between.isEmpty { throw .betweenTicks(between.map(\.stray), tick: tick) }
    let far = records.filter { $0.offset.attoseconds / tick.attoseconds >= longestRecording }
    if !far.isEmpty { throw .tooFar(far.map(\.stray), tick: tick, columns: longestRecording) }
    if let end = records.firstIndex(where: \.mark.isFinal), end + 1 < records.count {
      throw .afterTheEnd(records[(end + 1)...].map(\.stray), end: records[end].stray)
    }
  }

  /// The maximum number of columns of a recording.
  ///
  /// More is unreadable, and a wrong tick would fill the memory.
  private static var longestRecording: Int { 10_000 }

  private struct Record {
    let offset: Duration
    let event: Event
    let mark: TimelineMark

    var stray: TimelineError.Stray {
      let name = if case .value(let value) = event { "\"\(value)\"" } else { mark.name }
      return TimelineError.Stray(event: name, offset: offset)
    }
  }
}

extension Timeline.Event where Value: Equatable {
  /// Returns the mark of the event; nil when no letter is left for its value.
  func mark(from letters: inout TimelineLetters<Value>) -> TimelineMark? {
    switch self {
    case .value(let value): letters.letter(for: value).map(TimelineMark.letter)
    case .end: .end
    case .failure: .failure
    case .start: .start
    case .cancellation: .cancellation
    }
  }
}
