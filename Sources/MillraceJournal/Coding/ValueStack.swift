import Millrace

/// A builder that assembles values from the parts that a CBOR or JSON reader delivers, without recursion.
struct ValueStack {
  /// An array or object whose end has not been read.
  private struct Open {
    var array: [JournalValue] = []
    var members: [JournalValue.Member] = []
    var key: String?
    let isObject: Bool
    /// The keys, filled once there are too many members to search through.
    var keys: Set<ExactText> = []
  }

  private var open: [Open] = []
  /// The whole value, set when every container is closed.
  private(set) var result: JournalValue?

  var depth: Int { open.count }
  var isInObject: Bool { open.last?.isObject ?? false }
  /// True after a key whose value has not been read.
  var hasKey: Bool { open.last?.key != nil }
  /// The number of values in the innermost array or object.
  var count: Int { open.last.map { $0.isObject ? $0.members.count : $0.array.count } ?? 0 }

  /// Begins an array or object; returns false when it would exceed the nesting limit.
  mutating func begin(isObject: Bool) -> Bool {
    guard open.count < JournalValue.nestingLimit else { return false }
    open.append(Open(isObject: isObject))
    return true
  }

  /// Takes the key of the next value; returns false when the object already has that key.
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

  /// Adds a value to the innermost container, or makes it the whole value.
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

  mutating func end() {
    guard let last = open.popLast() else { return }
    take(last.isObject ? .object(last.members) : .array(last.array))
  }
}
