/// A sequential reader of bytes that holds at most one block in memory.
package final class ByteSource {
  private var block: [UInt8]
  private var place = 0
  private let more: () -> [UInt8]
  /// The byte that ends a stretch, not part of it; nil when all bytes are one stretch.
  private let delimiter: UInt8?
  /// The index in the block up to which bytes are in the checksum.
  private var summed = 0
  private var sum = Checksum64()
  /// The number of bytes of the stretch that precede the block.
  private var before = 0

  package init(_ bytes: [UInt8]) {
    block = bytes
    more = { [] }
    delimiter = nil
  }

  /// Creates a source of lines whose blocks a closure supplies.
  ///
  /// - Parameter more: A closure that returns the next block, empty at the end.
  package init(lines more: @escaping () -> [UInt8]) {
    block = []
    self.more = more
    delimiter = UInt8(ascii: "\n")
  }

  /// The number of bytes read from the stretch.
  package var offset: Int { before + place }

  /// The next byte, not consumed; nil at the end of the stretch.
  @inline(__always)
  package var peek: UInt8? {
    if place == block.count, !fill() { return nil }
    let byte = block[place]
    return byte == delimiter ? nil : byte
  }

  /// Consumes the byte that ``peek`` returned.
  @inline(__always)
  package func advance() { place += 1 }

  /// Consumes the bytes up to the next control character, quotation mark or backslash, and passes them to a
  /// closure.
  ///
  /// Does not call the closure at the end of the stretch.
  package func plainText(_ body: (UnsafeRawBufferPointer) -> Void) {
    guard peek != nil else { return }
    var end = place
    while end < block.count {
      let byte = block[end]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
      end += 1
    }
    block.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[place..<end])) }
    place = end
  }

  package var hasLine: Bool { place < block.count || fill() }

  /// Begins a line: its checksum covers the bytes that are read from here on.
  package func beginLine(after seed: UInt64) {
    before = -place
    summed = place
    sum = Checksum64(seed: seed)
  }

  /// Consumes the line's end, which has been reached, and returns the line's checksum.
  package func endLine() -> UInt64 {
    addToSum(upTo: place)
    if place < block.count { place += 1 }
    return sum.value
  }

  private func addToSum(upTo end: Int) {
    block.withUnsafeBytes { sum.add(UnsafeRawBufferPointer(rebasing: $0[summed..<end])) }
    summed = end
  }

  private func fill() -> Bool {
    if delimiter == nil { return false }
    addToSum(upTo: block.count)
    before += place
    (place, summed) = (0, 0)
    block = more()
    return !block.isEmpty
  }
}
