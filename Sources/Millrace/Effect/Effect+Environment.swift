extension StoreEnvironment {
  /// Returns the environment with a change.
  @_alwaysEmitIntoClient
  func changed(_ change: (inout StoreEnvironment) -> Void) -> StoreEnvironment {
    var environment = self
    change(&environment)
    return environment
  }
}

extension Effect {
  /// Returns the effect with an environment of its own: the store's, with a change.
  ///
  /// ```swift
  /// return loadPhotos().environment { $0[LibraryKey.self] = OfflineLibrary() }
  /// ```
  ///
  /// `change` is called when the work begins. An inner change, of the effect or of a part, is made after an
  /// outer one, and so wins. The queue of the effect stays on the flow's clock.
  @_alwaysEmitIntoClient
  public func environment(_ change: @escaping @Sendable (inout StoreEnvironment) -> Void) -> Effect {
    rewriting { work in
      switch work.body {
      case .task(let operation):
        work.with(body: .task { send in try await operation(send.with(send.environment.changed(change))) })
      case .callback(let start):
        work.with(
          body: .callback { continuation in
            try start(continuation.with(continuation.environment.changed(change)))
          })
      }
    }
  }
}

extension StoreSubscription {
  /// Returns the subscription with an environment of its own: the store's, with a change.
  ///
  /// `change` is called when the subscription begins. Work that only listens has no environment.
  @_alwaysEmitIntoClient
  public func environment(
    _ change: @escaping @Sendable (inout StoreEnvironment) -> Void
  ) -> StoreSubscription {
    guard case .task(let body) = body else { return self }
    return with(body: .task { send in try await body(send.with(send.environment.changed(change))) })
  }
}
