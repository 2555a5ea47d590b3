import Foundation
import Millrace

/// A type whose hash covers everything that code can see of a value.
///
/// The types are listed here one by one. Every other value is taken apart by its stored properties. A value
/// without visible properties is not claimed to be distinguished.
protocol ExactlyHashable {
  /// Adds everything but the value's type to the hash.
  func combine(into hash: inout StateHash)
}

// MARK: Numbers

extension ExactlyHashable where Self: Hashable {
  func combine(into hash: inout StateHash) { hash.combine(whole: self) }
}

extension Bool: ExactlyHashable {}
extension Int: ExactlyHashable {}
extension Int8: ExactlyHashable {}
extension Int16: ExactlyHashable {}
extension Int32: ExactlyHashable {}
extension Int64: ExactlyHashable {}
extension UInt: ExactlyHashable {}
extension UInt8: ExactlyHashable {}
extension UInt16: ExactlyHashable {}
extension UInt32: ExactlyHashable {}
extension UInt64: ExactlyHashable {}
extension Duration: ExactlyHashable {}
extension Unicode.Scalar: ExactlyHashable {}

// Zeros of both signs are equal, and a NaN does not equal itself.
extension Double: ExactlyHashable {
  func combine(into hash: inout StateHash) { hash.combine(whole: bitPattern) }
}

extension Float: ExactlyHashable {
  func combine(into hash: inout StateHash) { hash.combine(whole: bitPattern) }
}

// MARK: Texts

// Equal strings may have different scalars.
extension String: ExactlyHashable {
  func combine(into hash: inout StateHash) {
    var copy = self
    copy.withUTF8 { hash.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension Character: ExactlyHashable {
  func combine(into hash: inout StateHash) { String(self).combine(into: &hash) }
}

extension Substring: ExactlyHashable {
  func combine(into hash: inout StateHash) {
    base.combine(into: &hash)
    hash.combine(whole: base.utf8.distance(from: base.startIndex, to: startIndex))
    hash.combine(whole: utf8.count)
  }
}

// MARK: Collections and boxes

extension Optional: ExactlyHashable {
  func combine(into hash: inout StateHash) {
    hash.combine(whole: self != nil)
    if let self { hash.combine(self) }
  }
}

extension Array: ExactlyHashable {
  func combine(into hash: inout StateHash) {
    // Of many bytes or numbers, one after another would take a step's time.
    if Element.self == UInt8.self, let bytes = self as? [UInt8] {
      return bytes.withUnsafeBytes { hash.combine(bytes: $0) }
    }
    if Element.self == Int.self, let numbers = self as? [Int] {
      return numbers.withUnsafeBytes { hash.combine(bytes: $0) }
    }
    hash.combine(whole: count)
    for element in self { hash.combine(element) }
  }
}

extension ContiguousArray: ExactlyHashable {
  func combine(into hash: inout StateHash) { Array(self).combine(into: &hash) }
}

extension ArraySlice: ExactlyHashable {
  func combine(into hash: inout StateHash) {
    hash.combine(whole: startIndex)
    Array(self).combine(into: &hash)
  }
}

extension Set: ExactlyHashable {
  func combine(into hash: inout StateHash) { hash.combine(unordered: self) }
}

extension Dictionary: ExactlyHashable {
  func combine(into hash: inout StateHash) { hash.combine(unordered: self) }
}

extension ChangeStamp: ExactlyHashable {
  func combine(into hash: inout StateHash) { hash.combine(stamp: self) }
}

extension ChangeStamper: ExactlyHashable {
  func combine(into hash: inout StateHash) { hash.meet(current) }
}

extension RowTable: ExactlyHashable {
  func combine(into hash: inout StateHash) {
    hash.meet(changeStamp)
    hash.combine(whole: count)
    for (id, row) in self {
      hash.combine(id)
      hash.combine(row)
    }
  }
}

// Its values are all equal.
extension PartOrigin: ExactlyHashable {}

extension Range: ExactlyHashable {
  func combine(into hash: inout StateHash) { hash.combine(parts: lowerBound, upperBound) }
}

extension ClosedRange: ExactlyHashable {
  func combine(into hash: inout StateHash) { hash.combine(parts: lowerBound, upperBound) }
}

extension AnyHashable: ExactlyHashable {
  func combine(into hash: inout StateHash) { hash.combine(base) }
}

// MARK: Foundation's

extension Data: ExactlyHashable {
  func combine(into hash: inout StateHash) {
    hash.combine(whole: startIndex)
    withUnsafeBytes { hash.combine(bytes: $0) }
  }
}

extension Date: ExactlyHashable {
  func combine(into hash: inout StateHash) { timeIntervalSinceReferenceDate.combine(into: &hash) }
}

extension UUID: ExactlyHashable {
  func combine(into hash: inout StateHash) { withUnsafeBytes(of: uuid) { hash.combine(bytes: $0) } }
}

extension URL: ExactlyHashable {
  func combine(into hash: inout StateHash) { hash.combine(parts: relativeString, baseURL as Any) }
}

extension Decimal: ExactlyHashable {
  func combine(into hash: inout StateHash) {
    hash.combine(parts: exponent, isSignMinus, significand.description)
  }
}

extension CGFloat: ExactlyHashable {
  func combine(into hash: inout StateHash) { Double(self).combine(into: &hash) }
}

extension CGPoint: ExactlyHashable {
  func combine(into hash: inout StateHash) { hash.combine(parts: x, y) }
}

extension CGSize: ExactlyHashable {
  func combine(into hash: inout StateHash) { hash.combine(parts: width, height) }
}

extension CGRect: ExactlyHashable {
  func combine(into hash: inout StateHash) { hash.combine(parts: origin, size) }
}

extension IndexSet: ExactlyHashable {
  func combine(into hash: inout StateHash) { Array(rangeView).combine(into: &hash) }
}

extension DateInterval: ExactlyHashable {
  func combine(into hash: inout StateHash) { hash.combine(parts: start, duration) }
}
