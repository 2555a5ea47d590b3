/// A growing buffer of bytes with the writing operations of CBOR.
struct ByteBuffer: ~Copyable {
  /// The allocation of `capacity` bytes; the first `count` are initialised.
  private var start: UnsafeMutableRawPointer
  private var capacity: Int
  private(set) var count = 0
  /// True if all numbers that are none (NaN) are written with the same bits.
  var hasOneNaN = false

  init(capacity: Int = 256) {
    start = .allocate(byteCount: capacity, alignment: 16)
    self.capacity = capacity
  }

  deinit { start.deallocate() }

  /// The bytes, valid until the next change of the buffer.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

  var array: [UInt8] { Array(bytes) }

  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if capacity - count < more { grow(more) }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    capacity = max(capacity * 2, count + more)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    larger.copyMemory(from: start, byteCount: count)
    start.deallocate()
    start = larger
  }

  mutating func truncate(to place: Int) { count = min(count, max(place, 0)) }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    start.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count)
    (start + count).copyMemory(from: source, byteCount: bytes.count)
    count += bytes.count
  }

  /// Writes the head of an item in as few bytes as possible.
  @inline(__always)
  mutating func head(_ kind: CBORHead.Kind, _ argument: UInt64) {
    if argument < 24 {
      append(kind.rawValue << 5 | UInt8(truncatingIfNeeded: argument))
    } else {
      longHead(kind, argument)
    }
  }

  private mutating func longHead(_ kind: CBORHead.Kind, _ argument: UInt64) {
    let first = kind.rawValue << 5
    if let small = UInt8(exactly: argument) {
      append(first | 24)
      append(small)
    } else if let small = UInt16(exactly: argument) {
      append(first | 25)
      store(small)
    } else if let small = UInt32(exactly: argument) {
      append(first | 26)
      store(small)
    } else {
      append(first | 27)
      store(argument)
    }
  }

  @inline(__always)
  private mutating func store<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number) {
    let size = MemoryLayout<Number>.size
    reserve(size)
    start.storeBytes(of: number.bigEndian, toByteOffset: count, as: Number.self)
    count += size
  }

  /// Begins an array or a map of unknown count: reserves one byte, which ``close(_:at:count:)`` sets.
  @inline(__always)
  mutating func open() { append(0) }

  /// Writes the head of the container that begins at an offset.
  ///
  /// Moves the content when the head needs more than one byte.
  @inline(__always)
  mutating func close(_ kind: CBORHead.Kind, at place: Int, count items: Int) {
    if items < 24 {
      start.storeBytes(
        of: kind.rawValue << 5 | UInt8(truncatingIfNeeded: items), toByteOffset: place, as: UInt8.self)
    } else {
      closeLong(kind, at: place, count: items)
    }
  }

  private mutating func closeLong(_ kind: CBORHead.Kind, at place: Int, count items: Int) {
    let size = items <= 0xFF ? 2 : items <= 0xFFFF ? 3 : items <= 0xFFFF_FFFF ? 5 : 9
    reserve(size - 1)
    let end = count
    (start + place + size).copyMemory(from: start + place + 1, byteCount: end - place - 1)
    count = place
    head(kind, UInt64(items))
    count = end + size - 1
  }
}

extension ByteBuffer {
  // MARK: Whole items

  mutating func null() { append(0xF6) }

  mutating func bool(_ value: Bool) { append(value ? 0xF5 : 0xF4) }

  @inline(__always)
  mutating func integer(_ value: some FixedWidthInteger) {
    head(value < 0 ? .negative : .unsigned, UInt64(truncatingIfNeeded: value < 0 ? ~value : value))
  }

  /// Writes a float: in four bytes where no bit is lost, otherwise in eight.
  mutating func float(_ value: Double) {
    if value != value && hasOneNaN { return float(Float.nan) }
    let short = Float(value)
    if Double(short).bitPattern == value.bitPattern {
      float(short)
    } else {
      append(0xFB)
      store(value.bitPattern)
    }
  }

  mutating func float(_ value: Float) {
    append(0xFA)
    store(value != value && hasOneNaN ? Float.nan.bitPattern : value.bitPattern)
  }

  @inline(__always)
  mutating func text(_ value: String) {
    // Native UTF-8 is read in place, without a copy.
    if let done: Void = value.utf8.withContiguousStorageIfAvailable({
      item(.text, UnsafeRawBufferPointer($0))
    }) {
      return done
    }
    var copy = value
    copy.withUTF8 { item(.text, UnsafeRawBufferPointer($0)) }
  }

  mutating func byteString(_ value: [UInt8]) {
    value.withUnsafeBytes { item(.bytes, $0) }
  }

  private mutating func item(_ kind: CBORHead.Kind, _ bytes: UnsafeRawBufferPointer) {
    head(kind, UInt64(bytes.count))
    append(bytes)
  }
}
