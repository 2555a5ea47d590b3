import Foundation

extension JSONValue {
  /// The maximum nesting depth of lists and objects.
  static let nestingLimit = 64

  /// Parses the JSON of a request's body.
  ///
  /// - Throws: ``RequestError/notJSON(reason:)``.
  static func read(_ bytes: [UInt8]) throws(RequestError) -> JSONValue {
    if bytes.isEmpty { throw .notJSON(reason: "it is empty") }
    guard String(validating: bytes, as: UTF8.self) != nil else { throw .notJSON(reason: "it is not UTF-8") }
    // With zero bytes the decoder would detect UTF-16.
    if bytes.contains(0) { throw .notJSON(reason: "it contains zero bytes") }
    // Foundation's own limit is higher, and the result is processed recursively.
    if nesting(of: bytes) > nestingLimit {
      throw .notJSON(reason: "it is nested more than \(nestingLimit) levels deep")
    }
    do {
      return try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
    } catch {
      // Foundation does not report the location.
      throw .notJSON(reason: "it has a syntax error, or a number that is too large")
    }
  }

  /// Returns the nesting depth of brackets outside of strings.
  static func nesting(of bytes: [UInt8]) -> Int {
    var (depth, most) = (0, 0)
    var (isText, isEscaped) = (false, false)
    for byte in bytes {
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        most = max(most, depth)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return most
  }
}
