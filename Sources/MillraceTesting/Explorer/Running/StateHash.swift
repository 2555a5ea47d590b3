/// Hashes values whose type may not be `Hashable`, or hashes less than there is to tell apart.
struct StateHash: Sendable {
  private var hasher = Hasher()
  /// Whether everything could be hashed; if not, two different values may have one hash.
  private(set) var isFaithful = true

  /// Takes in a value part by part, down to what has no parts and a hash of its own.
  ///
  /// A type's own hash is not enough: it may leave out what the type compares, such as everything but an identifier, and
  /// that of an object is often where it lies.
  mutating func combine(_ value: Any) {
    if Self.isWhole(value), let value = value as? any Hashable { return value.hash(into: &hasher) }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .class: isFaithful = false
    case .set, .dictionary:
      // The order in them means nothing.
      var sum: UInt64 = 0
      for child in mirror.children {
        var hash = StateHash()
        hash.combine(child.value)
        isFaithful = isFaithful && hash.isFaithful
        sum &+= hash.finalize()
      }
      hasher.combine(sum)
    case let style:
      if mirror.children.isEmpty { return combineWhole(value, style) }
      hasher.combine(mirror.children.count)
      for child in mirror.children {
        if style == .enum { hasher.combine(child.label) }
        combine(child.value)
      }
    }
  }

  /// A case without a payload, or nothing at all; a closure has neither.
  private mutating func combineWhole(_ value: Any, _ style: Mirror.DisplayStyle?) {
    if let value = value as? any Hashable {
      value.hash(into: &hasher)
    } else if style != nil {
      hasher.combine("\(value)")
    } else {
      isFaithful = false
    }
  }

  /// Whether a value is of a type that is known to hash all there is, and slow or hard to take apart.
  private static func isWhole(_ value: Any) -> Bool {
    if value is String || value is any BinaryInteger || value is Bool || value is any BinaryFloatingPoint {
      return true
    }
    let name = _typeName(type(of: value), qualified: true)
    return name.hasPrefix("Foundation") && !name.contains("<")
  }

  func finalize() -> UInt64 { UInt64(bitPattern: Int64(hasher.finalize())) }
}
