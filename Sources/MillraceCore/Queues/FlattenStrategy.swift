/// The way in which a queue turns requests into running effects.
///
/// A queue is *empty* while none of its effects runs or waits and none of its time is running. The strategy
/// of the request that finds a queue empty rules that queue until it is empty again. The ruling strategy also
/// handles later requests, whatever strategy they carry.
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

  /// A new effect starts at once. If more than `max` would run, the one that has run longest is cancelled.
  ///
  /// `max` must be 1 or more; with 1 this equals ``latest``.
  case newest(max: Int)

  /// A new effect starts if none runs; otherwise it is dropped as busy.
  case exhaust

  /// A new effect starts if fewer than `max` run; otherwise it is dropped as busy.
  ///
  /// `max` must be 1 or more; with 1 this equals ``exhaust``.
  case oldest(max: Int)

  /// An effect starts once no other was requested for the given time.
  ///
  /// A newer request replaces the waiting effect and restarts the time. With `cancelsRunning` true, the
  /// default, it also cancels the running effect, so that no answer to an older request arrives after a newer
  /// request. With `cancelsRunning` false the running effect continues until the next one starts, which
  /// cancels it. Either way at most one runs.
  ///
  /// The time may be over before its timer was reported. A request that arrives then also replaces the
  /// waiting effect; with `cancelsRunning` false the waiting effect starts instead.
  case debounce(for: Duration, cancelsRunning: Bool = true)

  /// Effects start at least the given time apart.
  ///
  /// A request that finds no open window starts at once and opens a window of that length. One effect can
  /// wait for the window's end: with `latest` true the newest request (an older one is dropped as replaced),
  /// with `latest` false the first (newer ones are dropped as busy). At the window's end the waiting effect
  /// starts and opens the next window, counted from its start. A newer effect never cancels a running one,
  /// and cancelling an effect does not close a window.
  case throttle(for: Duration, latest: Bool)

  /// Effects start in the order of their requests, at least the given time apart; none is dropped.
  ///
  /// A request that finds no open window starts at once and opens a window of that length. Further ones wait;
  /// at the window's end the one that has waited longest starts, and opens the next window, counted from its
  /// start. Any number run side by side. A cancelled effect that has started does not close its window.
  case spaced(by: Duration)

  /// The flaw in the strategy's numbers, as a sentence that says how to fix it; nil if they are valid.
  public var problem: String? {
    switch self {
    case .merge, .concat, .latest, .exhaust: nil
    case .concurrent(let max): Self.problem(ofMaximum: max, of: "concurrent")
    case .newest(let max): Self.problem(ofMaximum: max, of: "newest")
    case .oldest(let max): Self.problem(ofMaximum: max, of: "oldest")
    case .debounce(let time, _):
      time >= .zero ? nil : "`debounce(for:)` cannot wait for a negative time; use zero or more."
    case .throttle(let time, _):
      time >= .zero ? nil : "`throttle(for:latest:)` cannot last a negative time; use zero or more."
    case .spaced(let time):
      time >= .zero ? nil : "`spaced(by:)` cannot last a negative time; use zero or more."
    }
  }

  private static func problem(ofMaximum max: Int, of name: String) -> String? {
    max >= 1 ? nil : "`\(name)(max: \(max))` allows no effect to run; use a maximum of 1 or more."
  }

  /// The largest number of effects that may occupy a place in the queue until they have ended, cancelled or
  /// not; nil for a strategy that frees the place of a cancelled effect at once.
  @_alwaysEmitIntoClient
  public var limit: Int? {
    switch self {
    case .concat: 1
    case .concurrent(let max): max
    case .merge, .latest, .newest, .exhaust, .oldest, .debounce, .throttle, .spaced: nil
    }
  }
}
