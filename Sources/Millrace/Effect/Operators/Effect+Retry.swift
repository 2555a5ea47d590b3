extension Effect {
  /// Returns the effect whose work is tried again when it throws.
  ///
  /// The times between the attempts pass on the environment's clock, and their ``Backoff/jitter`` is drawn
  /// from its random numbers. When no attempt is left, or `isRetried` returns false, the last error goes to
  /// the `catch` of the work, as without this. Messages that a failed attempt has sent have had their turns;
  /// the next attempt sends its own. A cancellation ends the attempts, and the wait between two.
  ///
  /// Id, label, queue and `catch` stay, so the work keeps its place in its queue between attempts. Work of
  /// every part of the effect is tried again for itself: of a merge, only what has failed. Callback work is
  /// begun outside of the store's home. A stream is iterated again, so one that can be used once ends without
  /// its error then: make it inside of the work.
  ///
  /// ```swift
  /// return .run(label: "load") { send in
  ///   await send(.loaded(try await api.load()))
  /// } catch: { .failed("\($0)") }
  ///   .retry(3, backoff: .exponential(from: .seconds(1)).jittered()) { $0 is APIUnavailable }
  /// ```
  ///
  /// - Parameters:
  ///   - count: The number of further attempts after the first; one below zero counts as zero.
  ///   - backoff: The times between the attempts.
  ///   - isRetried: A function that returns true for an error after which the work is tried again.
  @_alwaysEmitIntoClient
  public func retry(
    _ count: Int, backoff: Backoff = .none,
    if isRetried: @escaping @Sendable (any Error) -> Bool = { _ in true }
  ) -> Effect {
    changingOperations(limits: { .repeating($0) }) { operation in
      { send in
        var failures = 0
        while true {
          do {
            return try await operation(send)
          } catch {
            let isFinal = Task.isCancelled || failures >= count || error is RefusedWork
            if isFinal || !isRetried(error) { throw error }
          }
          failures += 1
          let environment = send.environment
          let pause = backoff.delay(after: failures, drawing: environment.random)
          try await environment.clock.sleep(for: pause.bounded)
        }
      }
    }
  }
}
