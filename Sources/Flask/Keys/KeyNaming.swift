import Millrace
import MillraceSupport

/// The names of the parts of a state that follow from its type.
enum KeyNaming {
  /// Returns the keys that lead through structures and optionals to comparable parts, depth first.
  static func names(below shape: Shape, _ prefix: String = "") -> [String] {
    guard case .structure(let fields, isOwn: true) = shape.withoutOptionals.kind else { return [] }
    return fields.filter { $0.isStrong && !$0.isInternal }.flatMap { field in
      let name = prefix + field.label
      return (field.link.shape.obstacle == nil ? [name] : []) + names(below: field.link.shape, name + ".")
    }
  }

  /// Returns the shape that a name reaches through structures and optionals, or nil.
  static func end(of name: String, below root: Shape) -> Shape? {
    var shape = root
    for label in KeyText.components(of: name) {
      guard case .structure(let fields, _) = shape.kind,
        let field = fields.first(where: { $0.label == label && $0.isStrong })
      else { return nil }
      shape = field.link.shape.withoutOptionals
    }
    return shape
  }

  /// Returns the name of a path: by its fields if it is stored at an offset, otherwise as it prints, without
  /// its root.
  static func name<S, V>(of path: KeyPath<S, V>, _: V.Type, at offset: Int?, below root: Shape) -> String {
    if let offset {
      // Fields without a size can share an address.
      for allowsInternal in [false, true] {
        if let name = find(V.self, at: offset, in: root, "", allowsInternal) { return name }
      }
    }
    var name = "\(path)"
    let start = "\\\(S.self)."
    if name.hasPrefix(start) { name.removeFirst(start.count) }
    return KeyText.components(of: name.filter { $0 != "?" && $0 != "!" }).filter { !$0.isEmpty }
      .joined(separator: ".")
  }

  private static func find(
    _ type: Any.Type, at offset: Int, in shape: Shape, _ prefix: String, _ allowsInternal: Bool
  ) -> String? {
    guard case .structure(let fields, _) = shape.kind else { return nil }
    for field in fields
    where field.isStrong && field.offset <= offset && (allowsInternal || !field.isInternal) {
      let name = prefix + field.label
      if field.offset == offset && field.link.shape.type == type { return name }
      let rest = offset - field.offset
      if let found = find(type, at: rest, in: field.link.shape, name + ".", allowsInternal) { return found }
    }
    return nil
  }
}

extension KeyFlaw {
  /// Returns the error for a developer who uses the key.
  func error<S>(key: String, state: S.Type, names: () -> [String]) -> KeyError {
    switch self {
    case .unknown(let place, let labels):
      let stem = KeyText.components(of: key).prefix(place)
      var candidates = names()
      // The neighbour of a misspelt component may lie behind an index, and so have no name of its own.
      for label in labels {
        let name = (stem + [label]).joined(separator: ".")
        if !candidates.contains(name) { candidates.append(name) }
      }
      return .unknown(key: key, state: "\(S.self)", nearest: NearestKeys.of(key, among: candidates))
    case .internal(let label):
      return .internal(key: key, state: "\(S.self)", property: label)
    case .weak(let label):
      return .weak(key: key, state: "\(S.self)", property: label)
    case .incomparable(let type):
      return .incomparable(key: key, state: "\(S.self)", type: "\(type)")
    }
  }
}

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

/// The names that are most similar to a misspelt one.
enum NearestKeys {
  /// Returns at most three candidates, the best first, or the first few if none is similar.
  static func of(_ name: String, among candidates: [String]) -> [String] {
    let name = Array(name)
    let limit = max(2, name.count / 3)
    var scored: [(distance: Int, place: Int, candidate: String)] = []
    for (place, candidate) in candidates.enumerated() {
      let letters = Array(candidate)
      // The difference in length is a lower bound; a very long name is therefore never compared.
      guard abs(letters.count - name.count) <= limit else { continue }
      let distance = EditDistance.between(name, letters)
      if distance <= limit && distance < letters.count { scored.append((distance, place, candidate)) }
    }
    if scored.isEmpty { return Array(candidates.prefix(3)) }
    scored.sort { ($0.distance, $0.place) < ($1.distance, $1.place) }
    return scored.prefix(3).map(\.candidate)
  }
}
