/// The protocol that gives ``FlaskDictRef`` its subscripts; an application does not conform to it.
///
/// Only in a protocol's extension may the setter of a class replace the reference, so that other holders of
/// the dictionary keep what they have.
public protocol FlaskDictEditing {}

extension FlaskDictRef: FlaskDictEditing {}

extension FlaskDictEditing where Self == FlaskDictRef {
  /// The entry under a key: nil if it is absent, ``FlaskDictRef/Value/null`` if it is null.
  ///
  /// Dots lead into nested dictionaries and, with a number, into arrays. If entries have keys with dots, the
  /// longest match wins. A key has at most 256 components.
  ///
  /// The setter replaces the dictionary in the variable by one with the new entry. A key that leads into a
  /// nested dictionary or list changes it there; any other key becomes an entry of this level. Nil removes an
  /// entry, and leaves null in a list.
  ///
  /// Cost: the setter copies one level for each component of the key, unless the variable holds the only
  /// reference.
  ///
  /// - Parameter key: The key, or several keys separated by dots.
  public subscript(key: String) -> FlaskDictRef.Value? {
    get { self.entry(at: key) }
    mutating set { FlaskDictRef.assign(newValue, at: key, of: &self) }
  }

  /// The entry under a key as a value of a type of Swift: nil if it is absent, null, or of another type.
  ///
  /// - Parameter key: The key, or several keys separated by dots.
  @_disfavoredOverload
  public subscript<Plain: FlaskDictConvertible>(key: String) -> Plain? {
    get { SubstanceChange.value(self.entry(at: key)?.plain) }
    mutating set { self[key] = newValue.map { $0.flaskDictValue } as FlaskDictRef.Value? }
  }
}

extension [String: FlaskDictRef.Value] {
  /// Sets the entry under a key, or under the keys between its dots where they lead to one.
  mutating func assign(_ value: FlaskDictRef.Value?, at key: String) {
    if self[key] != nil || !key.contains(".") { return self[key] = value }
    let components = KeyText.components(of: key)
    for length in stride(from: Swift.min(components.count, KeyRouter.longest) - 1, to: 0, by: -1) {
      let head = components.prefix(length).joined(separator: ".")
      // Taken out meanwhile, so that it is changed in place.
      guard var entry = removeValue(forKey: head) else { continue }
      let isDone = entry.assign(value, at: components.dropFirst(length))
      self[head] = entry
      if isDone { return }
    }
    self[key] = value
  }
}

extension FlaskDictRef.Value {
  /// Sets the part at the components of a key; false if they lead nowhere, or there is nothing to remove.
  fileprivate mutating func assign(_ value: Self?, at components: ArraySlice<String>) -> Bool {
    if value == nil && self.value(at: components) == nil { return false }
    switch self {
    case .dictionary(var box):
      self = .null
      FlaskDictRef.assign(value, at: components.joined(separator: "."), of: &box)
      self = .dictionary(box)
      return true
    case .array(var values):
      guard let index = components.first.flatMap(KeyText.index), index < values.count else { return false }
      self = .null
      defer { self = .array(values) }
      let rest = components.dropFirst()
      if !rest.isEmpty { return values[index].assign(value, at: rest) }
      values[index] = value ?? .null
      return true
    default:
      return false
    }
  }
}
