/// The parts of a value in the order in which they are written, without recursion.
struct ValueWalk {
  /// What comes next.
  enum Part {
    /// A value; after an array or object come its parts, and then its end.
    case value(JournalValue, isFirst: Bool)
    /// The key of the value that comes next.
    case key(String, isFirst: Bool)
    /// The end of an array or object.
    case end(isObject: Bool, isEmpty: Bool)
  }

  /// The arrays and objects whose end has not come, and how many of their parts have.
  private var open: [(value: JournalValue, index: Int)] = []
  /// The value that comes next, after its key or as the whole.
  private var pending: JournalValue?

  init(_ value: JournalValue) { pending = value }

  /// How many arrays and objects are open.
  var depth: Int { open.count }
  /// Whether an array is open innermost.
  var isInArray: Bool { if case .array = open.last?.value { true } else { false } }

  /// The next part; nil after the last.
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
