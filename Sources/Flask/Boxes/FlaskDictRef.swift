import Millrace

/// A reference in a state to a dictionary that never changes: nested, of values as JSON has them, copied at no cost.
///
/// ```swift
/// struct AppState: Flask.State { var map = FlaskDictRef() }
/// app.prop.map = FlaskDictRef(["foo": 1, "nest": ["a": "b"], "none": nil])
/// reaction.on("map.nest.a") { change in … }
/// ```
///
/// Entries can be `null`, which is something else than absent for ``keys()``, ``count()`` and `==`. For a reaction they
/// are one: an entry that turns from null to absent is not a change.
///
/// Dictionaries may lie in each other as deep as one likes; one in an archive, at most 500 deep.
public final class FlaskDictRef: Sendable {
  // Sound: it is never changed while anybody else could look at it, only when it ends.
  nonisolated(unsafe) private var storage: [String: Value]

  /// All entries of this level, null ones included.
  public var entries: [String: Value] { storage }

  /// A box around a dictionary.
  ///
  /// - Parameter entries: What is in it for ever; as a rule, a literal.
  public init(_ entries: [String: Value] = [:]) {
    storage = entries
  }

  deinit {
    // Each would end inside of the end of the one around it, as deep as they lie in each other.
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

  /// The entry under a key; nil if it is absent, and ``Value/null`` if it is null.
  ///
  /// Dots go down into nested dictionaries, and with a number into arrays. Where an entry's own key contains dots the
  /// longest entry that leads to something is taken.
  ///
  /// - Parameter key: The key, or several with dots between them.
  public subscript(key: String) -> Value? {
    entries[key] ?? value(at: KeyText.components(of: key)[...])
  }

  /// The keys of this level, sorted.
  public func keys() -> [String] { entries.keys.sorted() }

  /// How many entries this level has.
  public func count() -> Int { entries.count }

  /// What the components of a key lead to.
  func value(at components: ArraySlice<String>) -> Value? {
    for length in stride(from: components.count, to: 0, by: -1) {
      guard let entry = entries[components.prefix(length).joined(separator: ".")] else { continue }
      if let value = entry.value(at: components.dropFirst(length)) { return value }
    }
    return nil
  }

  /// Whether a reaction sees no difference: as equal, but null is as absent at every depth.
  func looksLike(_ other: FlaskDictRef) -> Bool { Value.dictionary(self).looksLike(.dictionary(other)) }
}

extension FlaskDictRef: Hashable {
  /// Whether both have the same entries.
  public static func == (left: FlaskDictRef, right: FlaskDictRef) -> Bool {
    Value.dictionary(left) == .dictionary(right)
  }

  /// Hashes the entries; of nested ones, how many they are.
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
