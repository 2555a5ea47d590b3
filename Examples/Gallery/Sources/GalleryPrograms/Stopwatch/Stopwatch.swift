import Katana

/// A watch that can be stopped: its model.
struct Stopwatch: Model, Equatable {
  /// A tick of the watch; the time since the last one is lost when it is stopped.
  static let tick = Duration.milliseconds(100)

  var isRunning = false
  var time = Duration.zero
  /// What it showed at the end of each lap.
  var laps: [Duration] = []

  /// The whole seconds that it shows.
  var seconds: Int64 { time.components.seconds }
  /// How long the last lap was.
  var lastLap: Duration { (laps.last ?? .zero) - (laps.dropLast().last ?? .zero) }
}

/// What can happen to it.
enum StopwatchMessage: Message, Equatable {
  case startOrStop, tick, lap, reset
}

/// What a message changes.
struct StopwatchUpdater: TypedUpdater {
  func update(model watch: inout Stopwatch, message: StopwatchMessage) -> [any Command] {
    switch message {
    case .startOrStop: watch.isRunning.toggle()
    case .tick: watch.time += Stopwatch.tick
    case .lap: watch.laps.append(watch.time)
    case .reset: watch = Stopwatch()
    }
    return []
  }
}

/// What it listens to: the clock, while it runs, and nothing else of the time.
///
/// Nobody starts or stops this. After each turn what is wanted is compared with what there is.
struct StopwatchSubscriptions: SubscriptionProvider {
  func subscriptions(model watch: Stopwatch, message: (any Message)?) -> [any Subscription] {
    watch.isRunning ? [Every(Stopwatch.tick, send: StopwatchMessage.tick)] : []
  }
}
