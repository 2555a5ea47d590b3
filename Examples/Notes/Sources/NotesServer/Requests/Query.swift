/// The names and values of a query; each must be taken.
struct Query {
  private var values: [String: String] = [:]

  /// Parses a query; each name may occur once.
  init(_ bytes: ArraySlice<UInt8>) throws(RequestError) {
    for part in bytes.split(separator: UInt8(ascii: "&")) {
      let end = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
      guard let name = PercentDecoding.text(part[..<end], plusIsSpace: true),
        let value = PercentDecoding.text(part[end...].dropFirst(), plusIsSpace: true)
      else {
        throw .malformedTarget(reason: "its query is not UTF-8, or a `%` is not followed by two digits")
      }
      if values.updateValue(value, forKey: name) != nil {
        throw .malformedQuery(name: String(name.prefix(40)), reason: "it is given twice")
      }
    }
  }

  /// Takes the value of a name; nil if it is missing.
  mutating func take(_ name: String) -> String? { values.removeValue(forKey: name) }

  /// Takes a whole number.
  mutating func integer(
    _ name: String, in range: ClosedRange<Int>, default value: Int
  ) throws(RequestError) -> Int {
    guard let text = take(name) else { return value }
    guard let number = Int(exactly: text), range.contains(number) else {
      throw .malformedQuery(
        name: name, reason: "it must be an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Throws unless all values were taken.
  consuming func end(known: String) throws(RequestError) {
    guard let name = values.keys.min() else { return }
    throw .malformedQuery(name: String(name.prefix(40)), reason: "it is unknown; the known ones are \(known)")
  }
}
