/// Hashes values so that two with the same hash are the same, as far as any code can see.
struct StateHash: Sendable {
  private(set) var hasher = Hasher()
  /// Whether everything could be hashed; if not, two different values may have one hash.
  private(set) var isFaithful = true

  /// Takes in a value part by part, down to what is known to be told apart by what is taken in of it.
  ///
  /// A type's own hash is not enough: it may leave out what the type compares, such as everything but an identifier, and
  /// that of an object is often where it lies. Neither are its description and its custom mirror, which may hide parts.
  mutating func combine(_ value: Any) {
    let type = type(of: value)
    // Values of different types may have the same parts.
    hasher.combine(ObjectIdentifier(type))
    if let value = value as? any Faithful { return value.combine(into: &self) }
    if let value = value as? Any.Type { return hasher.combine(ObjectIdentifier(value)) }
    if value is any CustomReflectable { return admit() }
    combineParts(of: value, type)
  }

  /// Takes in a value that hashes all there is to it.
  mutating func combine(whole value: some Hashable) { hasher.combine(value) }

  /// Takes in bytes and how many they are.
  mutating func combine(bytes: UnsafeRawBufferPointer) {
    hasher.combine(bytes.count)
    hasher.combine(bytes: bytes)
  }

  /// Takes in elements of which the order means nothing.
  mutating func combine(unordered elements: some Sequence) {
    var sum: UInt64 = 0
    for element in elements {
      var hash = StateHash()
      hash.combine(element)
      isFaithful = isFaithful && hash.isFaithful
      sum &+= hash.finalize()
    }
    hasher.combine(sum)
  }

  /// Admits that something of a value cannot be told apart.
  mutating func admit() { isFaithful = false }

  private mutating func combineParts(of value: Any, _ type: Any.Type) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .enum:
      if let child = mirror.children.first {
        hasher.combine(child.label)
        combine(child.value)
      } else if let name = caseName(of: value) {
        hasher.combine(name)
      } else {
        admit()
      }
    case .struct, .tuple:
      if mirror.children.isEmpty, size(of: type) > 0 { return admit() }
      for child in mirror.children { combine(child.value) }
    default:
      // An object, a closure, a pointer.
      admit()
    }
  }

  func finalize() -> UInt64 { UInt64(bitPattern: Int64(hasher.finalize())) }
}

private func size(of type: Any.Type) -> Int {
  func size<Value>(_ type: Value.Type) -> Int { MemoryLayout<Value>.size }
  return _openExistential(type, do: size)
}

/// The name of an enum's case, whatever the enum says of itself; nil where it was not made by Swift.
private func caseName(of value: Any) -> String? {
  func name<Value>(_ value: Value) -> String? { enumCaseName(value).map { String(cString: $0) } }
  return _openExistential(value, do: name)
}

// Sound: the function is the one by which the standard library prints an enum, with this signature since Swift 5.0.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
