import LoginMachine

/// Stands for a server that is two seconds away.
actor Server {
  private let clock: any Clock<Duration>
  private var isRefusing = false

  init(clock: any Clock<Duration>) {
    self.clock = clock
  }

  /// Lets nobody in from now on, or everybody.
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

  /// The world of a machine that asks this server, and in which a session lasts a minute.
  nonisolated var world: LoginWorld {
    LoginWorld(
      clock: clock, sessionLength: .seconds(60), logIn: { try await self.logIn() },
      logOut: { try await self.logOut() })
  }
}
