extension StoreSubscription {
  /// Returns the subscription whose body is begun again when it throws.
  ///
  /// The times between the attempts pass on the environment's clock, and their ``Backoff/jitter`` is drawn
  /// from its random numbers. A message that the body has sent shows that it works, so the count and the
  /// times begin again after it. When no attempt is left, or `isRetried` returns false, the error is that of
  /// the subscription, as without this. A subscription that only listens is not changed: its `start` has no
  /// later errors.
  ///
  /// ```swift
  /// StoreSubscription("prices") { send in
  ///   for try await price in try await feed.prices() { await send(.price(price)) }
  /// }
  /// .retry(5, backoff: .exponential(from: .seconds(1)))
  /// ```
  ///
  /// - Parameters:
  ///   - count: The number of further attempts after the first; one below zero counts as zero.
  ///   - backoff: The times between the attempts.
  ///   - isRetried: A function that returns true for an error after which the body is begun again.
  public func retry(
    _ count: Int, backoff: Backoff = .none,
    if isRetried: @escaping @Sendable (any Error) -> Bool = { _ in true }
  ) -> StoreSubscription {
    guard case .task(let body) = body else { return self }
    return with(
      body: .task { send in
        let failures = Locked(0)
        let counting = Send<Message>(send.environment, send.flowIdentity) { message in
          failures.withLock { $0 = 0 }
          await send(message)
        }
        while true {
          do {
            return try await body(counting)
          } catch {
            if Task.isCancelled || failures.withLock(\.self) >= count || !isRetried(error) { throw error }
          }
          let failed = failures.withLock { failures in
            failures += 1
            return failures
          }
          let environment = send.environment
          let pause = backoff.delay(after: failed, drawing: environment.random)
          try await environment.clock.sleep(for: pause.bounded)
        }
      })
  }

  /// Returns the subscription whose error becomes a message instead of an error of the flow, unless it is
  /// handled already.
  ///
  /// The subscription has ended with it, and its id may stay in the list. The error of a cancelled body is
  /// dropped.
  ///
  /// - Parameter recover: A function that returns the message for an error; nil sends none.
  public func catching(_ recover: @escaping @Sendable (any Error) -> Message?) -> StoreSubscription {
    with(body: body, recover: self.recover ?? recover)
  }
}
