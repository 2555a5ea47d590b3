/// A text to be found in other texts, whatever the case of its letters.
public struct TextNeedle: Hashable, Sendable {
  /// The text in lower case.
  public let text: String
  private let bytes: [UInt8]
  private let isASCII: Bool

  /// Creates a needle; nil for an empty text.
  public init?(_ text: String) {
    let text = text.lowercased()
    guard !text.isEmpty else { return nil }
    self.text = text
    bytes = Array(text.utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  /// Returns whether a text contains it.
  public func isFound(in other: String) -> Bool {
    if isASCII { return isFound(inASCII: ArraySlice(Array(other.utf8))) }
    return other.lowercased().contains(text)
  }

  /// Returns whether the texts and names of a JSON text contain it.
  ///
  /// - Parameter json: A value, in UTF-8; checked or not.
  public func isFound(inJSON json: ArraySlice<UInt8>) -> Bool {
    // An escape could hide it, and a letter beyond ASCII needs tables.
    if isASCII, !json.contains(UInt8(ascii: "\\")) { return isFound(inASCII: json) }
    return JSONText.decode(json).lowercased().contains(text)
  }

  /// Returns false if a JSON text cannot contain it.
  func mayBeFound(in json: ArraySlice<UInt8>) -> Bool {
    !isASCII || json.contains(UInt8(ascii: "\\")) || isFound(inASCII: json)
  }

  private func isFound(inASCII other: ArraySlice<UInt8>) -> Bool {
    // Sound: every read is before `count`.
    other.withUnsafeBufferPointer { other in
      bytes.withUnsafeBufferPointer { needle in
        var start = 0
        while start + needle.count <= other.count {
          var place = 0
          while place < needle.count, Self.lowered(other[start + place]) == needle[place] { place += 1 }
          if place == needle.count { return true }
          start += 1
        }
        return false
      }
    }
  }

  private static func lowered(_ byte: UInt8) -> UInt8 { byte >= 65 && byte <= 90 ? byte | 32 : byte }
}
