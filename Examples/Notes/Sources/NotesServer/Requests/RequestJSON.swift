import MillraceJournal
import NotesShelf

extension JSON {
  /// Parses the JSON of a request's body.
  ///
  /// - Throws: ``RequestError/notJSON(reason:)``.
  static func read(_ bytes: [UInt8]) throws(RequestError) -> JSON {
    do throws(JournalCodingError) {
      return try JSON(json: bytes)
    } catch {
      throw .notJSON(reason: "at byte \(error.offset), \(error.reason)")
    }
  }

  /// Returns an array of JSON values.
  static func list(_ values: some Sequence<[UInt8]>) -> [UInt8] {
    var bytes = Array("[".utf8)
    for value in values {
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      bytes += value
    }
    return bytes + "]".utf8
  }
}
