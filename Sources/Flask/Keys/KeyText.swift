/// How a key is written: components with dots between them.
enum KeyText {
  /// The components; an empty key has one that is empty.
  static func components(of key: String) -> [String] {
    key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  /// The index that a component stands for; nil if it is none, or is not written the shortest way.
  ///
  /// One part has one key, so "02" is not another word for "2".
  static func index(_ component: String) -> Int? {
    guard let index = Int(component), index >= 0, "\(index)" == component else { return nil }
    return index
  }

  /// Whether a property of this name is never reported.
  ///
  /// A leading dollar is what the compiler puts before the storage of a lazy property.
  static func isInternal(_ label: String) -> Bool { label.hasPrefix("_") || label.hasPrefix("$") }
}
