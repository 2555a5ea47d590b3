/// The text of a key: components separated by dots.
enum KeyText {
  /// Returns the components; an empty key has one empty component.
  static func components(of key: String) -> [String] {
    key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  /// Returns the index that a component represents, or nil if it is none or not in the shortest form.
  ///
  /// Each part has one key, so "02" does not mean "2".
  static func index(_ component: String) -> Int? {
    guard let index = Int(component), index >= 0, "\(index)" == component else { return nil }
    return index
  }

  /// Returns true if changes of a property with this name are never reported.
  ///
  /// The compiler puts a dollar sign before the storage of a lazy property.
  static func isInternal(_ label: String) -> Bool { label.hasPrefix("_") || label.hasPrefix("$") }
}
