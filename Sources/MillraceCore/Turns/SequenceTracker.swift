/// Knows when the steps of *one after another* effects are done.
///
/// A sequence is a number of steps; a step is done when all effects it started have ended, and then the next
/// begins. Sequences nest: a step may itself open a sequence, which counts as one effect of that step. The
/// tracker holds numbers only; the shell keeps the effects themselves. Every event is O(1) amortised.
public struct SequenceTracker {
  private struct Node {
    /// How many effects of the current step have not ended; one more while the step is being handed over.
    var outstanding = 0
    /// The sequence this one is a step of; nil for one at the top.
    var parent: Int?
    var isOpen = false
  }

  private var nodes: [Node] = []
  private var free: [Int] = []

  /// A tracker that follows nothing.
  public init() {}

  /// How many sequences are under way.
  public var openCount: Int { nodes.count - free.count }

  /// A new sequence; inside `parent`, whose current step then waits for it too.
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

  /// One more effect belongs to the current step of `sequence`.
  public mutating func enter(_ sequence: Int) {
    nodes[sequence].outstanding += 1
  }

  /// One effect of the current step has ended; true when the step is done and the next one may begin.
  public mutating func leave(_ sequence: Int) -> Bool {
    nodes[sequence].outstanding -= 1
    return nodes[sequence].outstanding == 0
  }

  /// The sequence has no further step.
  ///
  /// Returns its parent, whose current step it must now `leave`.
  public mutating func close(_ sequence: Int) -> Int? {
    guard nodes[sequence].isOpen else { return nil }
    nodes[sequence].isOpen = false
    free.append(sequence)
    return nodes[sequence].parent
  }
}
