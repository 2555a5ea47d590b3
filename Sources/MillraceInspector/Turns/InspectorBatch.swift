/// Turns and events on their way from the intake to the connection, and what follows them there.
///
/// It is encoded step by step, as the output has room; the next batch is taken when this one is empty.
struct InspectorBatch {
  private var items: [TurnItem] = []
  /// The place of the oldest item; those before it are later than the last.
  private var first = 0
  /// The number of items that were taken out.
  private var taken = 0
  /// Frames of states and answers, which come behind the turns that led to them.
  private var frames: [OutgoingFrame] = []
  private var samples: [(store: String, cost: Duration)] = []

  /// True if no turn or event is left.
  var isEmpty: Bool { taken == items.count }

  /// Takes all that waits; called under the intake's lock while no item is left, so that the room of the
  /// items before is used for the next ones.
  ///
  /// - Returns: The count of what was dropped before the items.
  mutating func take(from intake: inout InspectorIntake) -> TurnBuffer.Gap? {
    let (gap, first) = intake.buffer.take(into: &items)
    (self.first, taken) = (first, 0)
    swap(&frames, &intake.frames)
    swap(&samples, &intake.samples)
    return gap
  }

  /// Takes the oldest item out; nil if none is left.
  mutating func next() -> TurnItem? {
    if isEmpty { return nil }
    defer { taken += 1 }
    return items[(first + taken) % items.count]
  }

  /// Takes out what follows the items, and releases those; called when none is left.
  mutating func end() -> (frames: [OutgoingFrame], samples: [(store: String, cost: Duration)]) {
    defer {
      items.removeAll(keepingCapacity: true)
      (taken, frames, samples) = (0, [], [])
    }
    return (frames, samples)
  }
}
