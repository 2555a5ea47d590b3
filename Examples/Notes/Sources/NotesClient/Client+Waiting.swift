import Harvest
import Katana
import NotesLibrary
import NotesModel
import NotesSession

/// For commands, which need an answer before they go on.
extension Client {
  /// Waits until a condition holds, which is evaluated after each turn.
  ///
  /// - Parameters:
  ///   - time: The maximum wait, on the environment's clock; nil for none.
  ///   - condition: The condition.
  /// - Returns: True when the condition holds.
  public func wait(for time: Duration? = nil, until condition: () -> Bool) async -> Bool {
    let (turns, news) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let token = flow.tap { _ in news.yield() }
    defer { token.cancel() }
    if condition() { return true }
    let clock = flow.environment.clock
    let alarm = time.map { time in
      Task {
        try await clock.sleep(for: time)
        news.finish()
      }
    }
    defer { alarm?.cancel() }
    for await _ in turns where condition() { return true }
    return condition()
  }

  /// Waits until all of the server's data has arrived, or is known to be unavailable.
  ///
  /// - Parameter time: The maximum time without news of the server.
  /// - Returns: True when the server was available.
  public func meetServer(within time: Duration) async -> Bool {
    await wait(for: time, while: { shelf.position }) { isUpToDate || isAway }
    return isUpToDate
  }

  /// Waits until all changes were sent, or are known to be unsendable for now.
  ///
  /// - Parameter time: The maximum time without an answer of the server.
  /// - Returns: True when all changes were sent.
  public func sendAll(within time: Duration) async -> Bool {
    await wait(for: time, while: { library.withState { $0.outbox } }) {
      library.withState { $0.outbox.isEmpty } || isAway
    }
    return library.withState { $0.outbox.isEmpty }
  }

  /// Waits until a condition holds, for as long as there is progress within some time.
  private func wait<Progress: Equatable>(
    for time: Duration, while progress: () -> Progress, until condition: () -> Bool
  ) async {
    while !condition() {
      let before = progress()
      if await !wait(for: time, until: { condition() || progress() != before }) { return }
    }
  }

  /// True when all of the server's data has arrived.
  public var isUpToDate: Bool {
    library.withState { $0.link == .current }
  }

  /// True while the server is unavailable.
  public var isAway: Bool {
    switch session.store.withState({ $0.phase }) {
    case .waiting, .refused, .unplugged: true
    case .connecting, .online: false
    }
  }

  /// A sentence that says why the server is unavailable; nil while it is available.
  public var banner: String? { session.store.withState { $0.banner } }
}
