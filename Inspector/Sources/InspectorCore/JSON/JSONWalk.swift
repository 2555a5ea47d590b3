import Foundation

/// Movements over the bytes of a checked text.
enum JSONWalk {
  /// Returns the end of the value that begins at a place of a checked text.
  static func end(of bytes: [UInt8], from start: Int) -> Int {
    // Sound: every read is before `count`, whatever the bytes are.
    bytes.withUnsafeBufferPointer { bytes in
      var place = start
      var depth = 0
      repeat {
        guard place < bytes.count else { return bytes.count }
        switch bytes[place] {
        case UInt8(ascii: "\""): place = textEnd(bytes, place)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          depth += 1
          place += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          depth -= 1
          place += 1
        case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x0A, 0x0D, 0x09: place += 1
        default: place = wordEnd(bytes, place)
        }
      } while depth > 0
      return place
    }
  }

  /// Returns the end of a number or word.
  private static func wordEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    var place = start + 1
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), 0x20, 0x0A, 0x0D, 0x09: return place
      default: place += 1
      }
    }
    return place
  }

  private static func textEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    var place = start + 1
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""): return place + 1
      case UInt8(ascii: "\\"): place += 2
      default: place += 1
      }
    }
    return bytes.count
  }
}

extension UnsafeRawBufferPointer {
  /// Compares bytes of equal number.
  func elementsEqualAsMemory(_ other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    // Sound: both have `count` bytes; neither has a null address unless it is empty.
    guard let own = baseAddress, let address = other.baseAddress else { return true }
    return memcmp(own, address, count) == 0
  }
}
