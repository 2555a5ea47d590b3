import Foundation

/// A search word for many texts.
public struct Word: Sendable {
  private let bytes: [UInt8]
  /// The index of its rarest letter, which is searched first, so that few positions are compared.
  private let probe: Int

  /// Creates a word, in lower case.
  public init(_ bytes: [UInt8]) {
    // Letters from the most common to the rarest; other bytes are rarer.
    let common = Array(" etaoinsrhldcumfpgwybvkxjqz".utf8)
    let rareness = bytes.map { common.firstIndex(of: $0) ?? common.count }
    probe = bytes.indices.max { rareness[$0] < rareness[$1] } ?? 0
    self.bytes = bytes
  }

  /// Returns whether a text contains the word; every text contains an empty one.
  public func occurs(in text: [UInt8]) -> Bool {
    text.withUnsafeBytes { text in
      bytes.withUnsafeBytes { word in
        guard !word.isEmpty, let start = text.baseAddress, let wanted = word.baseAddress else {
          return word.isEmpty
        }
        // The first position of the rarest letter at which the whole word fits.
        var place = probe
        let end = text.count - (word.count - probe) + 1
        while place < end, let found = memchr(start + place, Int32(word[probe]), end - place) {
          let hit = UnsafeRawPointer(found)
          if memcmp(hit - probe, wanted, word.count) == 0 { return true }
          place = hit - start + 1
        }
        return false
      }
    }
  }
}
