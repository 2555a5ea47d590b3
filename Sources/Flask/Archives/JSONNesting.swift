/// How deep a JSON text is nested, which must be known before it is given to a decoder that goes down by
/// calling itself.
enum JSONNesting {
  /// The decoder of Foundation refuses more than 512, one of which is the archive's own.
  static let deepest = 500

  /// Whether arrays and objects lie in each other deeper than a decoder takes.
  static func isTooDeep(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var depth = 0
      var isInString = false
      var index = 0
      while index < bytes.count {
        // The signs of ASCII: a quotation mark, a backslash, and the brackets of arrays and objects.
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
