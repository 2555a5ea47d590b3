/// Numbers as people write them: digits, a sign, and a point or a comma.
public enum DecimalText {
  /// Returns the number that a text writes; nil for a text that is none, such as "nan" or "0x10".
  public static func number(_ text: some StringProtocol) -> Double? {
    let digits = String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      .map { $0 == "," ? "." : $0 }
    guard digits.contains(where: \.isASCIIDigit),
      digits.allSatisfy({ $0.isASCIIDigit || "+-.eE".contains($0) }),
      let number = Double(String(digits)), number.isFinite
    else { return nil }
    return number
  }

  /// Returns a number with at most two decimals; nil for one that is not finite.
  public static func text(_ number: Double) -> String? {
    guard number.isFinite else { return nil }
    guard abs(number) < 1e13 else { return "\(number)" }
    let hundredths = Int64((number * 100).rounded())
    let whole = abs(hundredths) / 100
    let rest = abs(hundredths) % 100
    let decimals = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return "\(hundredths < 0 ? "-" : "")\(whole)\(decimals)"
  }
}

extension Character {
  var isASCIIDigit: Bool { "0"..."9" ~= self }
}
