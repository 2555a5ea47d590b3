extension ManualClock {
  /// Moves the time along `timeline`, and performs its events when their time has come.
  ///
  /// ```swift
  /// await clock.play(try Timeline("a--b-(cd)|")) { event in
  ///   if case .value(let letter) = event { store.send(.typed(letter)) }
  /// }
  /// ```
  ///
  /// The timeline starts at the present of the clock. At each event's time whoever sleeps until then is woken first;
  /// then `perform` is called, in the isolation of the caller, once for each event of the tick, with nothing in
  /// between. After the last event the time goes on for as long as the timeline lasts. How the time moves from one
  /// tick to the next is described at ``advance(to:settle:)``.
  ///
  /// - Parameters:
  ///   - timeline: what happens when.
  ///   - perform: makes an event happen. When it throws, the time stands still there.
  ///   - settle: what to wait for whenever the time is about to move, and after each task woken.
  /// - Throws: whatever `perform` throws.
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
