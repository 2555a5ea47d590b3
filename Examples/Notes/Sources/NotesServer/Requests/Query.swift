import Foundation
import NotesModel

/// The names and values of a query; each must be taken.
struct Query {
  private var values: [String: String] = [:]

  /// Parses a query; each name may occur once.
  init(_ bytes: ArraySlice<UInt8>) throws(RequestError) {
    for part in bytes.split(separator: UInt8(ascii: "&")) {
      let spaced = part.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
      let end = spaced.firstIndex(of: UInt8(ascii: "=")) ?? spaced.endIndex
      guard let name = String(percentEncoded: spaced[..<end]),
        let value = String(percentEncoded: spaced[end...].dropFirst())
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

  /// Takes a whole number; nil if it is missing.
  mutating func integer(_ name: String, in range: ClosedRange<Int>) throws(RequestError) -> Int? {
    guard let text = take(name) else { return nil }
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

extension String {
  /// Decodes a text; nil when it is not valid percent-encoding or UTF-8.
  init?(percentEncoded bytes: some Collection<UInt8>) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    guard text.utf8.contains(UInt8(ascii: "%")) else {
      self = text
      return
    }
    guard let decoded = text.removingPercentEncoding else { return nil }
    self = decoded
  }

  /// The text in a query.
  var percentEncoded: String {
    let kept = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
    // It fails for lone surrogates only, which Swift's texts cannot have.
    return addingPercentEncoding(withAllowedCharacters: kept) ?? ""
  }
}
