import Millrace
import RecordFixture

@testable import MillraceJournal

/// A generator that a seed determines.
struct CodingRandom: RandomNumberGenerator {
  private var numbers: RecordRandom

  init(seed: UInt64) { numbers = RecordRandom(seed) }

  mutating func next() -> UInt64 { numbers.next() }

  mutating func text() -> String {
    let scraps = [
      "a", "é", "e\u{301}", "\"", "\\", "\n", "\u{1}", "\u{7F}", "/", "𐍈", "key", "\u{2028}", "0", "=", "\0",
    ]
    return (0..<Int.random(in: 0..<6, using: &self)).map { _ in scraps.randomElement(using: &self) ?? "" }
      .joined()
  }

  mutating func float() -> Double {
    switch Int.random(in: 0..<6, using: &self) {
    case 0:
      return [0, -0.0, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e20][
        Int.random(in: 0..<7, using: &self)]
    case 1: return Double(Float.random(in: -1e6...1e6, using: &self))
    case 2: return Double(Int.random(in: -1000...1000, using: &self))
    default:
      let float = Double(bitPattern: next())
      return float.isNaN ? 0.5 : float
    }
  }

  mutating func value(depth: Int = 4) -> JournalValue {
    switch Int.random(in: 0..<(depth > 0 ? 11 : 8), using: &self) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &self))
    case 2: return .integer(Int64(truncatingIfNeeded: next() >> UInt64.random(in: 0..<64, using: &self)))
    case 3:
      return .integer([0, 23, 24, 255, 256, -1, -24, -25, -256, .min, .max].randomElement(using: &self) ?? 0)
    case 4: return .unsigned(next() | 1 << 63)
    case 5: return .float(float())
    case 6: return .text(text())
    case 7:
      return .bytes(
        (0..<Int.random(in: 0..<30, using: &self)).map { _ in UInt8.random(in: 0...255, using: &self) })
    case 8: return .array((0..<Int.random(in: 0..<30, using: &self)).map { _ in value(depth: depth - 2) })
    default:
      var keys: Set<ExactText> = []
      let members = (0..<Int.random(in: 0..<6, using: &self)).compactMap { _ -> JournalValue.Member? in
        let key = text()
        return keys.insert(ExactText(key)).inserted ? .init(key: key, value: value(depth: depth - 1)) : nil
      }
      return .object(members)
    }
  }
}
