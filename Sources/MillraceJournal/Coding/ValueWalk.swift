/// An iterator over the parts of a value in writing order, without recursion.
struct ValueWalk {
  /// A part of a value.
  enum Part {
    /// A value; an array or object is followed by its parts and its end.
    case value(JournalValue, isFirst: Bool)
    /// The key of the value that follows.
    case key(String, isFirst: Bool)
    /// The end of an array or object.
    case end(isObject: Bool, isEmpty: Bool)
  }

  /// The open arrays and objects, each with the index of its next part.
  private var open: [(value: JournalValue, index: Int)] = []
  /// The value that comes next, after its key or as the whole.
  private var pending: JournalValue?

  init(_ value: JournalValue) { pending = value }

  var depth: Int { open.count }
  var isInArray: Bool { if case .array = open.last?.value { true } else { false } }

  /// Returns the next part, or nil after the last.
  mutating func next() -> Part? {
    if let value = pending {
      pending = nil
      enter(value)
      return .value(value, isFirst: true)
    }
    guard let (value, index) = open.last else { return nil }
    switch value {
    case .array(let values) where index < values.count:
      open[open.count - 1].index += 1
      enter(values[index])
      return .value(values[index], isFirst: index == 0)
    case .object(let members) where index < members.count:
      open[open.count - 1].index += 1
      pending = members[index].value
      return .key(members[index].key, isFirst: index == 0)
    default:
      open.removeLast()
      if case .object = value { return .end(isObject: true, isEmpty: index == 0) }
      return .end(isObject: false, isEmpty: index == 0)
    }
  }

  private mutating func enter(_ value: JournalValue) {
    switch value {
    case .array, .object: open.append((value, 0))
    default: break
    }
  }
}
