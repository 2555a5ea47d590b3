/// Calls the closure with the address of a part of the value at an address, or with nil where the part is not there.
typealias KeyStep = (UnsafeRawPointer, (UnsafeRawPointer?) -> Void) -> Void

/// A type whose values have parts of one type that come and go.
protocol KeyContainer {
  /// The type of the parts.
  static var part: Any.Type { get }

  /// How many components of a key name a part, at least and at most.
  static var components: ClosedRange<Int> { get }

  /// How a part is reached; nil if no value of the type can ever have a part of this name.
  static func step(to name: String) -> KeyStep?

  /// The comparison of two containers, part by part.
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

/// An optional, seen without its type.
protocol KeyOptional {
  /// What the optional at the address holds, without any optionals in it.
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

/// What the two kinds of arrays have in common.
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
  // A key that is a text may have dots in it.
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

/// How a text stands for a key of a dictionary.
private enum KeyNames {
  /// The key, of a type that is made from a text, or from a raw value that is; nil if there is none.
  static func key<Key>(_ name: String, as type: Key.Type) -> Key? {
    if let text = name as? Key { return text }
    if let type = Key.self as? any LosslessStringConvertible.Type { return whole(name, type) as? Key }
    if let type = Key.self as? any RawRepresentable.Type { return raw(name, type) as? Key }
    return nil
  }

  private static func raw<Key: RawRepresentable>(_ name: String, _: Key.Type) -> Key? {
    key(name, as: Key.RawValue.self).flatMap { Key(rawValue: $0) }
  }

  /// One key has one name, so a text that is not written as the key prints itself is none.
  private static func whole<Key: LosslessStringConvertible>(_ name: String, _: Key.Type) -> Key? {
    Key(name).flatMap { $0.description == name ? $0 : nil }
  }
}
