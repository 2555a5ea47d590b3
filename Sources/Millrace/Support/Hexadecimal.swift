extension FixedWidthInteger where Self: UnsignedInteger {
  /// All its hexadecimal digits, in lower case.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
  }
}
