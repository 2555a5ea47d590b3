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
    var moments: [Moment] = []
    for (offset, event) in events.sorted(by: { $0.offset < $1.offset }) {
      guard let mark = event.map({ letters.letter(for: $0) }) else {
        throw .tooManyValues(letters: timelineLetters.count)
      }
      let ticks = Int(clamping: offset.attoseconds / tick.attoseconds)
      moments.append(Moment(ticks: ticks, offset: offset, event: event, mark: mark))
    }
    try Self.checkPlaces(of: moments, tick: tick)
    self.init(tick: tick, moments: moments, length: (moments.last?.ticks ?? 0) + 1)
  }

  private static func checkPlaces(of moments: [Moment], tick: Duration) throws(TimelineError) {
    let early = moments.filter { $0.offset < .zero }
    if !early.isEmpty { throw .beforeTheStart(early.map(\.stray)) }
    let between = moments.filter { $0.offset.attoseconds % tick.attoseconds != 0 }
    if !between.isEmpty { throw .betweenTicks(between.map(\.stray), tick: tick) }
    let far = moments.filter { $0.ticks >= longestRecording }
    if !far.isEmpty { throw .tooFar(far.map(\.stray), tick: tick, columns: longestRecording) }
    if let end = moments.firstIndex(where: \.mark.isFinal), end + 1 < moments.count {
      throw .afterTheEnd(moments[(end + 1)...].map(\.stray), end: moments[end].stray)
    }
  }

  /// The maximum number of columns of a recording.
  ///
  /// More is unreadable, and a wrong tick would fill the memory.
  private static var longestRecording: Int { 10_000 }
}

extension Timeline.Moment {
  fileprivate var stray: TimelineError.Stray {
    let name = if case .value(let value) = event { "\"\(value)\"" } else { mark.name }
    return TimelineError.Stray(event: name, offset: offset)
  }
}
