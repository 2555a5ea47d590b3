import Katana

/// The model of a stopwatch.
struct Stopwatch: Model, Equatable {
  /// The resolution; the time since the last tick is lost when the watch is stopped.
  static let tick = Duration.milliseconds(100)

  var isRunning = false
  var time = Duration.zero
  /// The time at the end of each lap.
  var laps: [Duration] = []

  var seconds: Int64 { time.components.seconds }
  var lastLap: Duration { (laps.last ?? .zero) - (laps.dropLast().last ?? .zero) }
}

enum StopwatchMessage: Message, Equatable {
  case startOrStop, tick, lap, reset
}

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

/// The watch's subscriptions: the clock, while it runs.
///
/// No code starts or stops it. After each turn the wanted subscriptions are compared with the active ones.
struct StopwatchSubscriptions: SubscriptionProvider {
  func subscriptions(model watch: Stopwatch, message: (any Message)?) -> [any Subscription] {
    watch.isRunning ? [Every(Stopwatch.tick, send: StopwatchMessage.tick)] : []
  }
}
