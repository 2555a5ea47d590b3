import Foundation
import Millrace

/// The name under which the archive of a key is kept.
///
/// Keys that are equal as strings have one name, however their letters are composed.
enum ArchiveFileName {
  static func of(_ key: String) -> String {
    FileName.of(key.precomposedStringWithCanonicalMapping) + ".json"
  }

  /// The name while it is being written.
  static func temporary(_ name: String) -> String { name + ".tmp" }

  /// The name once it is set aside; the number tells those of one key apart.
  static func aside(_ name: String, _ number: Int) -> String { name + ".aside-\(number)" }
}
