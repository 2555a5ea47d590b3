import Millrace

/// The bytes that are being decoded, with the key positions found so far.
final class RecordReader {
  /// A step of the coding path into a value that is being decoded, for errors.
  struct Step {
    let offset: Int
    /// The offset of its key; nil for an element of an array.
    let key: Int?
    /// Its index in an array.
    let index: Int
  }

  /// The offset of a key, and its index in its object.
  struct Found {
    var key: Int
    var number: Int
  }

  // Sound: one caller at a time uses a reader, and no access spans a call of code outside this folder.
  @exclusivity(unchecked) private(set) var bytes: CBORBytes
  /// The last key found; the next requested key probably follows it.
  // Sound: one caller at a time uses a reader, and no access spans a call of code outside this folder.
  @exclusivity(unchecked) private var hint = (object: -1, found: Found(key: 0, number: 0))
  // Sound: one caller at a time uses a reader, and no access spans a call of code outside this folder.
  @exclusivity(unchecked) private var steps: ContiguousArray<Step> = []
  /// The key offsets of large objects whose keys were requested out of order, the innermost last.
  // Sound: one caller at a time uses a reader, and no access spans a call of code outside this folder.
  @exclusivity(unchecked) private var indexes: [(object: Int, keys: [ExactText: Found])] = []

  init(_ bytes: CBORBytes) { self.bytes = bytes }

  /// Invalidates the bytes; a decoder that still reads gets an error.
  func end() {
    bytes = CBORBytes(bytes: UnsafeRawBufferPointer(start: nil, count: 0))
    indexes = []
  }

  // MARK: Errors

  @inline(__always)
  func checked<T>(_ path: @autoclosure () -> [any CodingKey], _ read: (CBORBytes) throws -> T) throws -> T {
    do {
      return try read(bytes)
    } catch let error as JournalCodingError {
      throw corrupted(path(), error.description, error)
    }
  }

  func corrupted(_ path: [any CodingKey], _ reason: String, _ error: (any Error)? = nil) -> DecodingError {
    DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: reason, underlyingError: error))
  }

  /// Decodes a part as a step of the coding path, which errors inside it contain.
  @inline(__always)
  func step<T>(_ step: Step, from outer: Int, _ make: (Int) throws -> T) rethrows -> T {
    if steps.count > outer { steps.removeLast(steps.count - outer) }
    steps.append(step)
    let count = steps.count
    let (hint, indexCount) = (hint, indexes.count)
    defer {
      if steps.count >= count { steps.removeLast(steps.count - count + 1) }
      if indexes.count > indexCount { indexes.removeLast(indexes.count - indexCount) }
      self.hint = hint
    }
    return try make(count)
  }

  /// Returns the coding path of a value: the recorded steps, then a search through the bytes.
  func path(_ offset: Int, steps count: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var place = 0
    for step in steps.prefix(count) {
      path.append(step.key.map { key(at: $0) } ?? RecordKey(intValue: step.index))
      place = step.offset
    }
    while place < offset, let (key, next) = part(of: place, around: offset) {
      path.append(key)
      place = next
    }
    return path
  }

  private func key(at offset: Int) -> RecordKey {
    let text = try? bytes.textString(bytes.head(at: offset))
    return RecordKey(stringValue: text ?? "")
  }

  /// Returns the part of an array or object that contains an offset.
  private func part(of container: Int, around offset: Int) -> (key: RecordKey, offset: Int)? {
    guard let head = try? bytes.head(at: container), head.kind == .array || head.kind == .map else {
      return nil
    }
    var place = head.next
    var index = 0
    while place <= offset {
      let start = place
      if head.kind == .map {
        guard let end = try? bytes.end(of: place) else { return nil }
        place = end
      }
      guard let end = try? bytes.end(of: place) else { return nil }
      if offset < end {
        return (head.kind == .map ? key(at: start) : RecordKey(intValue: index), place)
      }
      place = end
      index += 1
    }
    return nil
  }
}

extension RecordReader {
  // MARK: Keys

  /// Returns the offsets of a key's value and of the key; nil when the object does not have the key.
  func find(_ text: String, in object: Int, _ head: CBORHead) throws -> (value: Int, key: Int)? {
    let found = try text.utf8.withContiguousStorageIfAvailable { utf8 in
      try find(UnsafeRawBufferPointer(utf8), text, in: object, head)
    }
    if let found { return found }
    return try Array(text.utf8).withUnsafeBytes { try find($0, text, in: object, head) }
  }

  private func find(
    _ utf8: UnsafeRawBufferPointer, _ text: String, in object: Int, _ head: CBORHead
  ) throws -> (value: Int, key: Int)? {
    let count = head.isIndefinite ? Int.max : try bytes.count(head)
    let first = Found(key: head.next, number: 0)
    let start = hint.object == object ? hint.found : first
    var place = start
    var met = 0
    let hasIndex = indexes.contains { $0.object == object }
    while true {
      // Search from the last key found to the end, then from the first key to the last one found.
      var isEnd = place.number >= count
      if !isEnd, head.isIndefinite { isEnd = try bytes.head(at: place.key).isBreak }
      if isEnd {
        if start.number == 0 { return nil }
        place = first
      } else {
        if met > 0, place.number == start.number { return nil }
        let keyHead = try bytes.head(at: place.key)
        let value = try bytes.endOfString(keyHead)
        if try bytes.isText(keyHead, utf8, text) {
          hint = (object, place)
          return (value, place.key)
        }
        met += 1
        if met > (hasIndex ? 1 : 24) { return try lookUp(text, in: object, head) }
        place = Found(key: try bytes.end(of: value), number: place.number + 1)
      }
      if place.number == start.number, met > 0 { return nil }
    }
  }

  private func lookUp(_ text: String, in object: Int, _ head: CBORHead) throws -> (value: Int, key: Int)? {
    if !indexes.contains(where: { $0.object == object }) {
      var keys: [ExactText: Found] = [:]
      try eachKey(head) { key, found in
        if keys[ExactText(key)] == nil { keys[ExactText(key)] = found }
      }
      indexes.append((object, keys))
    }
    guard let found = indexes.last(where: { $0.object == object })?.keys[ExactText(text)] else { return nil }
    hint = (object, found)
    return (try bytes.end(of: found.key), found.key)
  }

  /// Calls a closure for each key of an object, in order.
  func eachKey(_ head: CBORHead, _ body: (String, Found) throws -> Void) throws {
    let count = head.isIndefinite ? Int.max : try bytes.count(head)
    var place = Found(key: head.next, number: 0)
    while place.number < count {
      let keyHead = try bytes.head(at: place.key)
      if keyHead.isBreak { return }
      try body(try bytes.textString(keyHead), place)
      place = Found(key: try bytes.end(of: bytes.endOfString(keyHead)), number: place.number + 1)
    }
  }
}

extension CBORBytes {
  /// Returns whether the text has exactly these bytes.
  @inline(__always)
  func isText(
    _ head: CBORHead, _ utf8: UnsafeRawBufferPointer, _ text: String
  ) throws(JournalCodingError) -> Bool {
    if head.isIndefinite { return ExactText(try textString(head)) == ExactText(text) }
    guard head.argument == UInt64(utf8.count) else { return false }
    let end = head.next + (try count(head))
    return bytes[head.next..<end].elementsEqual(utf8)
  }
}
