// The environment of a flow under test. Nothing here is called for a live one.

extension StoreEnvironment {
  /// True for the environment of a running application.
  var isLive: Bool { if case .live = kind { true } else { false } }

  /// Receives the failures, if this is a test environment.
  package var reporter: IssueReporter? {
    if case .test(let reporter, _) = kind { reporter } else { nil }
  }

  /// Returns an operation during which the endpoints of dependencies report to this environment's test.
  @usableFromInline
  func reporting<Message: Sendable>(
    _ operation: @escaping EffectWork<Message>.Operation
  ) -> EffectWork<Message>.Operation {
    guard let reporter else { return operation }
    return { send in try await IssueReporter.$current.withValue(reporter) { try await operation(send) } }
  }

  /// Calls `body`, during which the endpoints of dependencies report to this environment's test.
  func reporting(_ body: () throws -> Void) rethrows {
    guard let reporter else { return try body() }
    try IssueReporter.$current.withValue(reporter) { try body() }
  }
}

/// A subscription under test: endpoints that it calls report to its test, and what it reads names it.
struct SubscriptionReader: Sendable {
  private let reporter: IssueReporter
  private let reader: EnvironmentReader

  /// Returns nil for an environment that is not of a test.
  init?(_ environment: StoreEnvironment, _ name: EffectLabel, _ store: String) {
    guard let reporter = environment.reporter else { return nil }
    self.reporter = reporter
    reader = EnvironmentReader(label: name, store: store, isSubscription: true)
  }

  func reporting<Message: Sendable>(
    _ operation: @escaping EffectWork<Message>.Operation
  ) -> EffectWork<Message>.Operation {
    { send in
      try await IssueReporter.$current.withValue(reporter) {
        try await EnvironmentReader.$current.withValue(reader) { try await operation(send) }
      }
    }
  }

  func reporting<Result>(_ body: () throws -> Result) rethrows -> Result {
    try IssueReporter.$current.withValue(reporter) {
      try EnvironmentReader.$current.withValue(reader) { try body() }
    }
  }
}

extension Flow {
  /// Returns the environment of an effect that begins now on a flow under test; it names the effect in
  /// failures.
  @usableFromInline
  func testEnvironment(of label: EffectLabel?, in store: String) -> StoreEnvironment {
    var environment = environment
    if let reporter = environment.reporter {
      environment.kind = .test(reporter, reader: EnvironmentReader(label: label, store: store))
    }
    return environment
  }

  /// Replaces the environment for effects that begin from now on, and for what running subscriptions read.
  ///
  /// Call it at home. The flow's queues, gates and timers stay on the clock that the flow was created with.
  package func replaceEnvironment(by environment: StoreEnvironment) {
    self.environment = environment
    isInTest = environment.reporter != nil
    gateway.replaceEnvironment(by: environment)
  }
}
