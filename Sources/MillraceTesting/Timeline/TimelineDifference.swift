import MillraceCore

extension Timeline where Value: Equatable {
  /// Returns a text that shows the first difference from this drawing; nil when there is none.
  ///
  /// ```
  /// expected: a--b-(cd)|
  /// actual:   a----b   |
  ///              ^
  /// expected "b" after 3 ticks, got nothing until "b" after 5 ticks
  /// ```
  ///
  /// Both lines are drawn with the same letters, and with spaces where the other one has a longer group. The
  /// caret stands under the first difference. Silence after the last event makes no difference. O(n·v) for v
  /// different values.
  ///
  /// ```swift
  /// #expect(expected.difference(from: try recorder.timeline()) == nil)
  /// ```
  public func difference(from actual: Timeline) -> String? {
    guard tick == actual.tick else {
      return """
        expected a timeline with \(tick) per column, got one with \(actual.tick); draw both with the same tick to \
        compare them
        """
    }
    let agreeing = zip(moments, actual.moments).prefix { isWhollyUnchanged($1, from: $0) }.count
    if agreeing == moments.count && agreeing == actual.moments.count { return nil }
    var letters = TimelineLetters<Value>()
    for moment in moments + actual.moments {
      if case (.value(let letter), .value(let value)) = (moment.mark, moment.event) {
        letters.learn(letter, for: value)
      }
    }
    // Both timelines together may have more values than there are letters; a difference still shows.
    let drawings = [self, actual].map { timeline in
      timeline.drawing { $0.event.map { letters.letter(for: $0) } ?? .value("?") }
    }
    let comparison = TimelineComparison(expected: drawings[0], actual: drawings[1], agreeing: agreeing)
    return (comparison.lines + letters.legendLine).joined(separator: "\n")
  }
}
