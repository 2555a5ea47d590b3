/// Tracks when the steps of *one after another* effects are done.
///
/// A sequence is a number of steps. A step is done when all effects it started have ended; then the next one
/// begins. Sequences nest: a step may itself open a sequence, which counts as one effect of that step. The
/// tracker stores only numbers; its caller keeps the effects. Every event is O(1) amortised.
public struct SequenceTracker {
  private struct Node {
    /// The number of unfinished effects in the current step, plus one while the caller takes over the step.
    var outstanding = 0
    /// The sequence that has this one as a step; nil at the top.
    var parent: Int?
    var isOpen = false
  }

  private var nodes: [Node] = []
  private var free: [Int] = []

  /// Creates a tracker without sequences.
  public init() {}

  /// The number of open sequences.
  public var openCount: Int { nodes.count - free.count }

  /// Opens a sequence; with a `parent`, the parent's current step waits for it too.
  public mutating func open(in parent: Int?) -> Int {
    if let parent { nodes[parent].outstanding += 1 }
    let node = Node(outstanding: 0, parent: parent, isOpen: true)
    if let index = free.popLast() {
      nodes[index] = node
      return index
    }
    nodes.append(node)
    return nodes.count - 1
  }

  /// Returns true if one sequence is another one, or a step of it, at any depth.
  ///
  /// O(depth).
  public func isAtOrInside(_ sequence: Int, _ outer: Int) -> Bool {
    var next = Optional(sequence)
    while let current = next {
      if current == outer { return true }
      next = nodes[current].parent
    }
    return false
  }

  /// Adds one effect to the current step of `sequence`.
  public mutating func enter(_ sequence: Int) {
    nodes[sequence].outstanding += 1
  }

  /// Records that one effect of the current step has ended; returns true when the step is done and the next
  /// one may begin.
  public mutating func leave(_ sequence: Int) -> Bool {
    nodes[sequence].outstanding -= 1
    return nodes[sequence].outstanding == 0
  }

  /// Closes a sequence that has no further step.
  ///
  /// Returns its parent, whose current step must now `leave`; nil at the top or if the sequence is already
  /// closed.
  public mutating func close(_ sequence: Int) -> Int? {
    guard nodes[sequence].isOpen else { return nil }
    nodes[sequence].isOpen = false
    free.append(sequence)
    return nodes[sequence].parent
  }
}
