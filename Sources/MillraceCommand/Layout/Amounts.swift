/// Numbers formatted for people.
enum Amounts {
  /// Formats a number with commas between thousands.
  static func number(_ number: some BinaryInteger) -> String {
    let digits = Array(String(number.magnitude))
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// Formats a count with its noun, whose plural takes an s.
  static func count(_ number: some BinaryInteger, _ noun: String) -> String {
    "\(self.number(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Formats a number of bytes in bytes, kilobytes and so on, in steps of 1,000.
  static func bytes(_ count: some BinaryInteger) -> String {
    var amount = Double(count)
    if amount.magnitude < 1_000 { return self.count(count, "byte") }
    var units = ["kB", "MB", "GB", "TB"][...]
    amount /= 1_000
    while amount.magnitude >= 1_000, units.count > 1 {
      amount /= 1_000
      units.removeFirst()
    }
    return "\(tenths(amount)) \(units.first ?? "TB")"
  }

  /// Formats a fraction as a whole percentage.
  static func percent(_ share: Double) -> String {
    "\(Int((min(max(share, 0), 1) * 100).rounded(.down))) %"
  }

  /// Formats a duration in its two largest units.
  static func duration(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    if seconds < 0 || attoseconds < 0 { return "-" + self.duration(.zero - duration) }
    if seconds == 0 {
      let microseconds = attoseconds / 1_000_000_000_000
      return microseconds < 1_000 ? "\(microseconds) µs" : "\(microseconds / 1_000) ms"
    }
    if seconds < 60 { return "\(tenths(Double(seconds) + Double(attoseconds) * 1e-18)) s" }
    let units: [(Int64, String)] = [(86_400, "d"), (3_600, "h"), (60, "min"), (1, "s")]
    let large = units.firstIndex { seconds >= $0.0 } ?? units.count - 2
    let rest = seconds % units[large].0 / units[large + 1].0
    let first = "\(number(seconds / units[large].0)) \(units[large].1)"
    return rest == 0 ? first : "\(first) \(rest) \(units[large + 1].1)"
  }

  private static func tenths(_ amount: Double) -> String {
    let tenths = Int((amount * 10).rounded(.down))
    return "\(number(tenths / 10)).\(abs(tenths % 10))"
  }
}
