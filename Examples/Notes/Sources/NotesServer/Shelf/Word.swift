import Foundation

/// A word that is looked for in many texts.
struct Word {
  private let bytes: [UInt8]
  /// The place in the word that is looked for first: its rarest letter, so that there are few places to compare.
  private let probe: Int

  /// A word, in lower case.
  init(_ word: String) {
    let bytes = Array(word.utf8)
    // From the most common letter to the rarest; what is none of them is rarer.
    let common = Array(" etaoinsrhldcumfpgwybvkxjqz".utf8)
    let rareness = bytes.map { common.firstIndex(of: $0) ?? common.count }
    probe = bytes.indices.max { rareness[$0] < rareness[$1] } ?? 0
    self.bytes = bytes
  }

  /// Whether it is in a text.
  func occurs(in text: [UInt8]) -> Bool {
    text.withUnsafeBytes { text in
      bytes.withUnsafeBytes { word in
        guard !word.isEmpty, let start = text.baseAddress, let wanted = word.baseAddress else {
          return word.isEmpty
        }
        // Where the rarest letter may be, if the whole word is to have room around it.
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
