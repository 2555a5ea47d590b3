/// Decides when a state is saved.
///
/// That is when it has been at rest for the delay, but no later than the patience after the first change that
/// is not saved, so that a state that never rests is saved, too. A failed save is tried again, each time
/// after twice the time of the last, up to five minutes or the delay. One save is under way at a time. Times
/// are counted from any origin that stays the same.
struct ArchiveSchedule {
  enum Action: Hashable, Sendable {
    /// There is nothing to do now.
    case none
    /// Call ``due(at:)`` after this time, in place of an earlier wish that has not come about.
    case wake(after: Duration)
    /// Save the state as it is now, and then tell ``saved()`` or ``failed(at:)``.
    case save
  }

  let delay: Duration
  let patience: Duration

  /// The first and the last change that no save has begun with.
  private var unsaved: (first: Duration, last: Duration)?
  /// The saves that have begun and not ended.
  private var savesUnderWay = 0
  /// How many of them had begun before the archive was purged; they end first.
  private var savesPurged = 0
  /// Whether the time for the next save has come while one was under way.
  private var isOverdue = false
  /// When the outstanding wake comes.
  private var wakesAt: Duration?
  /// After a failure: how long until the next attempt, and when that is.
  private var retry: (pause: Duration, at: Duration)?

  /// A negative delay is none; more than a day is a day; the patience is at least the delay.
  init(delay: Duration, patience: Duration) {
    self.delay = min(max(delay, .zero), .seconds(86_400))
    self.patience = min(max(patience, self.delay), .seconds(86_400))
  }

  /// Whether something would be lost if the process ended now.
  var hasUnsavedChanges: Bool { unsaved != nil || savesUnderWay > savesPurged }

  /// The state has changed.
  mutating func changed(at now: Duration) -> Action {
    unsaved = (unsaved?.first ?? now, now)
    return decide(at: now)
  }

  /// A wake has come.
  mutating func due(at now: Duration) -> Action {
    wakesAt = nil
    return decide(at: now)
  }

  /// A save has begun that the schedule did not ask for.
  mutating func began() {
    unsaved = nil
    isOverdue = false
    savesUnderWay += 1
  }

  /// The archive is purged: nothing is to be saved before the next change.
  mutating func purged() {
    unsaved = nil
    retry = nil
    isOverdue = false
    savesPurged = savesUnderWay
  }

  /// A save that had begun is done.
  mutating func saved() -> Action {
    savesUnderWay = max(savesUnderWay - 1, 0)
    savesPurged = max(savesPurged - 1, 0)
    retry = nil
    guard isOverdue, savesUnderWay == 0 else { return .none }
    began()
    return .save
  }

  /// A save that had begun has failed.
  mutating func failed(at now: Duration) -> Action {
    savesUnderWay = max(savesUnderWay - 1, 0)
    if savesPurged > 0 {
      savesPurged -= 1
      return decide(at: now)
    }
    unsaved = (unsaved?.first ?? now, unsaved?.last ?? now)
    isOverdue = false
    let pause = min(retry.map { $0.pause * 2 } ?? max(delay, .seconds(1)), max(delay, .seconds(300)))
    retry = (pause, now + pause)
    return decide(at: now)
  }

  private mutating func decide(at now: Duration) -> Action {
    guard let unsaved else { return .none }
    var time = min(unsaved.last + delay, unsaved.first + patience)
    if let retry { time = max(time, retry.at) }
    if time > now {
      // One that should have come and has not may have been dropped by a gate.
      if let wakesAt, wakesAt <= time, wakesAt >= now { return .none }
      wakesAt = time
      return .wake(after: time - now)
    }
    if savesUnderWay > 0 {
      isOverdue = true
      return .none
    }
    began()
    return .save
  }
}
