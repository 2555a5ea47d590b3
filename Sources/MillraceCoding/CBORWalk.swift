import Millrace

/// An iterator over the parts of a value in CBOR, which checks its structure, without recursion.
///
/// It is at the end of the value when nothing is ``open`` after a part.
struct CBORWalk {
  /// A part of a value, with its head and offset.
  enum Part {
    /// A value; an array or object is followed by its parts and its end.
    case value(CBORHead, at: Int)
    /// The key of the value that follows.
    case key(CBORHead, at: Int)
    /// The end of an array or object, with the number of its values.
    case end(isObject: Bool, count: Int)
  }

  /// An array or object whose end has not been read.
  struct Open {
    /// The number of values left; -1 where a break ends the container.
    var left: Int
    let isObject: Bool
    /// The number of values so far.
    var count = 0
  }

  let bytes: CBORBytes
  /// The offset after the last part.
  private(set) var place: Int
  /// The open arrays and objects, the innermost last.
  private(set) var open: [Open] = []
  /// True after a key whose value has not been read.
  private(set) var hasKey = false

  init(bytes: CBORBytes, at place: Int = 0) {
    self.bytes = bytes
    self.place = place
  }

  /// Reads the next part.
  mutating func next() throws(JournalCodingError) -> Part {
    if let last = open.last, last.left == 0 { return close(last) }
    let start = place
    let head = try bytes.head(at: start)
    if head.isBreak {
      guard let last = open.last, last.left == -1, !hasKey else {
        throw CBORBytes.error(start, "the end of a value was found instead of a value")
      }
      place = head.next
      return close(last)
    }
    if let last = open.last {
      if last.isObject, !hasKey {
        guard head.kind == .text else { throw CBORBytes.error(start, "a key is not a text") }
        place = try bytes.endOfString(head)
        hasKey = true
        return .key(head, at: start)
      }
      open[open.count - 1].count += 1
      if last.left > 0 { open[open.count - 1].left -= 1 }
      hasKey = false
    }
    switch head.kind {
    case .bytes, .text: place = try bytes.endOfString(head)
    case .array, .map:
      guard open.count < JournalValue.nestingLimit else {
        throw CBORBytes.error(start, "values are nested deeper than \(JournalValue.nestingLimit) levels")
      }
      open.append(Open(left: head.isIndefinite ? -1 : try bytes.count(head), isObject: head.kind == .map))
      place = head.next
    case .unsigned, .negative, .tag, .simple: place = head.next
    }
    return .value(head, at: start)
  }

  private mutating func close(_ last: Open) -> Part {
    open.removeLast()
    return .end(isObject: last.isObject, count: last.count)
  }
}

extension CBORBytes {
  /// Returns the offset after an item without building it.
  package func end(of offset: Int) throws(JournalCodingError) -> Int {
    var walk = CBORWalk(bytes: self, at: offset)
    repeat { _ = try walk.next() } while !walk.open.isEmpty
    return walk.place
  }

  /// Returns the value at an offset, and the offset after it.
  package func value(at offset: Int) throws(JournalCodingError) -> (value: JournalValue, end: Int) {
    var walk = CBORWalk(bytes: self, at: offset)
    /// The values and keys of the open arrays and objects, the innermost last.
    var values: [JournalValue] = []
    var keys: [String] = []
    /// The keys of each open object with more than a few.
    var met: [Set<ExactText>] = []
    repeat {
      switch try walk.next() {
      case .key(let head, let start):
        let key = try textString(head)
        let count = walk.open.last?.count ?? 0
        if count == 16 { met[met.count - 1] = Set(keys.suffix(count).map(ExactText.init)) }
        guard
          count < 16
            ? !keys.suffix(count).contains(where: { ExactText($0) == ExactText(key) })
            : met[met.count - 1].insert(ExactText(key)).inserted
        else { throw Self.error(start, "the key `\(key)` occurs twice") }
        keys.append(key)
      case .value(let head, let start):
        switch head.kind {
        case .array: break
        case .map: met.append([])
        default: values.append(try scalar(head, at: start))
        }
      case .end(let isObject, let count):
        let first = values.count - count
        let value: JournalValue =
          isObject
          ? .object(zip(keys.suffix(count), values[first...]).map { JournalValue.Member(key: $0, value: $1) })
          : .array(Array(values[first...]))
        if isObject {
          keys.removeLast(count)
          met.removeLast()
        }
        values.removeLast(count)
        values.append(value)
      }
    } while !walk.open.isEmpty
    return (values[0], walk.place)
  }

  /// Returns the value of an item that is no array or object.
  func scalar(_ head: CBORHead, at start: Int) throws(JournalCodingError) -> JournalValue {
    switch head.kind {
    case .unsigned: return JournalValue(head.argument)
    case .negative: return .integer(try negative(head, at: start))
    case .bytes: return .bytes(try byteString(head))
    case .text: return .text(try textString(head))
    case .array, .map, .tag, .simple:
      return head.float.map { .float($0) } ?? (head.isNull ? .null : .bool(head.info == 21))
    }
  }

  func negative(_ head: CBORHead, at start: Int) throws(JournalCodingError) -> Int64 {
    guard let number = Int64(exactly: head.argument) else {
      throw Self.error(start, "the number is less than \(Int64.min)")
    }
    return -1 - number
  }
}
