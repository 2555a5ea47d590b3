/// An iterator over the parts of a value in writing order, without recursion.
struct ValueWalk {
  /// A part of a value.
  enum Part {
    /// A value, with its key in an object; an array or object is followed by its parts and its end.
    case value(JournalValue, key: String?, isFirst: Bool)
    /// The end of an array or object.
    case end(isObject: Bool, isEmpty: Bool)
  }

  /// The open arrays and objects, each with the index of its next part.
  private var open: [(value: JournalValue, index: Int)] = []
  /// The value as a whole, until it has been returned.
  private var whole: JournalValue?

  init(_ value: JournalValue) { whole = value }

  var depth: Int { open.count }

  /// Returns the next part, or nil after the last.
  mutating func next() -> Part? {
    if let value = whole {
      whole = nil
      return enter(value, key: nil, at: 0)
    }
    guard let (value, index) = open.last else { return nil }
    open[open.count - 1].index += 1
    switch value {
    case .array(let values) where index < values.count:
      return enter(values[index], key: nil, at: index)
    case .object(let members) where index < members.count:
      return enter(members[index].value, key: members[index].key, at: index)
    default:
      open.removeLast()
      if case .object = value { return .end(isObject: true, isEmpty: index == 0) }
      return .end(isObject: false, isEmpty: index == 0)
    }
  }

  private mutating func enter(_ value: JournalValue, key: String?, at index: Int) -> Part {
    switch value {
    case .array, .object: open.append((value, 0))
    default: break
    }
    return .value(value, key: key, isFirst: index == 0)
  }
}

extension JournalValue {
  /// Returns whether arrays and objects are nested no deeper than the limit.
  func isNested(within limit: Int) -> Bool {
    var walk = ValueWalk(self)
    while walk.next() != nil {
      if walk.depth > limit { return false }
    }
    return true
  }
}
