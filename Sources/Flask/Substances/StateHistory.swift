/// The transactions that can be undone and redone, as the states before them.
///
/// A step is the state before a transaction, or a group of them. A new step drops the undone ones.
struct StateHistory<S> {
  /// The maximum number of steps; the oldest are dropped.
  var limit: Int {
    didSet { trim() }
  }
  private var past: [S] = []
  private var future: [S] = []
  /// The number of open groups, nested in each other.
  private(set) var depth = 0
  /// The number of the outermost group that was begun last.
  private var group = 0
  /// True if the outermost open group already has its step.
  private var hasStep = false
  /// The number of groups that an undo or a redo has closed and that are still to be ended.
  private var closed = 0

  init(limit: Int) {
    self.limit = max(0, limit)
  }

  var canUndo: Bool { !past.isEmpty }
  var canRedo: Bool { !future.isEmpty }

  /// Records a committed transaction; `isChanged` is true if it changed anything.
  mutating func record(from before: S, to isChanged: Bool) {
    guard isChanged else { return }
    future = []
    if depth > 0 && hasStep { return }
    hasStep = depth > 0
    past.append(before)
    trim()
  }

  mutating func beginGroup() {
    if depth == 0 {
      group += 1
      hasStep = false
      closed = 0
    }
    depth += 1
  }

  /// Ends the innermost group; false if none is open.
  mutating func endGroup() -> Bool {
    if depth > 0 {
      depth -= 1
    } else if closed > 0 {
      closed -= 1
    } else {
      return false
    }
    return true
  }

  /// Returns the state before the last step, and closes open groups; nil if there is none.
  mutating func undo(from state: S) -> S? {
    closeGroups()
    guard let earlier = past.popLast() else { return nil }
    future.append(state)
    return earlier
  }

  /// Returns the state that was last undone, and closes open groups; nil if there is none.
  mutating func redo(from state: S) -> S? {
    closeGroups()
    guard let later = future.popLast() else { return nil }
    past.append(state)
    return later
  }

  mutating func clear() {
    past = []
    future = []
    hasStep = false
  }

  /// Takes the steps of an earlier value of this history, or none; its limit and its open groups stay.
  mutating func goBack(to earlier: StateHistory?) {
    past = earlier?.past ?? []
    future = earlier?.future ?? []
    hasStep = group == earlier?.group && earlier?.hasStep == true
    trim()
  }

  private mutating func closeGroups() {
    closed += depth
    depth = 0
  }

  private mutating func trim() {
    if past.count > limit { past.removeFirst(past.count - limit) }
    if future.count > limit { future.removeFirst(future.count - limit) }
  }
}
