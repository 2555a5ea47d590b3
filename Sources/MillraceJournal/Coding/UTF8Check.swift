/// A check of bytes for valid UTF-8 that copies at most one block of them.
enum UTF8Check {
  private static let blockSize = 1 << 16

  static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    while start < bytes.count {
      var end = min(start + blockSize, bytes.count)
      // A block ends between two characters, which have at most four bytes.
      while end < bytes.count, bytes[end] & 0xC0 == 0x80 {
        end -= 1
        if end <= start { return false }
      }
      let block = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      if String(validating: block, as: UTF8.self) == nil { return false }
      start = end
    }
    return true
  }
}
