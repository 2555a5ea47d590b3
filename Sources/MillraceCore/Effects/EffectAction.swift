/// What an ``EffectScheduler`` wants done in answer to an event.
///
/// Actions are to be carried out in their order, before the scheduler is told of the next event: the slot of
/// an effect that ended in one answer may be given to a new effect by the next.
public enum EffectAction: Hashable, Sendable {
  /// Run the effect's body, and tell `finish` when it returned or threw.
  case start(EffectToken)

  /// Keep the effect; a later answer holds its `start` or its `drop`.
  case wait(EffectToken)

  /// The effect runs: stop its body. Its messages are unwelcome from now on. Tell `finish` when the body
  /// returned; only `concat` and `concurrent` queues need to know, everywhere else the report is ignored.
  case cancel(EffectToken)

  /// The effect never started and never will.
  case drop(EffectToken, EffectDropReason)

  /// Call `timerFired` at this time, or as soon after it as can be.
  ///
  /// The newest wish is always the earliest that still matters, so one timer that is set anew each time is
  /// enough. Keeping one timer per wish is right too: a call nobody needs any more is harmless. A call made
  /// before the time does not fulfil the wish.
  case wake(at: Duration)
}

/// Why an effect ended without having started.
public enum EffectDropReason: Hashable, Sendable {
  /// It was cancelled while it waited.
  case cancelled
  /// A newer effect took its place (`debounce`, `throttle` with `latest`).
  case replaced
  /// Another effect was running or waiting in its stead (`exhaust`, `throttle` without `latest`).
  case busy
  /// As many effects as the queue's capacity allows were waiting.
  case full
}

/// Where a requested effect that has not ended stands.
public enum EffectPhase: Hashable, Sendable {
  /// It has not started.
  case waiting
  /// It runs and its messages are welcome.
  case running
  /// It was cancelled, and holds its place in a `concat` or `concurrent` queue until its body has returned.
  case stopping
}
