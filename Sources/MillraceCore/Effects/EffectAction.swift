/// An action that an ``EffectScheduler`` requests in answer to an event.
///
/// Carry out the actions in their order, before you report the next event to the scheduler: when an effect
/// ends in one answer, the next answer may give its slot to a new effect.
public enum EffectAction: Hashable, Sendable {
  /// Run the effect's body, and report to `finish` that it returned or threw.
  case start(EffectToken)

  /// Keep the effect; a later answer contains its `start` or its `drop`.
  case wait(EffectToken)

  /// Stop the body of this running effect, and ignore its messages from now on.
  ///
  /// Report to `finish` when the body has returned. Only `concat` and `concurrent` queues need this report;
  /// the others ignore it.
  case cancel(EffectToken)

  /// Drop the effect, which has not started and never will.
  case drop(EffectToken, EffectDropReason)

  /// Call `timerFired` at this time, or as soon after it as possible.
  ///
  /// The newest request is always the earliest that still matters, so a single timer that is reset each time
  /// is enough. One timer per request works as well, because a superfluous call does no harm. A call made
  /// before the time does not fulfil the request.
  case wake(at: Duration)
}

/// The reason why an effect ended without having started.
public enum EffectDropReason: Hashable, Sendable {
  /// It was cancelled while it waited.
  case cancelled
  /// A newer effect took its place (`debounce`, `throttle` with `latest`).
  case replaced
  /// Another effect was running or waiting (`exhaust`, `throttle` without `latest`).
  case busy
  /// The queue already held as many waiting effects as its capacity allows.
  case full
}

/// The phase of a requested effect that has not ended.
public enum EffectPhase: Hashable, Sendable {
  /// It has not started.
  case waiting
  /// It runs, and its messages are accepted.
  case running
  /// It was cancelled, and occupies its place in a `concat` or `concurrent` queue until its body has
  /// returned.
  case stopping
}
