public import Millrace
public import Synchronization

/// The failures that code under test causes without an assertion, until the test store reports them.
@usableFromInline
final class TestIssues: Sendable {
  private struct State {
    var texts: [String] = []
    /// The place of reports that come after the end of the test store.
    var endedAt: TestLocation?
  }

  /// True while there are unreported ones.
  @usableFromInline let hasNew = Atomic(false)
  private let state = Locked(State())

  @usableFromInline
  init() {}

  /// Makes the environment of a flow one of a test, whose failures come here.
  ///
  /// Values that were set stay, and so do the clock, random numbers, identifiers and dates.
  @usableFromInline
  func take(from flow: Flow) {
    Failures.takeUnassigned()
    for (store, name) in flow.liveBeginnings { note(Self.liveText(name, store)) }
    flow.replaceEnvironment(by: flow.environment.inTest(reporter(nudge: flow.nudge)))
    // With the environment of the test, even where no turn is taken before a message is sent.
    flow.beginSubscriptions()
  }

  private func note(_ text: String) {
    state.withLock { $0.texts.append(text) }
    hasNew.store(true, ordering: .releasing)
  }

  private static func liveText(_ name: EffectLabel, _ store: String) -> String {
    """
    The subscription `\(name)` of the store `\(store)` began before the test store was made, with the live \
    environment, so it may have used the services of the running application.

    Make the test store before the next `await` and before the first message, or make the store with \
    `environment: .test()`.
    """
  }

  private func reporter(nudge: @escaping @Sendable () -> Void) -> IssueReporter {
    // It keeps this beyond the test store, whose place is that of later failures.
    IssueReporter(once: { [self] text in
      let endedAt = state.withLock { state in
        if state.endedAt == nil { state.texts.append(text) }
        return state.endedAt
      }
      if let endedAt { return Failures.record(text, at: endedAt) }
      hasNew.store(true, ordering: .releasing)
      nudge()
    })
  }

  /// Removes and returns the unreported failures, in order.
  func takeAll() -> [String] {
    hasNew.store(false, ordering: .releasing)
    return state.withLock { state in
      defer { state.texts = [] }
      return state.texts
    }
  }

  /// Ends with the test store: later failures are reported at once.
  func close(at place: TestLocation) {
    state.withLock { $0.endedAt = place }
  }
}

extension StoreEnvironment {
  /// Returns the same environment as one of a test.
  func inTest(_ reporter: IssueReporter) -> StoreEnvironment {
    var environment = self
    environment.kind = .test(reporter, reader: nil)
    return environment
  }
}

extension TestStore {
  /// The environment of the effects that begin from now on.
  ///
  /// ```swift
  /// test.environment[LibraryKey.self] = EmptyLibrary()
  /// test.send(.typed("swift"))
  /// ```
  ///
  /// An effect keeps the environment of its beginning; a running subscription finds a change at its next
  /// read. It is always one of a test: a key that is neither set nor has a test value fails the test that
  /// reads it. A store that was created with a live environment keeps its clock, random numbers, identifiers
  /// and dates until they are replaced here; its queues, gates and timers keep the clock of its creation.
  public var environment: StoreEnvironment {
    get { flow.environment }
    set {
      let reporter = flow.environment.reporter
      flow.replaceEnvironment(by: reporter.map { newValue.inTest($0) } ?? newValue)
    }
  }
}
