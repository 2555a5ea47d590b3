/// The transactions that can be undone and redone, as the states before them.
///
/// A step is the state from which a transaction, or a group of them, began. Recording one forgets what was undone.
struct StateHistory<S> {
  /// How many steps are kept; the oldest are forgotten.
  var limit: Int {
    didSet { trim() }
  }
  private var past: [S] = []
  private var future: [S] = []
  /// How many groups are open, one inside of the other.
  private(set) var depth = 0
  /// The number of the outermost group that was begun last.
  private var group = 0
  /// Whether the outermost open group has its step already.
  private var hasStep = false
  /// How many groups an undo or a redo has closed whose ends are still to come.
  private var closed = 0

  init(limit: Int) {
    self.limit = max(0, limit)
  }

  var canUndo: Bool { !past.isEmpty }
  var canRedo: Bool { !future.isEmpty }

  /// A transaction was committed; `isChanged` says whether it changed anything.
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

  /// Ends the innermost group; false when none is open.
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

  /// The state to go back to from `state`, with open groups closed; nil when there is none.
  mutating func undo(from state: S) -> S? {
    closeGroups()
    guard let earlier = past.popLast() else { return nil }
    future.append(state)
    return earlier
  }

  /// The state to go forward to from `state`, with open groups closed; nil when there is none.
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

  /// Takes over the steps of an earlier value of this history, or has none; its limit and its open groups stay.
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
