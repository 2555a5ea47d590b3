/// The checksums that chain the rows of a journal and detect damage.
///
/// The bytes of a row are gathered in a buffer, which is reused for the next row; large rows are not copied.
struct RowSum {
  private static let mostGathered = 1 << 16

  private var bytes: [UInt8] = []

  init() {}

  mutating func turn(
    after seed: UInt64, sequence: Int64, time: Int64, store: Int64, type: Int64, cause: Int64, source: Int64,
    asked: Int64, unhandled: Int64, message: UnsafeRawBufferPointer?, effects: UnsafeRawBufferPointer?
  ) -> UInt64 {
    let count = 8 * 10 + (message?.count ?? 0) + (effects?.count ?? 0)
    return sum(seed, count) { row in
      row.add(sequence)
      row.add(time)
      row.add(store)
      row.add(type)
      row.add(cause)
      row.add(source)
      row.add(asked)
      row.add(unhandled)
      row.add(message)
      row.add(effects)
    }
  }

  mutating func event(
    after seed: UInt64, number: Int64, turn: Int64, time: Int64, store: Int64, event: UnsafeRawBufferPointer
  ) -> UInt64 {
    sum(seed, 8 * 5 + event.count) { row in
      row.add(number)
      row.add(turn)
      row.add(time)
      row.add(store)
      row.add(event)
    }
  }

  mutating func snapshot(
    sequence: Int64, store: Int64, type: Int64, time: Int64, state: UnsafeRawBufferPointer
  ) -> UInt64 {
    sum(0, 8 * 5 + state.count) { row in
      row.add(sequence)
      row.add(store)
      row.add(type)
      row.add(time)
      row.add(state)
    }
  }

  mutating func task(
    key: UnsafeRawBufferPointer, store: Int64, type: Int64, request: UnsafeRawBufferPointer, asked: Int64,
    time: Int64, status: Int64, attempts: Int64, ended: Int64?
  ) -> UInt64 {
    sum(0, 8 * 9 + key.count + request.count) { row in
      row.add(key)
      row.add(store)
      row.add(type)
      row.add(request)
      row.add(asked)
      row.add(time)
      row.add(status)
      row.add(attempts)
      row.add(ended ?? -1)
    }
  }

  private mutating func sum(_ seed: UInt64, _ count: Int, _ fill: (inout RowBytes) -> Void) -> UInt64 {
    if count > Self.mostGathered {
      return withUnsafeTemporaryAllocation(byteCount: 8, alignment: 8) { buffer in
        var row = RowBytes(buffer: buffer, sum: Checksum64(seed: seed))
        fill(&row)
        return row.sum?.value ?? 0
      }
    }
    if bytes.count < count { bytes = [UInt8](repeating: 0, count: max(count, 2 * bytes.count)) }
    return bytes.withUnsafeMutableBytes { buffer in
      var row = RowBytes(buffer: buffer)
      fill(&row)
      return Checksum64.of(UnsafeRawBufferPointer(rebasing: buffer[..<row.count]), seed: seed)
    }
  }
}

/// The bytes of a row, one column after another.
struct RowBytes {
  let buffer: UnsafeMutableRawBufferPointer
  private(set) var count = 0
  /// The running checksum of a large row; the buffer then has room for one number.
  private(set) var sum: Checksum64?

  init(buffer: UnsafeMutableRawBufferPointer, sum: Checksum64? = nil) {
    self.buffer = buffer
    self.sum = sum
  }

  mutating func add(_ number: Int64) {
    if sum != nil {
      buffer.storeBytes(of: number.littleEndian, as: Int64.self)
      sum?.add(UnsafeRawBufferPointer(buffer))
      return
    }
    buffer.storeBytes(of: number.littleEndian, toByteOffset: count, as: Int64.self)
    count += 8
  }

  /// Adds a count and the bytes; nil differs from no bytes.
  mutating func add(_ bytes: UnsafeRawBufferPointer?) {
    guard let bytes else { return add(-1) }
    add(Int64(bytes.count))
    if sum != nil {
      sum?.add(bytes)
      return
    }
    UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(from: bytes)
    count += bytes.count
  }
}
