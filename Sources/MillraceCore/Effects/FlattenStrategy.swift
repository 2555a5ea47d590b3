/// How a queue turns the requests made of it into running effects.
///
/// A queue is *empty* while none of its effects runs or waits and none of its time is running.
/// The strategy of the request that finds a queue empty rules that queue until it is empty again;
/// later requests are taken in by the ruling strategy, whatever strategy they carry.
public enum FlattenStrategy: Hashable, Sendable {
  /// Every effect starts at once; any number run side by side.
  case merge

  /// One effect runs at a time; the others wait and start in the order of their requests.
  case concat

  /// At most `max` effects run at a time; the others wait and start in the order of their requests.
  ///
  /// `max` must be 1 or more.
  case concurrent(max: Int)

  /// A new effect cancels the running one and starts at once.
  case latest

  /// A new effect starts when none runs; while one runs, new ones are dropped as busy.
  case exhaust

  /// An effect starts once no other was requested for the given time.
  ///
  /// A newer request replaces the waiting effect and begins the time again. With `cancelsRunning` true, the
  /// default, it cancels the running effect too, so that no answer to an older request arrives after a newer
  /// one was made. With `cancelsRunning` false the running effect goes on until the next one starts, which
  /// cancels it. Either way at most one runs.
  ///
  /// A request that finds the time over before its timer was reported replaces the waiting effect as well; with
  /// `cancelsRunning` false that one starts.
  case debounce(for: Duration, cancelsRunning: Bool = true)

  /// Effects start at least the given time apart.
  ///
  /// A request that finds no window open starts at once and opens a window of that length. One effect can
  /// wait for the window's end: with `latest` true the newest request (an older one is dropped as replaced),
  /// with `latest` false the first (newer ones are dropped as busy). At the window's end the waiting effect
  /// starts and opens the next window, counted from its start. Running effects are never cancelled by a newer
  /// one, and cancelling an effect does not close a window.
  case throttle(for: Duration, latest: Bool)

  /// What is wrong with the strategy's numbers, as a sentence that says how to mend it; nil when they can be
  /// used.
  public var problem: String? {
    switch self {
    case .merge, .concat, .latest, .exhaust: nil
    case .concurrent(let max):
      max >= 1
        ? nil : "`concurrent(max: \(max))` would never let an effect start; give it a maximum of 1 or more."
    case .debounce(let time, _):
      time >= .zero ? nil : "`debounce(for:)` cannot wait for a negative time; give it zero or more."
    case .throttle(let time, _):
      time >= .zero ? nil : "`throttle(for:latest:)` cannot last a negative time; give it zero or more."
    }
  }

  /// The most effects that may hold a place in the queue, or nil where the strategy keeps no waiting line.
  @_alwaysEmitIntoClient
  var limit: Int? {
    switch self {
    case .concat: 1
    case .concurrent(let max): max
    case .merge, .latest, .exhaust, .debounce, .throttle: nil
    }
  }
}
