/// The rules of queues as pure decisions, which a scheduler and a model check carry out alike.
extension QueuePolicy {
  /// An event in a queue.
  public enum Event: Sendable {
    /// An effect was requested.
    case requested
    /// The queue's time is over.
    case timeIsOver
    /// The queue's time is over, and a request, which is the next event, arrived before the timer.
    case overdue
    /// A running effect has ended and released its place, and another waits.
    case finished
    /// A waiting effect was cancelled.
    case cancelled
  }

  /// The changes that a rule asks for, to be made in the order of the properties.
  public struct Answer: Sendable {
    /// The fate of an effect.
    public enum Fate: Sendable {
      case unchanged, starts, waits
      case dropped(EffectDropReason)
    }

    /// A change of the queue's time.
    public enum Time: Sendable {
      case unchanged, stops
      case starts(Duration)
    }

    /// The reason to drop the effect that has waited longest, if there is one; nil to keep it.
    public var dropsOldest: EffectDropReason?
    /// True to cancel the effect that has run longest, if one runs.
    public var cancelsRunning = false
    /// The fate of the requested effect or, after any other event, of the one that has waited longest.
    public var effect = Fate.unchanged
    /// The change of the queue's time.
    public var time = Time.unchanged
  }

  /// Returns the answer of the queue's rule to an event.
  ///
  /// - Parameters:
  ///   - event: The event. Its effect is not among the counted ones.
  ///   - places: The number of effects that run, or were cancelled and keep their place until they have
  ///     ended.
  ///   - waiting: The number of waiting effects.
  ///   - isTimed: True while the queue's time is running.
  public func answer(to event: Event, places: Int, waiting: Int, isTimed: Bool) -> Answer {
    switch strategy {
    case .merge: merge(event)
    case .concat: line(limit: 1, event, places, waiting)
    case .concurrent(let max): line(limit: max, event, places, waiting)
    case .latest: newest(max: 1, event, places)
    case .newest(let max): newest(max: max, event, places)
    case .exhaust: oldest(max: 1, event, places)
    case .oldest(let max): oldest(max: max, event, places)
    case .debounce(let time, let cancelsRunning): debounce(time, cancelsRunning, event)
    case .throttle(let time, let keepsLatest): throttle(time, keepsLatest, event, waiting, isTimed)
    case .spaced(let time): spaced(by: time, event, waiting, isTimed)
    }
  }
}
