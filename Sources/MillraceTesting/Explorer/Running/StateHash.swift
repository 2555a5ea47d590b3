/// Hashes values whose type may not be `Hashable`.
struct StateHash: Sendable {
  private var hasher = Hasher()
  /// Whether everything could be hashed; if not, two different values may have one hash.
  private(set) var isFaithful = true

  /// Takes in a value: by its own hash, or else part by part.
  mutating func combine(_ value: Any) {
    if let value = value as? any Hashable {
      value.hash(into: &hasher)
      return
    }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .class { return isFaithful = false }
    if mirror.children.isEmpty {
      // A case without a payload, or nothing at all; a closure has neither.
      guard mirror.displayStyle != nil else { return isFaithful = false }
      hasher.combine("\(value)")
      return
    }
    hasher.combine(mirror.children.count)
    for child in mirror.children {
      if mirror.displayStyle == .enum { hasher.combine(child.label) }
      combine(child.value)
    }
  }

  func finalize() -> UInt64 { UInt64(bitPattern: Int64(hasher.finalize())) }
}
