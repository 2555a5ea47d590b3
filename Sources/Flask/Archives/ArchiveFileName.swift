import Foundation
import Millrace

/// The file name for the archive of a key.
///
/// Keys that are equal as strings have one name, whatever their Unicode normalisation.
enum ArchiveFileName {
  static func of(_ key: String) -> String {
    FileName.of(key.precomposedStringWithCanonicalMapping) + ".json"
  }

  static func temporary(_ name: String) -> String { name + ".tmp" }

  /// Returns the name of an archive that was set aside; the number distinguishes those of one key.
  static func aside(_ name: String, _ number: Int) -> String { name + ".aside-\(number)" }
}
