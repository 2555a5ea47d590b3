public import Millrace

/// Task 4: time passes until a duration is over, which can be changed meanwhile.
public struct ElapsedTimer: Equatable, Sendable {
  public enum Message: Equatable, Sendable {
    case tick
    case setDuration(Duration)
    case reset
  }

  public static let tick = Duration.milliseconds(100)
  /// The durations that can be set.
  public static let durations = Duration.zero...Duration.seconds(30)

  /// The same in seconds, for a slider.
  public static let seconds = durations.lowerBound / .seconds(1)...durations.upperBound / .seconds(1)

  public internal(set) var elapsed = Duration.zero
  public internal(set) var duration = Duration.seconds(10)

  public init() {}

  public var isRunning: Bool { elapsed < duration }

  /// The elapsed part of the duration, from 0 to 1.
  public var fraction: Double { duration > .zero ? min(1, elapsed / duration) : 1 }

  /// The elapsed time, as "3.4 s".
  public var elapsedText: String { Self.text(elapsed) }

  public static func update(_ timer: inout ElapsedTimer, _ message: Message) -> Effect<Message> {
    switch message {
    case .tick: timer.elapsed = max(timer.elapsed, min(timer.elapsed + tick, timer.duration))
    case .setDuration(let duration):
      timer.duration = min(max(duration, durations.lowerBound), durations.upperBound)
    case .reset: timer.elapsed = .zero
    }
    return .none
  }

  /// The clock, while time is left.
  ///
  /// No code starts or stops it.
  public static func subscriptions(_ timer: ElapsedTimer) -> [StoreSubscription<Message>] {
    timer.isRunning ? [.every(tick, id: "tick", missedTicks: .deliver) { .tick }] : []
  }

  @MainActor public static func store(on flow: Flow? = nil) -> Store<ElapsedTimer, Message> {
    Store(ElapsedTimer(), flow: flow, subscriptions: subscriptions, update: update)
  }

  public static func text(_ time: Duration) -> String {
    let tenths = Int64(time / .milliseconds(100))
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
