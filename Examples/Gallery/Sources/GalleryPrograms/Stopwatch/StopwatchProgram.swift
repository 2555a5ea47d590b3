import Katana

/// A subscription that is active only while the model says so.
final class StopwatchProgram: Program {
  static let name = "stopwatch"
  static let idea = "a subscription that exists only while the watch runs"
  static let help = """
    start          start it, or stop it; 'stop' is the same
    lap            note a lap
    reset          stop it, and forget everything
    """

  private let store: Store<Stopwatch>
  var flow: Flow { store.flow }
  var tickers: Int { store.isRunning ? 1 : 0 }

  init(environment: StoreEnvironment, write: @escaping (String) -> Void) throws {
    store = try Store(
      model: Stopwatch(), updater: StopwatchUpdater(), subscriptions: StopwatchSubscriptions(),
      name: "stopwatch", environment: environment)
    store.observe(\.isRunning, owner: self) { program, isRunning in
      write(isRunning ? "It runs." : "It stands at \(Self.text(program.store.time)).")
    }
    store.observe(\.seconds, owner: self) { _, seconds in
      if seconds > 0 { write("\(seconds) s") }
    }
    store.observe(\.laps.count, owner: self) { program, count in
      if count > 0 { write("Lap \(count): \(Self.text(program.store.lastLap))") }
    }
  }

  private enum Word: String { case start, stop, lap, reset }

  func follow(_ line: Line) throws {
    switch try line.alone(as: Word.self) {
    case .start, .stop: store.dispatch(StopwatchMessage.startOrStop)
    case .lap: store.dispatch(StopwatchMessage.lap)
    case .reset: store.dispatch(StopwatchMessage.reset)
    }
  }

  /// Formats seconds and tenths.
  private static func text(_ time: Duration) -> String {
    "\(time.components.seconds).\(time.components.attoseconds / 100_000_000_000_000_000) s"
  }
}
