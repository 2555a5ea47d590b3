/// The schedule that decides when a state is saved.
///
/// A state is saved when it has not changed for the delay. A state that changes all the time is saved when
/// the patience has passed since the first unsaved change. A failed save is retried; each pause is twice the
/// last one, up to five minutes or the delay. One save runs at a time. Times count from any fixed origin.
struct ArchiveSchedule {
  enum Action: Hashable, Sendable {
    /// Nothing to do now.
    case none
    /// Call ``due(at:)`` after this time, in place of any outstanding call.
    case wake(after: Duration)
    /// Save the current state, and then call ``saved()`` or ``failed(at:)``.
    case save
  }

  let delay: Duration
  let patience: Duration

  /// The first and the last change since the start of the last save.
  private var unsaved: (first: Duration, last: Duration)?
  private var savesUnderWay = 0
  /// The number of saves in progress that began before the archive was purged; they end first.
  private var savesPurged = 0
  /// True if the next save became due while one was in progress.
  private var isOverdue = false
  /// The time of the outstanding call of ``due(at:)``.
  private var wakesAt: Duration?
  /// After a failure: the pause before the next attempt, and its time.
  private var retry: (pause: Duration, at: Duration)?

  /// Creates a schedule.
  ///
  /// A negative delay counts as zero; both times are at most a day; the patience is at least the delay.
  init(delay: Duration, patience: Duration) {
    self.delay = min(max(delay, .zero), .seconds(86_400))
    self.patience = min(max(patience, self.delay), .seconds(86_400))
  }

  /// True if the end of the process would lose changes.
  var hasUnsavedChanges: Bool { unsaved != nil || savesUnderWay > savesPurged }

  /// The state of the archive, in words for people.
  func condition(at now: Duration) -> String {
    if savesUnderWay > savesPurged {
      return unsaved == nil ? "being saved" : "being saved, and changed since"
    }
    guard let unsaved else { return "no unsaved changes" }
    let time = min(unsaved.last + delay, unsaved.first + patience)
    if let retry { return "the last save failed; the next is tried in \(max(time, retry.at, now) - now)" }
    return "unsaved changes, to be saved in \(max(time, now) - now)"
  }

  mutating func changed(at now: Duration) -> Action {
    unsaved = (unsaved?.first ?? now, now)
    return decide(at: now)
  }

  /// Decides again, because an outstanding wake has arrived.
  mutating func due(at now: Duration) -> Action {
    wakesAt = nil
    return decide(at: now)
  }

  /// Records the start of a save that the schedule did not request.
  mutating func began() {
    unsaved = nil
    isOverdue = false
    savesUnderWay += 1
  }

  /// Forgets unsaved changes, because the archive is purged.
  mutating func purged() {
    unsaved = nil
    retry = nil
    isOverdue = false
    savesPurged = savesUnderWay
  }

  mutating func saved() -> Action {
    savesUnderWay = max(savesUnderWay - 1, 0)
    savesPurged = max(savesPurged - 1, 0)
    retry = nil
    guard isOverdue, savesUnderWay == 0 else { return .none }
    began()
    return .save
  }

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
      // An overdue wake may have been dropped by a gate, and does not count.
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
