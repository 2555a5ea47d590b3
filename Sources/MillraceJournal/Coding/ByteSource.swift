/// Bytes that are read one after the other, with no more than a block in memory.
final class ByteSource {
  private var block: [UInt8]
  private var place = 0
  private let more: () -> [UInt8]
  /// The byte before which a stretch ends; nil when all is one stretch.
  private let delimiter: UInt8?
  /// The place before which the block is in the sum of the stretch.
  private var summed = 0
  private var sum = Checksum64()
  /// The number of bytes of the stretch before the block.
  private var before = 0

  /// Bytes in memory, read to their end.
  init(_ bytes: [UInt8]) {
    block = bytes
    more = { [] }
    delimiter = nil
  }

  /// Lines whose blocks come from a closure.
  ///
  /// - Parameter more: Gives the next block; an empty one at the end.
  init(lines more: @escaping () -> [UInt8]) {
    block = []
    self.more = more
    delimiter = UInt8(ascii: "\n")
  }

  /// The number of bytes of the stretch that were read.
  var offset: Int { before + place }

  /// The next byte; nil at the end of the stretch.
  @inline(__always)
  var peek: UInt8? {
    if place == block.count, !fill() { return nil }
    let byte = block[place]
    return byte == delimiter ? nil : byte
  }

  /// Passes the byte that was looked at.
  @inline(__always)
  func advance() { place += 1 }

  /// Passes bytes up to one that means something in a text, and gives them; none at the end of the stretch.
  func plainText(_ body: (UnsafeRawBufferPointer) -> Void) {
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

  /// True when there is another line.
  var hasLine: Bool { place < block.count || fill() }

  /// Begins to sum up the bytes that are read from here on.
  func beginLine(after seed: UInt64) {
    before = -place
    summed = place
    sum = Checksum64(seed: seed)
  }

  /// Passes the end of the line, which has been reached, and gives the sum of it.
  func endLine() -> UInt64 {
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
