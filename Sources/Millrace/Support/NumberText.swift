// The readers of numbers in texts from outside. Swift's own take a sign everywhere, and for floating-point
// numbers hexadecimal digits, `inf`, `nan` and numbers out of range, which become infinities.

extension FixedWidthInteger {
  /// Creates the number that is written in ASCII digits alone; nil for any other text, also for one with a
  /// sign, and for a number that is too large.
  package init?(digits text: some StringProtocol, radix: Int = 10) {
    guard let first = text.utf8.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-"),
      let value = Self(text, radix: radix)
    else { return nil }
    self = value
  }
}

extension BinaryFloatingPoint where Self: LosslessStringConvertible {
  /// Creates the finite number that is written in ASCII decimal digits, such as `-1.5` and `1e3`; nil for any
  /// other text.
  ///
  /// A number that is out of range is none: neither an infinity nor a zero is what its writer meant.
  package init?(decimalText text: String) {
    var rest = text.utf8[...]
    func takeSign() {
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    }
    func takeDigits() -> (count: Int, areZeros: Bool) {
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      rest = rest[digits.endIndex...]
      return (digits.count, digits.allSatisfy { $0 == UInt8(ascii: "0") })
    }
    takeSign()
    let whole = takeDigits()
    var fraction = (count: 0, areZeros: true)
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      fraction = takeDigits()
    }
    if whole.count + fraction.count == 0 { return nil }
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      takeSign()
      if takeDigits().count == 0 { return nil }
    }
    guard rest.isEmpty, let value = Self(text), value.isFinite,
      value != 0 || (whole.areZeros && fraction.areZeros)
    else { return nil }
    self = value
  }
}
