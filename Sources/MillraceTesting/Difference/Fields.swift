/// The parts of a value by name, as in `Book(title: "Emma", year: 1815)`.
struct Fields {
  /// The text before the parts: the type, the case of an enum, nothing for a tuple.
  let name: String
  let opening: String
  let closing: String
  let children: [(label: String?, value: Any)]

  /// The labels; a position stands in for a missing one.
  var labels: [String] { children.enumerated().map { $1.label ?? "[\($0)]" } }

  /// Returns the text before the part at this position.
  func label(at position: Int) -> String { children[position].label.map { $0 + ": " } ?? "" }

  /// Creates the fields of a value from its mirror, a custom one if it has one.
  init(of value: Any) {
    self.init(of: value, mirror: Mirror(reflecting: value))
  }

  init(of value: Any, mirror: Mirror) {
    var children = Self.children(in: mirror)
    let isDictionary = mirror.displayStyle == .dictionary
    (opening, closing) = isDictionary ? ("[", "]") : ("(", ")")
    switch mirror.displayStyle {
    case .enum:
      guard let payload = children.first, let label = payload.label else {
        name = ".\(value)"
        break
      }
      name = "." + label
      let inner = Mirror(reflecting: payload.value)
      children = inner.displayStyle == .tuple ? Self.children(in: inner) : [(nil, payload.value)]
    case .tuple: name = ""
    case .dictionary:
      name = ""
      children = children.map { child in
        let pair = Array(Mirror(reflecting: child.value).children)
        return pair.count == 2 ? (readableLine(pair[0].value), pair[1].value) : child
      }
    default: name = typeName(of: value)
    }
    // Foundation exposes addresses of its storage as parts, and an address is another each time.
    let isOfFoundation = String(reflecting: type(of: value)).hasPrefix("Foundation")
    self.children = isOfFoundation ? children.filter { !($0.value is UnsafeRawPointer) } : children
  }

  /// Returns the children of a mirror, those of superclasses first, with their names in the source.
  private static func children(in mirror: Mirror) -> [(label: String?, value: Any)] {
    let inherited = mirror.superclassMirror.map { children(in: $0) } ?? []
    return inherited
      + mirror.children.compactMap { label, value in
        guard let label, !label.isEmpty else { return (nil, value) }
        if label.hasPrefix("_$") { return nil }
        if label.hasPrefix(".") { return (nil, value) }
        if label.hasPrefix(lazyPrefix) { return (String(label.dropFirst(lazyPrefix.count)), value) }
        return (label, value)
      }
  }

  private static let lazyPrefix = "$__lazy_storage_$_"
}
