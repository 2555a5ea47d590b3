extension ManualClock {
  /// Advances time along `timeline`, and performs each event at its time.
  ///
  /// ```swift
  /// await clock.play(try Timeline("a--b-(cd)|")) { event in
  ///   if case .value(let letter) = event { store.send(.typed(letter)) }
  /// }
  /// ```
  ///
  /// The timeline starts at the present of the clock. At each event's time, sleepers until then are woken
  /// first. Then `perform` is called, in the isolation of the caller, once for each event of the tick, with
  /// nothing in between. After the last event, time advances for as long as the timeline lasts.
  /// ``advance(to:settle:)`` describes the way from one tick to the next.
  ///
  /// - Parameters:
  ///   - timeline: The events and their times.
  ///   - perform: A closure that performs an event. When it throws, time stops there.
  ///   - settle: A closure to wait for whenever time is about to advance, and after each task woken.
  /// - Throws: Any error that `perform` throws.
  public func play<Value, Failure: Error>(
    _ timeline: Timeline<Value>,
    perform: (Timeline<Value>.Event) async throws(Failure) -> Void,
    settle: (() async -> Void)? = nil
  ) async throws(Failure) {
    let start = now
    var reached: Int?
    for moment in timeline.moments {
      if moment.ticks != reached { await advance(to: start.advanced(by: moment.offset), settle: settle) }
      reached = moment.ticks
      try await perform(moment.event)
    }
    await advance(to: start.advanced(by: timeline.duration), settle: settle)
  }
}
