import Millrace

/// An immutable dictionary of JSON values in a state, nested to any depth and copied at no cost.
///
/// ```swift
/// struct AppState: Flask.State { var map = FlaskDictRef() }
/// app.prop.map = FlaskDictRef(["foo": 1, "nest": ["a": "b"], "none": nil])
/// reaction.on("map.nest.a") { change in … }
/// ```
///
/// An entry can be `null`, which differs from an absent one for ``keys()``, ``count()`` and `==`. For a
/// reaction both are the same: an entry that changes from null to absent is not a change.
///
/// Dictionaries may nest to any depth in memory, and at most 500 levels deep in an archive.
public final class FlaskDictRef: Sendable {
  // Sound: it changes only in `deinit`, when no other reference exists.
  nonisolated(unsafe) private var storage: [String: Value]

  /// All entries of this level, including null ones.
  public var entries: [String: Value] { storage }

  /// Creates a dictionary.
  ///
  /// - Parameter entries: The permanent entries; usually a literal.
  public init(_ entries: [String: Value] = [:]) {
    storage = entries
  }

  deinit {
    // Iterative: otherwise each would be released inside the release of the enclosing one, as deep as they
    // nest.
    var nested: [FlaskDictRef] = []
    takeEntries(nestedInto: &nested)
    while var box = nested.popLast() {
      if isKnownUniquelyReferenced(&box) { box.takeEntries(nestedInto: &nested) }
    }
  }

  private func takeEntries(nestedInto nested: inout [FlaskDictRef]) {
    for value in storage.values { value.collect(into: &nested) }
    storage = [:]
  }

  /// The entry under a key: nil if it is absent, ``Value/null`` if it is null.
  ///
  /// Dots lead into nested dictionaries and, with a number, into arrays. If entries have keys with dots, the
  /// longest match wins.
  ///
  /// - Parameter key: The key, or several keys separated by dots.
  public subscript(key: String) -> Value? {
    entries[key] ?? value(at: KeyText.components(of: key)[...])
  }

  /// Returns the keys of this level, sorted.
  public func keys() -> [String] { entries.keys.sorted() }

  /// Returns the number of entries at this level.
  public func count() -> Int { entries.count }

  /// Returns the value at the components of a key.
  func value(at components: ArraySlice<String>) -> Value? {
    for length in stride(from: components.count, to: 0, by: -1) {
      guard let entry = entries[components.prefix(length).joined(separator: ".")] else { continue }
      if let value = entry.value(at: components.dropFirst(length)) { return value }
    }
    return nil
  }

  /// Returns true if a reaction sees no difference: equal, with null the same as absent at every depth.
  func looksLike(_ other: FlaskDictRef) -> Bool { Value.dictionary(self).looksLike(.dictionary(other)) }
}

extension FlaskDictRef: Hashable {
  /// Compares the entries.
  public static func == (left: FlaskDictRef, right: FlaskDictRef) -> Bool {
    Value.dictionary(left) == .dictionary(right)
  }

  /// Hashes the entries; nested dictionaries contribute only their counts.
  public func hash(into hasher: inout Hasher) { hasher.combine(entries.mapValues(\.surface)) }
}

extension FlaskDictRef: CustomStringConvertible {
  /// The entries, sorted by key.
  public var description: String {
    if StackRoom.isShort { return "[…]" }
    return "["
      + (entries.isEmpty ? ":" : keys().map { "\($0): \(entries[$0] ?? .null)" }.joined(separator: ", "))
      + "]"
  }
}
