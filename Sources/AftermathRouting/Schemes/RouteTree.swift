/// A tree that finds the pattern of a route, with a level for each segment.
///
/// At each level the literal is tried before the variable, so the first match is the pattern whose literals
/// stand farthest to the left. The nodes lie in an array and no function is recursive, so neither a long
/// pattern nor a long route needs stack.
struct RouteTree: Sendable {
  private struct Node: Sendable {
    var literals: [String: Int] = [:]
    var variable: Int?
    /// The pattern that ends at this node.
    var pattern: Int?
  }

  private var nodes = [Node()]

  /// Inserts a pattern, unless one of the same shape is there.
  ///
  /// Two patterns that differ only in the names of their arguments match the same routes.
  ///
  /// - Returns: The existing pattern; nothing has changed then.
  mutating func insert(_ segments: [RoutePattern.Segment], pattern: Int) -> Int? {
    var node = 0
    for segment in segments {
      let next: Int? =
        switch segment {
        case .literal(let text): nodes[node].literals[text]
        case .variable: nodes[node].variable
        }
      if let next {
        node = next
        continue
      }
      switch segment {
      case .literal(let text): nodes[node].literals[text] = nodes.count
      case .variable: nodes[node].variable = nodes.count
      }
      node = nodes.count
      nodes.append(Node())
    }
    if let taken = nodes[node].pattern { return taken }
    nodes[node].pattern = pattern
    return nil
  }

  /// Returns the most specific pattern that matches these segments.
  ///
  /// Visits each node at most once, whatever the segments are.
  func find(_ segments: [String]) -> Int? {
    var waiting = [(node: 0, depth: 0)]
    while let (index, depth) = waiting.popLast() {
      let node = nodes[index]
      if depth == segments.count {
        if let pattern = node.pattern { return pattern }
        continue
      }
      if let variable = node.variable { waiting.append((variable, depth + 1)) }
      // Last in, first out: the literal is tried first.
      if let literal = node.literals[segments[depth]] { waiting.append((literal, depth + 1)) }
    }
    return nil
  }
}
