import Millrace
import MillraceCore

/// A hash of values: two values with the same hash look the same to any code.
struct StateHash: Sendable {
  private(set) var hasher = Hasher()
  /// True when everything could be hashed; otherwise two different values may have one hash.
  private(set) var isFaithful = true
  /// The stamps of changes so far, by the order of their appearance: their numbers differ from run to run.
  private var stamps: [ChangeStamp: Int] = [:]
  /// True when a stamp was a part of the value.
  private var hasStamp = false
  /// True when the value holds stamps that later ones cannot be compared with.
  private var losesStamps = false

  /// Adds a value part by part, down to parts whose hash distinguishes them fully.
  ///
  /// A type's own hash is not enough: it may leave out what the type compares, such as everything but an
  /// identifier, and an object's hash is often its address. Its description and its custom mirror are not
  /// enough either: they may hide parts.
  mutating func combine(_ value: Any) {
    let type = type(of: value)
    // Values of different types may have the same parts.
    hasher.combine(ObjectIdentifier(type))
    if let value = value as? any ExactlyHashable { return value.combine(into: &self) }
    if let value = value as? Any.Type { return hasher.combine(ObjectIdentifier(value)) }
    if value is any CustomReflectable {
      guard let value = value as? any WhollyReadable else { return admit() }
      for part in value.wholeParts { combine(part) }
      return
    }
    combineParts(of: value, type)
  }

  mutating func combine(parts: Any...) {
    for part in parts { combine(part) }
  }

  /// Adds a value whose hash covers all of it.
  mutating func combine(whole value: some Hashable) { hasher.combine(value) }

  /// Adds bytes and their number.
  mutating func combine(bytes: UnsafeRawBufferPointer) {
    hasher.combine(bytes.count)
    hasher.combine(bytes: bytes)
  }

  /// Adds elements whose order has no meaning.
  mutating func combine(unordered elements: some Sequence) {
    var sum: UInt64 = 0
    for element in elements {
      var hash = StateHash()
      hash.combine(element)
      // Which stamps of different elements are equal does not show in them.
      isFaithful = isFaithful && hash.isFaithful && !hash.hasStamp
      losesStamps = losesStamps || !hash.stamps.isEmpty
      sum &+= hash.finalize()
    }
    if hasStamp && losesStamps { isFaithful = false }
    hasher.combine(sum)
  }

  /// Adds which of the stamps so far this one is.
  mutating func combine(stamp: ChangeStamp) {
    hasStamp = true
    if losesStamps { isFaithful = false }
    hasher.combine(meet(stamp))
  }

  /// Notes the stamp of a value whose contents are added by themselves; returns its number among the stamps
  /// so far.
  @discardableResult
  mutating func meet(_ stamp: ChangeStamp) -> Int {
    if let known = stamps[stamp] { return known }
    stamps[stamp] = stamps.count
    return stamps.count - 1
  }

  /// Records that a part of a value cannot be distinguished.
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

/// Returns the name of an enum's case, whatever the enum's description says; nil for an enum not made by
/// Swift.
private func caseName(of value: Any) -> String? {
  func name<Value>(_ value: Value) -> String? { enumCaseName(value).map { String(cString: $0) } }
  return _openExistential(value, do: name)
}

// Sound: the standard library prints an enum with this function, with this signature since Swift 5.0.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
