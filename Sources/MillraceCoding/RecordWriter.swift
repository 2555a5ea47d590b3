/// The output of an encoding in one pass, with the containers that are still open.
///
/// A `Codable` value never says that one of its containers is complete. So each container knows its depth
/// among the open ones. A write to a container closes the containers inside it. A write to a closed
/// container, or under an existing key, cannot be done in one pass: the encoder then writes the whole value
/// again, as a ``RecordTree``.
final class RecordWriter {
  /// The location of an incomplete value.
  struct Frame {
    enum Kind: UInt8 {
      /// Nothing has been written; becomes an empty object if that stays so.
      case empty
      case single, keyed, unkeyed
      /// An array of bytes so far, written as a byte string.
      case bytes
    }

    /// The number that distinguishes it from earlier frames of the same depth.
    var id: Int
    var kind = Kind.empty
    /// The offset of its beginning in the buffer.
    var start: Int
    /// The number of values in it.
    var count = 0
    /// The number of keys in the containers around it.
    var keys: Int
  }

  // Sound: one caller at a time uses a writer, and no access spans a call of code outside this folder.
  @exclusivity(unchecked) var buffer = ByteBuffer()
  /// The open values, the outermost first.
  // Sound: one caller at a time uses a writer, and no access spans a call of code outside this folder.
  @exclusivity(unchecked) var frames: ContiguousArray<Frame> = []
  /// The offsets of the open objects' keys in the buffer.
  // Sound: one caller at a time uses a writer, and no access spans a call of code outside this folder.
  @exclusivity(unchecked) private var keys: ContiguousArray<Int> = []
  private var nextID = 0

  /// True if sets and dictionaries are written in the order of their encoded elements, and all NaNs with the
  /// same bits.
  let isCanonical: Bool

  init(isCanonical: Bool = false) {
    self.isCanonical = isCanonical
    buffer.hasOneNaN = isCanonical
  }

  private(set) var isBusy = false
  /// True once something was written that one pass cannot put in order.
  private(set) var isOutOfOrder = false
  /// The first error of a call that cannot throw.
  private(set) var failure: EncodingError?

  func begin() {
    isBusy = true
    isOutOfOrder = false
    failure = nil
    push()
  }

  func end() {
    frames.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    buffer.truncate(to: 0)
    isBusy = false
  }

  // MARK: Places

  /// Opens the location of a value inside the innermost open one.
  @discardableResult
  func push(_ kind: Frame.Kind = .empty) -> Int {
    nextID += 1
    frames.append(Frame(id: nextID, kind: kind, start: buffer.count, keys: keys.count))
    return nextID
  }

  /// Makes a location the innermost by closing all inside it; returns false when it is closed itself.
  @inline(__always)
  func reach(_ depth: Int, _ id: Int) -> Bool {
    if depth == frames.count - 1, frames[depth].id == id { return true }
    return reachOuter(depth, id)
  }

  private func reachOuter(_ depth: Int, _ id: Int) -> Bool {
    guard depth < frames.count, frames[depth].id == id else {
      isOutOfOrder = true
      return false
    }
    close(to: depth + 1)
    return true
  }

  /// Closes all open locations from a depth inward.
  @inline(__always)
  func close(to depth: Int) {
    while frames.count > depth { closeLast() }
  }

  private func closeLast() {
    let frame = frames.removeLast()
    switch frame.kind {
    case .single: break
    case .empty: buffer.head(.map, 0)
    case .unkeyed: buffer.close(.array, at: frame.start, count: frame.count)
    case .bytes: buffer.close(.bytes, at: frame.start, count: frame.count)
    case .keyed:
      if frame.count > 1, hasRepeatedKeys(from: frame.keys) { isOutOfOrder = true }
      keys.removeLast(keys.count - frame.keys)
      buffer.close(.map, at: frame.start, count: frame.count)
    }
  }

  /// Removes a value that was begun at a location and could not be written.
  func takeBack(_ depth: Int, _ id: Int, to start: Int, isKeyed: Bool) {
    guard depth < frames.count, frames[depth].id == id else { return }
    frames.removeLast(frames.count - depth - 1)
    frames[depth].count -= 1
    if isKeyed { keys.removeLast(max(keys.count - frames[depth].keys - frames[depth].count, 0)) }
    buffer.truncate(to: start)
  }

  // MARK: Containers

  /// Begins an object or array at the innermost location, or continues one begun there.
  func open(_ kind: Frame.Kind, at depth: Int) {
    let old = frames[depth].kind
    if old == kind || (old == .bytes && kind == .unkeyed) { return }
    guard old == .empty else {
      return fail(depth, "two containers of different kinds were requested for one value")
    }
    guard depth < JournalValue.nestingLimit else { return fail(depth, Self.tooDeep) }
    frames[depth].kind = kind
    buffer.open()
  }

  /// Writes a key of the innermost object; its value must follow.
  @inline(__always)
  func key(_ key: some CodingKey, at depth: Int) {
    keys.append(buffer.count)
    frames[depth].count += 1
    buffer.text(key.stringValue)
  }

  /// Turns a byte string into an array of numbers, because another value follows.
  func spread(at depth: Int) {
    let start = frames[depth].start + 1
    let bytes = Array(buffer.bytes[start...])
    buffer.truncate(to: start)
    for byte in bytes { buffer.head(.unsigned, UInt64(byte)) }
    frames[depth].kind = .unkeyed
  }

  private func hasRepeatedKeys(from first: Int) -> Bool {
    let bytes = CBORBytes(bytes: buffer.bytes)
    if keys.count - first <= 12 {
      for one in first..<keys.count {
        for other in first..<one where bytes.isSameText(keys[one], keys[other]) { return true }
      }
      return false
    }
    var met = KeySet()
    met.begin()
    return keys[first...].contains { !met.insert($0, in: bytes) }
  }

  // MARK: Errors

  static let tooDeep = "values are nested deeper than \(JournalValue.nestingLimit) levels"

  static func tooWide(_ value: Any, _ path: [any CodingKey]) -> EncodingError {
    EncodingError.invalidValue(
      value,
      .init(
        codingPath: path, debugDescription: "integers of 128 bits cannot be recorded; encode them as text"
      ))
  }

  func fail(_ depth: Int, _ reason: String) {
    if failure == nil { failure = error(depth, reason) }
  }

  func error(_ depth: Int, _ reason: String, value: Any = ()) -> EncodingError {
    EncodingError.invalidValue(value, .init(codingPath: path(to: depth), debugDescription: reason))
  }

  /// Returns the coding path of an open location, read from the keys written so far.
  func path(to depth: Int) -> [any CodingKey] {
    let bytes = CBORBytes(bytes: buffer.bytes)
    var path: [any CodingKey] = []
    for index in 0..<min(max(depth, 0), frames.count) {
      let frame = frames[index]
      switch frame.kind {
      case .keyed where frame.count > 0 && frame.keys + frame.count <= keys.count:
        let text = String(decoding: bytes.textBytes(keys[frame.keys + frame.count - 1]), as: UTF8.self)
        path.append(RecordKey(stringValue: text))
      case .unkeyed, .bytes: path.append(RecordKey(intValue: max(frame.count - 1, 0)))
      default: break
      }
    }
    return path
  }
}

extension CBORBytes {
  /// Returns the bytes of a complete text of definite length, empty for any other item.
  func textBytes(_ offset: Int) -> UnsafeRawBufferPointer {
    guard let head = try? head(at: offset), head.kind == .text, !head.isIndefinite,
      let count = try? count(head)
    else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(rebasing: bytes[head.next..<head.next + count])
  }

  func isSameText(_ one: Int, _ other: Int) -> Bool {
    guard bytes[one] == bytes[other] else { return false }
    return textBytes(one).elementsEqual(textBytes(other))
  }
}
