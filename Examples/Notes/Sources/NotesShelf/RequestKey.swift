public import NotesModel

/// The key that identifies a repeated request.
public enum RequestKey {
  /// Returns whether a client may use a key: 1 to 200 visible ASCII characters.
  public static func isValid(_ key: String) -> Bool {
    (1...200).contains(key.utf8.count) && key.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }

  /// Returns the key of a request without one, which no client may use.
  public static func own(_ id: some CustomStringConvertible) -> String { " \(id)" }
}

extension FeedEntry {
  /// The entry as clients see it: without a key that none of them has sent.
  public var told: FeedEntry {
    guard key?.hasPrefix(" ") == true else { return self }
    var entry = self
    entry.key = nil
    return entry
  }
}
