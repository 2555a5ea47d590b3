/// A step that passes the address of a part of a value to a closure, or nil if the part is absent.
typealias KeyStep = (UnsafeRawPointer, (UnsafeRawPointer?) -> Void) -> Void

/// A type whose values have parts of one type that may be present or absent.
protocol KeyContainer {
  static var part: Any.Type { get }

  /// The minimum and maximum number of key components that name a part.
  static var components: ClosedRange<Int> { get }

  /// Returns the step to a part, or nil if no value of the type can have a part of this name.
  static func step(to name: String) -> KeyStep?

  /// Returns the comparison of two containers, part by part.
  static func comparison(by part: @escaping Comparison) -> Comparison
}

extension KeyContainer {
  fileprivate static func at(_ address: UnsafeRawPointer) -> Self {
    // Sound: a shape gives its container the addresses of values of its own type.
    address.assumingMemoryBound(to: Self.self).pointee
  }
}

private func compare<Part>(_ left: Part, _ right: Part, _ same: Comparison) -> Bool {
  withUnsafePointer(to: left) { left in withUnsafePointer(to: right) { right in same(left, right) } }
}

/// An optional of any type.
protocol KeyOptional {
  /// Returns the value in the optional at the address, without nested optionals.
  static func flat(_ address: UnsafeRawPointer) -> Any?
}

extension Optional: KeyContainer, KeyOptional {
  static var part: Any.Type { Wrapped.self }
  static var components: ClosedRange<Int> { 0...0 }

  static func step(to name: String) -> KeyStep? {
    { address, body in
      if let wrapped = at(address) { withUnsafePointer(to: wrapped) { body($0) } } else { body(nil) }
    }
  }

  static func comparison(by part: @escaping Comparison) -> Comparison {
    { left, right in
      switch (at(left), at(right)) {
      case (let left?, let right?): compare(left, right, part)
      case (nil, nil): true
      default: false
      }
    }
  }

  static func flat(_ address: UnsafeRawPointer) -> Any? {
    guard let wrapped = at(address) else { return nil }
    guard let inner = Wrapped.self as? any KeyOptional.Type else { return wrapped }
    return withUnsafePointer(to: wrapped) { inner.flat($0) }
  }
}

/// The common part of both kinds of arrays.
private protocol KeyList: KeyContainer, RandomAccessCollection where Index == Int {
  func withUnsafeBufferPointer<R, Failure: Error>(
    _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> R
  ) throws(Failure) -> R
}

extension KeyList {
  static var part: Any.Type { Element.self }
  static var components: ClosedRange<Int> { 1...1 }

  static func step(to name: String) -> KeyStep? {
    guard let index = KeyText.index(name) else { return nil }
    return { address, body in
      at(address).withUnsafeBufferPointer { list in
        body(index < list.count ? list.baseAddress.map { UnsafeRawPointer($0 + index) } : nil)
      }
    }
  }

  static func comparison(by part: @escaping Comparison) -> Comparison {
    { left, right in
      at(left).withUnsafeBufferPointer { left in
        at(right).withUnsafeBufferPointer { right in
          guard left.count == right.count else { return false }
          guard let left = left.baseAddress, let end = right.baseAddress, left != end else { return true }
          for index in 0..<right.count where !part(left + index, end + index) { return false }
          return true
        }
      }
    }
  }
}

extension Array: KeyList {}
extension ContiguousArray: KeyList {}

extension Dictionary: KeyContainer {
  static var part: Any.Type { Value.self }
  // A key that is a text may contain dots.
  static var components: ClosedRange<Int> { 1...Int.max }

  static func step(to name: String) -> KeyStep? {
    guard let key = KeyNames.key(name, as: Key.self) else { return nil }
    return { address, body in
      if let value = at(address)[key] { withUnsafePointer(to: value) { body($0) } } else { body(nil) }
    }
  }

  static func comparison(by part: @escaping Comparison) -> Comparison {
    { left, right in
      let left = at(left)
      let right = at(right)
      guard left.count == right.count else { return false }
      for (key, value) in left {
        guard let other = right[key], compare(value, other, part) else { return false }
      }
      return true
    }
  }
}

private enum KeyNames {
  /// Returns the key for a name, if its type is made from a text, or from a raw value that is; otherwise nil.
  static func key<Key>(_ name: String, as type: Key.Type) -> Key? {
    if let text = name as? Key { return text }
    if let type = Key.self as? any LosslessStringConvertible.Type { return whole(name, type) as? Key }
    if let type = Key.self as? any RawRepresentable.Type { return raw(name, type) as? Key }
    return nil
  }

  private static func raw<Key: RawRepresentable>(_ name: String, _: Key.Type) -> Key? {
    key(name, as: Key.RawValue.self).flatMap { Key(rawValue: $0) }
  }

  /// Returns the key only if it prints as the same text, so that each key has one name.
  private static func whole<Key: LosslessStringConvertible>(_ name: String, _: Key.Type) -> Key? {
    Key(name).flatMap { $0.description == name ? $0 : nil }
  }
}
