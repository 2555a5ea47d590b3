import Millrace

/// Puts values together from their parts as these are read, without recursion; both forms are read with it.
struct ValueStack {
  /// An array or object whose end has not been read.
  private struct Open {
    var array: [JournalValue] = []
    var members: [JournalValue.Member] = []
    var key: String?
    let isObject: Bool
    /// The keys, once there are so many that looking through the members would take long.
    var keys: Set<ExactText> = []
  }

  private var open: [Open] = []
  /// The whole value, once nothing is open any more.
  private(set) var result: JournalValue?

  /// How many arrays and objects are open.
  var depth: Int { open.count }
  /// Whether an object is open innermost.
  var isInObject: Bool { open.last?.isObject ?? false }
  /// Whether a key has been read, and its value has not.
  var hasKey: Bool { open.last?.key != nil }
  /// How many values the innermost array or object has.
  var count: Int { open.last.map { $0.isObject ? $0.members.count : $0.array.count } ?? 0 }

  /// Begins an array or object; false when it would be nested too deeply.
  mutating func begin(isObject: Bool) -> Bool {
    guard open.count < JournalValue.nestingLimit else { return false }
    open.append(Open(isObject: isObject))
    return true
  }

  /// Takes the key of the next value; false when the object has one of that name.
  mutating func take(key: String) -> Bool {
    guard !open.isEmpty else { return false }
    let last = open.count - 1
    let exact = ExactText(key)
    if open[last].members.count < 16 {
      if open[last].members.contains(where: { ExactText($0.key) == exact }) { return false }
    } else {
      if open[last].keys.isEmpty { open[last].keys = Set(open[last].members.map { ExactText($0.key) }) }
      if !open[last].keys.insert(exact).inserted { return false }
    }
    open[last].key = key
    return true
  }

  /// Takes a value into what is open, or as the whole.
  mutating func take(_ value: JournalValue) {
    guard !open.isEmpty else {
      result = value
      return
    }
    let last = open.count - 1
    if let key = open[last].key {
      open[last].members.append(JournalValue.Member(key: key, value: value))
      open[last].key = nil
    } else {
      open[last].array.append(value)
    }
  }

  /// Ends the innermost array or object.
  mutating func end() {
    guard let last = open.popLast() else { return }
    take(last.isObject ? .object(last.members) : .array(last.array))
  }
}
