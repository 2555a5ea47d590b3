import Millrace

/// An immutable dictionary of JSON values in a state, nested to any depth and copied at no cost.
///
/// ```swift
/// struct AppState: Flask.State { var map = FlaskDictRef() }
/// app.prop.map = FlaskDictRef(["foo": 1, "nest": ["a": "b"], "none": nil])
/// app.prop.map["nest.a"] = "c"
/// reaction.on("map.nest.a") { change in … }
/// ```
///
/// A dictionary never changes; a setter replaces the reference in the property. It can be made from literals,
/// from variables (``FlaskDictConvertible``), from a `[String: Any]` and from an `NSDictionary`.
///
/// An entry can be `null`, which differs from an absent one for ``keys()``, ``count()`` and `==`. For a
/// reaction both are the same: an entry that changes from null to absent is not a change.
///
/// Dictionaries may nest to any depth in memory, and at most 500 levels deep in an archive.
public final class FlaskDictRef: Sendable {
  // Sound: it changes only in `deinit` and in `assign`, when no other reference exists.
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
    var nested = NestedValues()
    takeEntries(into: &nested)
    while true {
      if var box = nested.boxes.popLast() {
        if isKnownUniquelyReferenced(&box) { box.takeEntries(into: &nested) }
      } else if let list = nested.lists.popLast() {
        for value in list { nested.collect(value) }
      } else {
        return
      }
    }
  }

  private func takeEntries(into nested: inout NestedValues) {
    for value in storage.values { nested.collect(value) }
    storage = [:]
  }

  /// Changes the dictionary that a variable holds, in place if nothing else holds it.
  static func assign(_ value: Value?, at key: String, of box: inout FlaskDictRef) {
    if !isKnownUniquelyReferenced(&box) { box = FlaskDictRef(box.storage) }
    box.storage.assign(value, at: key)
  }

  /// Returns the entry under a key, or under the keys between its dots.
  func entry(at key: String) -> Value? {
    if let entry = entries[key] { return entry }
    let components = KeyText.components(of: key)
    return components.count > KeyRouter.longest ? nil : value(at: components[...])
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

/// The dictionaries below values that end, and the lists nested so deeply that they end by themselves.
private struct NestedValues {
  var boxes: [FlaskDictRef] = []
  var lists: [[FlaskDictRef.Value]] = []

  /// - Parameter depth: The number of lists around the value.
  mutating func collect(_ value: FlaskDictRef.Value, depth: Int = 0) {
    switch value {
    case .dictionary(let box): boxes.append(box)
    case .array(let values) where depth == 100: lists.append(values)
    case .array(let values): for value in values { collect(value, depth: depth + 1) }
    default: break
    }
  }
}
