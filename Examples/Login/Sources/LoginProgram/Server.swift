import LoginMachine

/// A simulated server that answers after two seconds.
actor Server {
  private let clock: any Clock<Duration>
  private var isRefusing = false

  init(clock: any Clock<Duration>) {
    self.clock = clock
  }

  func refuse(_ isRefusing: Bool) {
    self.isRefusing = isRefusing
  }

  private func logIn() async throws -> Bool {
    try await clock.sleep(for: .seconds(2))
    return !isRefusing
  }

  private func logOut() async throws {
    try await clock.sleep(for: .seconds(2))
  }

  /// The dependencies of a machine at this server, with sessions of a minute.
  nonisolated var world: LoginWorld {
    LoginWorld(
      clock: clock, sessionLength: .seconds(60), logIn: { try await self.logIn() },
      logOut: { try await self.logOut() })
  }
}
