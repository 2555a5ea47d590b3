extension StoreSubscription {
  /// Returns the subscription whose body is begun again when it throws.
  ///
  /// The times between the attempts pass on the environment's clock, and their ``Backoff/jitter`` is drawn
  /// from its random numbers. A message that the body has sent shows that it works, so the count and the
  /// times begin again after it. When no attempt is left, or `isRetried` returns false, the error is that of
  /// the subscription, as without this. The `start` of a subscription that listens is called outside of the
  /// store's home.
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
    let body = operation
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

  /// The body as one asynchronous function, which stops to listen when its task is cancelled.
  private var operation: @Sendable (Send<Message>) async throws -> Void {
    switch body {
    case .task(let body): return body
    case .callback(let start):
      return { send in
        let (messages, feed) = AsyncThrowingStream<Message, any Error>.makeStream()
        var stop: (@Sendable () -> Void)?
        do {
          stop = try start(Sender { if case .enqueued = feed.yield($0) { true } else { false } })
        } catch {
          feed.finish(throwing: error)
        }
        defer { stop?() }
        for try await message in messages { await send(message) }
      }
    }
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
