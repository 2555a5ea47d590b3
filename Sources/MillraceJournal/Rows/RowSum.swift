/// The checksums that chain the rows of a journal and detect damage.
///
/// The bytes of a row are gathered in a buffer, which is reused for the next row; large rows are not copied.
struct RowSum {
  private static let mostGathered = 1 << 16

  private var bytes: [UInt8] = []

  init() {}

  /// Returns the checksum of a row after the one of the row before; 0 if rows are not chained.
  mutating func sum<Row: TableRow>(of row: Row, after seed: UInt64) -> UInt64 {
    var row = row
    let count = row.size.all
    if count > Self.mostGathered {
      return withUnsafeTemporaryAllocation(byteCount: 8, alignment: 8) { buffer in
        var bytes = RowBytes(buffer: buffer, sum: Checksum64(seed: seed))
        row.columns(&bytes)
        return bytes.sum?.value ?? 0
      }
    }
    if bytes.count < count { bytes = [UInt8](repeating: 0, count: max(count, 2 * bytes.count)) }
    return bytes.withUnsafeMutableBytes { buffer in
      var bytes = RowBytes(buffer: buffer)
      row.columns(&bytes)
      return Checksum64.of(UnsafeRawBufferPointer(rebasing: buffer[..<bytes.count]), seed: seed)
    }
  }
}

extension TableRow {
  /// Returns the checksum that the row should have after the one of the row before.
  func sum(after seed: UInt64 = 0, _ sums: inout RowSum) -> UInt64 { sums.sum(of: self, after: seed) }
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

extension RowBytes: ColumnVisitor {
  mutating func number(_ name: StaticString, _ value: inout Int64?, absent: Int64) { add(value ?? absent) }
  mutating func text(_ name: StaticString, _ value: inout String) {
    value.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  mutating func bytes<Bytes: ColumnBytes>(_ name: StaticString, _ value: inout Bytes?) {
    guard let value else { return add(nil) }
    value.withBytes { add($0) }
  }

  mutating func sum(_ value: inout UInt64) {}
}
