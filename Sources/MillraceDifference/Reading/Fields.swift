/// The parts of a value by name, as in `Book(title: "Emma", year: 1815)`.
struct Fields {
  /// The text before the parts: the type, the case of an enum, nothing for a tuple.
  let name: String
  let opening: String
  let closing: String
  let children: [(label: String?, value: Any)]

  /// The labels; a position stands in for a missing one.
  var labels: [String] { children.enumerated().map { $1.label ?? "[\($0)]" } }

  /// Returns the label of the part at this position.
  func label(at position: Int) -> PartLabel { .field(children[position].label) }

  /// The step that a path takes into the parts: the case of an enum, else nothing.
  var step: String { name.first == "." ? name : "" }

  /// Creates the fields of a value from its mirror, a custom one if it has one.
  ///
  /// Fields whose names a redaction hides are marked as redacted.
  init(of value: Any, _ redaction: Redaction) {
    self.init(of: value, mirror: Mirror(reflecting: value), redaction)
  }

  init(of value: Any, mirror: Mirror, _ redaction: Redaction) {
    var children = Self.children(in: mirror)
    let isDictionary = mirror.displayStyle == .dictionary
    (opening, closing) = isDictionary ? ("[", "]") : ("(", ")")
    switch mirror.displayStyle {
    case .enum:
      guard let payload = children.first, let label = payload.label else {
        name = escaped(".\(value)")
        break
      }
      name = "." + label
      let inner = Mirror(reflecting: payload.value)
      children = inner.displayStyle == .tuple ? Self.children(in: inner) : [(nil, payload.value)]
      if redaction.hidesCase(label) { children = [(nil, Redacted<Any>(payload.value))] }
    case .tuple: name = ""
    case .dictionary:
      name = ""
      children = children.map { child in
        let pair = Array(Mirror(reflecting: child.value).children)
        return pair.count == 2 ? (readableLine(pair[0].value, redaction), pair[1].value) : child
      }
    default: name = typeName(of: value)
    }
    // Foundation exposes addresses of its storage as parts, and an address is another each time.
    let isOfFoundation = String(reflecting: type(of: value)).hasPrefix("Foundation")
    if isOfFoundation { children = children.filter { !($0.value is UnsafeRawPointer) } }
    let hidden = redaction.hiddenLabels(of: value)
    for index in children.indices {
      if let label = children[index].label, hidden.contains(label) {
        children[index].value = Redacted<Any>(children[index].value)
      }
      // A wrapped property is stored under its name with an underscore.
      if children[index].value is any RedactedValue, let label = children[index].label, label.first == "_" {
        children[index].label = String(label.dropFirst())
      }
      children[index].value = redaction.child(children[index].value, named: children[index].label)
    }
    self.children = children
  }

  private init(name: String, opening: String, closing: String, children: [(label: String?, value: Any)]) {
    self.name = name
    self.opening = opening
    self.closing = closing
    self.children = children
  }

  /// Returns fields of the same names with other values.
  func replacing(values: [Any]) -> Fields {
    Fields(
      name: name, opening: opening, closing: closing,
      children: zip(children, values).map { ($0.label, $1) })
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
