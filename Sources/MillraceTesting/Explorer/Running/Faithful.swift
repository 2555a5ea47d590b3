import Foundation
import Millrace

/// A type whose hash covers everything that code can see of a value.
///
/// The types are listed here one by one. Every other value is taken apart by its stored properties. A value
/// without visible properties is not claimed to be distinguished.
protocol Faithful {
  /// Adds everything but the value's type to the hash.
  func combine(into hash: inout StateHash)
}

// MARK: Numbers

extension Faithful where Self: Hashable {
  func combine(into hash: inout StateHash) { hash.combine(whole: self) }
}

extension Bool: Faithful {}
extension Int: Faithful {}
extension Int8: Faithful {}
extension Int16: Faithful {}
extension Int32: Faithful {}
extension Int64: Faithful {}
extension UInt: Faithful {}
extension UInt8: Faithful {}
extension UInt16: Faithful {}
extension UInt32: Faithful {}
extension UInt64: Faithful {}
extension Duration: Faithful {}
extension Unicode.Scalar: Faithful {}

// Zeros of both signs are equal, and a NaN does not equal itself.
extension Double: Faithful {
  func combine(into hash: inout StateHash) { hash.combine(whole: bitPattern) }
}

extension Float: Faithful {
  func combine(into hash: inout StateHash) { hash.combine(whole: bitPattern) }
}

// MARK: Texts

// Equal strings may have different scalars.
extension String: Faithful {
  func combine(into hash: inout StateHash) {
    var copy = self
    copy.withUTF8 { hash.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension Character: Faithful {
  func combine(into hash: inout StateHash) { String(self).combine(into: &hash) }
}

extension Substring: Faithful {
  func combine(into hash: inout StateHash) {
    base.combine(into: &hash)
    hash.combine(whole: base.utf8.distance(from: base.startIndex, to: startIndex))
    hash.combine(whole: utf8.count)
  }
}

// MARK: Collections and boxes

extension Optional: Faithful {
  func combine(into hash: inout StateHash) {
    hash.combine(whole: self != nil)
    if let self { hash.combine(self) }
  }
}

extension Array: Faithful {
  func combine(into hash: inout StateHash) {
    hash.combine(whole: count)
    for element in self { hash.combine(element) }
  }
}

extension ContiguousArray: Faithful {
  func combine(into hash: inout StateHash) { Array(self).combine(into: &hash) }
}

extension ArraySlice: Faithful {
  func combine(into hash: inout StateHash) {
    hash.combine(whole: startIndex)
    Array(self).combine(into: &hash)
  }
}

extension Set: Faithful {
  func combine(into hash: inout StateHash) { hash.combine(unordered: self) }
}

extension Dictionary: Faithful {
  func combine(into hash: inout StateHash) { hash.combine(unordered: self) }
}

extension RowTable: Faithful {
  func combine(into hash: inout StateHash) {
    hash.combine(whole: count)
    for (id, row) in self {
      hash.combine(id)
      hash.combine(row)
    }
  }
}

extension Range: Faithful {
  func combine(into hash: inout StateHash) {
    hash.combine(lowerBound)
    hash.combine(upperBound)
  }
}

extension ClosedRange: Faithful {
  func combine(into hash: inout StateHash) {
    hash.combine(lowerBound)
    hash.combine(upperBound)
  }
}

extension AnyHashable: Faithful {
  func combine(into hash: inout StateHash) { hash.combine(base) }
}

// MARK: Foundation's

extension Data: Faithful {
  func combine(into hash: inout StateHash) {
    hash.combine(whole: startIndex)
    withUnsafeBytes { hash.combine(bytes: $0) }
  }
}

extension Date: Faithful {
  func combine(into hash: inout StateHash) { timeIntervalSinceReferenceDate.combine(into: &hash) }
}

extension UUID: Faithful {
  func combine(into hash: inout StateHash) {
    withUnsafeBytes(of: uuid) { hash.combine(bytes: $0) }
  }
}

extension URL: Faithful {
  func combine(into hash: inout StateHash) {
    relativeString.combine(into: &hash)
    baseURL.combine(into: &hash)
  }
}

extension Decimal: Faithful {
  func combine(into hash: inout StateHash) {
    hash.combine(whole: exponent)
    hash.combine(whole: isSignMinus)
    significand.description.combine(into: &hash)
  }
}

extension CGFloat: Faithful {
  func combine(into hash: inout StateHash) { Double(self).combine(into: &hash) }
}

extension CGPoint: Faithful {
  func combine(into hash: inout StateHash) {
    x.combine(into: &hash)
    y.combine(into: &hash)
  }
}

extension CGSize: Faithful {
  func combine(into hash: inout StateHash) {
    width.combine(into: &hash)
    height.combine(into: &hash)
  }
}

extension CGRect: Faithful {
  func combine(into hash: inout StateHash) {
    origin.combine(into: &hash)
    size.combine(into: &hash)
  }
}

extension IndexSet: Faithful {
  func combine(into hash: inout StateHash) { Array(rangeView).combine(into: &hash) }
}

extension DateInterval: Faithful {
  func combine(into hash: inout StateHash) {
    start.combine(into: &hash)
    duration.combine(into: &hash)
  }
}
