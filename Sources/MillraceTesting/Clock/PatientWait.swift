/// The decisions of a wait for a fact that perhaps nothing announces: how to wait next, and when to give up.
///
/// It begins with a few rounds in which others run, and goes on with pauses that double, from a millisecond to 100.
struct PatientWait {
  /// A way to wait.
  enum Step: Equatable {
    /// Stand behind whatever is ready to run.
    case letOthersRun
    /// Suspend for so much real time, or until there is news.
    case pause(Duration)
    /// The patience is over.
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
    // Seven doublings reach the longest. What is left is no bound: of ever smaller pauses, a tenth each, none is the last.
    last = min(.milliseconds(1 << min(steps - Self.rounds - 1, 7)), Self.longest)
    return .pause(last)
  }

  /// Takes what the last step took off the patience.
  ///
  /// No more than the step was to take: the rest was spent in a queue, behind others. And a tenth of it when the
  /// process worked meanwhile, for a twentieth of the time or more, because then the fact may be on its way, on a
  /// machine that others keep busy.
  ///
  /// - Returns: The patience it used up.
  @discardableResult
  mutating func spent(_ time: RealTime) -> Duration {
    let elapsed = min(time.elapsed, last)
    let used = time.processor * 20 >= time.elapsed ? elapsed / 10 : elapsed
    left -= used
    return used
  }

  /// What is waited for may be near: the steps begin again.
  mutating func newsCame() {
    steps = 0
  }
}
