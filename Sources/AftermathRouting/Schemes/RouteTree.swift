/// Finds the pattern that takes a route: a tree with a level for each segment.
///
/// At each level the literal is tried before the variable, so that the first pattern to be found is the one
/// whose literals stand farthest to the left. The nodes lie in an array, and no function calls itself, so
/// neither a long pattern nor a long route needs stack.
struct RouteTree: Sendable {
  private struct Node: Sendable {
    var literals: [String: Int] = [:]
    var variable: Int?
    /// The pattern that ends here.
    var pattern: Int?
  }

  private var nodes = [Node()]

  /// Puts a pattern in, unless one of the same shape is there.
  ///
  /// Two patterns that differ in the names of their arguments alone take the same routes.
  ///
  /// - Returns: The pattern that is there already; nothing has changed then.
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

  /// The most specific pattern that takes these segments.
  ///
  /// Each node is looked at once at most, whatever the segments are.
  func find(_ segments: [String]) -> Int? {
    var waiting = [(node: 0, depth: 0)]
    while let (index, depth) = waiting.popLast() {
      let node = nodes[index]
      if depth == segments.count {
        if let pattern = node.pattern { return pattern }
        continue
      }
      if let variable = node.variable { waiting.append((variable, depth + 1)) }
      // Last in, so it is looked at first.
      if let literal = node.literals[segments[depth]] { waiting.append((literal, depth + 1)) }
    }
    return nil
  }
}
