/// Bytes that grow at their end, and what CBOR writes there.
struct ByteBuffer: ~Copyable {
  /// Where the bytes are; `capacity` of them are allocated, of which the first `count` are set.
  private var start: UnsafeMutableRawPointer
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 256) {
    start = .allocate(byteCount: capacity, alignment: 16)
    self.capacity = capacity
  }

  deinit { start.deallocate() }

  /// The bytes; not to be kept.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

  /// A copy of the bytes.
  var array: [UInt8] { Array(bytes) }

  /// Makes room for more bytes.
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

  /// Forgets what stands behind a place.
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

  /// Writes what an item begins with, in as few bytes as it takes.
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

  /// Begins an array or a map whose count is not known yet: one byte, which ``close(_:at:count:)`` sets.
  @inline(__always)
  mutating func open() { append(0) }

  /// Sets the head of what began at a place.
  ///
  /// What follows is moved when one byte is too little.
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
  mutating func integer(_ value: Int64) {
    if value >= 0 {
      head(.unsigned, UInt64(truncatingIfNeeded: value))
    } else {
      head(.negative, UInt64(truncatingIfNeeded: -1 - value))
    }
  }

  /// A float in four bytes where no bit is lost, else in eight.
  mutating func float(_ value: Double) {
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
    store(value.bitPattern)
  }

  @inline(__always)
  mutating func text(_ value: String) {
    // What is native UTF-8 is lent without a copy.
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
