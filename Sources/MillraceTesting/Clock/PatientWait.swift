/// The decisions of a wait for a fact that may come unannounced: the next step, and when to give up.
///
/// It begins with a few rounds in which other tasks run, and goes on with pauses that double, from 1 to 100
/// milliseconds.
struct PatientWait {
  enum Step: Equatable {
    /// Queue behind all ready tasks.
    case letOthersRun
    /// Suspend for this real time, or until there is news.
    case pause(Duration)
    /// End the wait: the patience is used up.
    case giveUp
  }

  private static let rounds = 4
  private static let longest = Duration.milliseconds(100)

  private var left: Duration
  private var steps = 0
  private var last = Duration.zero

  init(_ patience: Duration) {
    left = patience
  }

  mutating func next() -> Step {
    if left <= .zero { return .giveUp }
    steps += 1
    if steps <= Self.rounds {
      last = .milliseconds(1)
      return .letOthersRun
    }
    // Seven doublings reach the longest pause. The remaining patience is no bound for it: pauses that shrink
    // to a tenth would never end.
    last = min(.milliseconds(1 << min(steps - Self.rounds - 1, 7)), Self.longest)
    return .pause(last)
  }

  /// Subtracts the time of the last step from the patience.
  ///
  /// It counts at most the planned length of the step: the rest was spent in a queue, behind others. It
  /// counts a tenth of it when the process worked meanwhile, for a twentieth of the time or more. Then the
  /// fact may be on its way, on a machine that others keep busy.
  ///
  /// - Returns: The patience used up.
  @discardableResult
  mutating func spent(_ time: RealTime) -> Duration {
    let elapsed = min(time.elapsed, last)
    let used = time.processor * 20 >= time.elapsed ? elapsed / 10 : elapsed
    left -= used
    return used
  }

  /// Begins the steps again, because the fact may be near.
  mutating func newsCame() {
    steps = 0
  }
}
