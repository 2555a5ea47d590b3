/// The nesting depth of a JSON text, checked before a recursive decoder reads it.
enum JSONNesting {
  /// The maximum depth: Foundation's decoder refuses more than 512, and one is the archive's own.
  static let deepest = 500

  /// The error for what is nested deeper.
  struct TooDeep: Error, CustomStringConvertible {
    var description: String { "it is nested deeper than \(deepest) levels, which cannot be decoded" }
  }

  /// Returns true if arrays and objects are nested deeper than a decoder accepts.
  static func isTooDeep(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var depth = 0
      var isInString = false
      var index = 0
      while index < bytes.count {
        // In ASCII: a quotation mark, a backslash, and the brackets of arrays and objects.
        switch bytes[index] {
        case 0x22: isInString.toggle()
        case 0x5C where isInString: index += 1
        case 0x5B where !isInString, 0x7B where !isInString:
          depth += 1
          if depth > deepest { return true }
        case 0x5D where !isInString, 0x7D where !isInString: depth -= 1
        default: break
        }
        index += 1
      }
      return false
    }
  }
}
