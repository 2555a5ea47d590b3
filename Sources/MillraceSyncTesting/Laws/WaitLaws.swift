import MillraceSync

extension SharedLogLaws {
  /// The laws of waiting.
  static let waiting: [SharedLogLaw] = [
    SharedLogLaw("wait-at-once", "A wait ends at once if the log has an entry after the position.") {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      try await log.append(try run.entries("a", 1...3), after: 0)
      for position in 0...2 as ClosedRange<UInt64> {
        try await run.expectWait("after \(position)", .ended) { await log.wait(after: position) }
      }
    },
    SharedLogLaw("wait-went-back", "A wait after a position behind the head fails.") {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      for known in [1, 2, UInt64.max] {
        try await run.expectWait("after \(known)", .failed(.wentBack(log: "", head: 0, known: known))) {
          await log.wait(after: known)
        }
      }
      try await log.append(try run.entries("a", 1...1), after: 0)
      try await run.expectWait("after 2", .failed(.wentBack(log: "", head: 1, known: 2))) {
        await log.wait(after: 2)
      }
    },
    SharedLogLaw("wait-wakes", "An append through another handle ends a wait.") {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      let other = try await log.other()
      for number in 1...3 as ClosedRange<UInt64> {
        let (begins, begin) = AsyncStream<Void>.makeStream()
        let waiter = Task {
          begin.finish()
          return await run.soon { await log.waitForEntry(after: number - 1) }
        }
        for await _ in begins {}
        try await other.readAll()
        try await other.append(try run.entries("a", number...number), after: number - 1)
        try await run.expectWait("after \(number - 1), during an append", .ended) {
          await waiter.value ?? .late
        }
      }
    },
    SharedLogLaw("wait-many", "An append ends all waits that are not cancelled.") {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      let (begins, begin) = AsyncStream<Void>.makeStream()
      let waiters = (0..<8).map { _ in
        Task {
          begin.yield()
          return await log.waitForEntry(after: 0)
        }
      }
      var count = 0
      for await _ in begins {
        count += 1
        if count == waiters.count { break }
      }
      try await log.readAll()
      waiters[3].cancel()
      try await run.expectWait("after 0, cancelled", .failed(.cancelled(log: ""))) { await waiters[3].value }
      try await log.append(try run.entries("a", 1...1), after: 0)
      for (index, waiter) in waiters.enumerated() where index != 3 {
        try await run.expectWait("\(index + 1) of 8 after 0, during an append", .ended) { await waiter.value }
      }
    },
    SharedLogLaw("wait-cancelled", "A wait ends with `cancelled` when its task is cancelled.") {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      for isEarly in [false, true] {
        let (begins, begin) = AsyncStream<Void>.makeStream()
        let (permits, permit) = AsyncStream<Void>.makeStream()
        let waiter = Task {
          begin.finish()
          // A cancelled task leaves the loop at once, and begins its wait as one.
          if isEarly { for await _ in permits {} }
          return await log.waitForEntry(after: 0)
        }
        for await _ in begins {}
        try await log.readAll()
        waiter.cancel()
        permit.finish()
        try await run.expectWait(
          "after 0, cancelled \(isEarly ? "before" : "in") its call", .failed(.cancelled(log: ""))
        ) { await waiter.value }
      }
      try await log.append(try run.entries("a", 1...1), after: 0)
      try await log.readAll()
    },
  ]
}

/// The end of a wait.
enum WaitEnd: Sendable {
  /// It returned.
  case ended
  /// It threw an error.
  case failed(SharedLogError)
  /// It returned in a task that had been cancelled before the call.
  case ignoredCancellation
  /// It did not end within the patience.
  case late

  var text: String {
    switch self {
    case .ended: "an end without an error"
    case .failed(let error): Sketch.error(error)
    case .ignoredCancellation: "an end without an error, in a task that was cancelled before the call"
    case .late: "no end within the patience of the law"
    }
  }
}

extension LawRun {
  /// Awaits the end of a wait, and compares it.
  func expectWait(
    _ operation: String, _ expected: WaitEnd, _ wait: @escaping @Sendable () async -> WaitEnd
  ) async throws(SharedLogLawFailure) {
    let found = await soon(wait) ?? .late
    record("wait \(operation)", found.text)
    switch (found, expected) {
    case (.ended, .ended): return
    case (.failed(let found), .failed(let expected)) where found.isSame(as: expected): return
    default: throw failure(expected: expected.text, found: found.text)
    }
  }
}

extension LawLog {
  /// Waits once.
  func wait(after position: UInt64) async -> WaitEnd {
    do {
      try await log.waitForEntries(after: position)
      return .ended
    } catch { return .failed(error) }
  }

  /// Waits until the log has an entry after the position: a wait may end early.
  func waitForEntry(after position: UInt64) async -> WaitEnd {
    do {
      while true {
        let wasCancelled = Task.isCancelled
        try await log.waitForEntries(after: position)
        if wasCancelled { return .ignoredCancellation }
        if !(try await log.read(after: position, limit: 2).entries.isEmpty) { return .ended }
      }
    } catch { return .failed(error) }
  }
}
