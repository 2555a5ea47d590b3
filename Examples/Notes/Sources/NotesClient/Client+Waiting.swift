import Harvest
import Katana
import NotesLibrary
import NotesModel
import NotesSession

/// For those who need an answer before they go on, as commands do.
extension Client {
  /// Waits until something is the case, which is asked after each turn.
  ///
  /// - Parameters:
  ///   - time: The longest that it waits, on the environment's clock; nil for as long as it takes.
  ///   - condition: What is waited for.
  /// - Returns: Whether it is the case.
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

  /// Waits until all that the server has is here, or it is clear that it cannot be had now.
  ///
  /// - Parameter time: How long it waits without hearing from the server.
  /// - Returns: Whether the server was there.
  public func meetServer(within time: Duration) async -> Bool {
    await wait(for: time, while: { library.withState { $0.cursor } }) { isUpToDate || isAway }
    return isUpToDate
  }

  /// Waits until nothing waits to be sent any more, or it is clear that it cannot be sent now.
  ///
  /// - Parameter time: How long it waits without an answer of the server.
  /// - Returns: Whether all was sent.
  public func sendAll(within time: Duration) async -> Bool {
    await wait(for: time, while: { library.withState { $0.outbox } }) {
      library.withState { $0.outbox.isEmpty } || isAway
    }
    return library.withState { $0.outbox.isEmpty }
  }

  /// Waits until something is the case, for as long as there is progress within some time.
  private func wait<Progress: Equatable>(
    for time: Duration, while progress: () -> Progress, until condition: () -> Bool
  ) async {
    while !condition() {
      let before = progress()
      if await !wait(for: time, until: { condition() || progress() != before }) { return }
    }
  }

  /// Whether all that the server has is here.
  public var isUpToDate: Bool {
    library.withState { if case .current = $0.link { true } else { false } }
  }

  /// Whether the server cannot be asked now.
  public var isAway: Bool {
    switch session.store.withState({ $0.phase }) {
    case .waiting, .refused, .unplugged: true
    case .connecting, .online: false
    }
  }

  /// Why the server cannot be asked, as a sentence; nil while it can.
  public var banner: String? { session.store.withState { $0.banner } }
}
