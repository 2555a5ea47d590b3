import HTTPDaemon
import NotesShelf

/// The headers of a request that concern a change.
extension Request {
  /// Returns the required version.
  func condition(mayBeAbsent: Bool) throws(RequestError) -> Condition {
    let isToBeAbsent = try header("If-None-Match").map { value throws(RequestError) in
      try EntityTags(value, of: "If-None-Match") == .any
    }
    guard let match = header("If-Match") else {
      if mayBeAbsent, isToBeAbsent == true { return .absent }
      throw .noCondition
    }
    let tags = try EntityTags(match, of: "If-Match")
    // An item cannot exist and be missing at once.
    if isToBeAbsent == true { return .versions([]) }
    return tags == .any ? .present : .versions(tags.versions)
  }

  /// Returns the key that identifies a repeated request.
  func key() throws(RequestError) -> String? {
    guard let key = header("Idempotency-Key") else { return nil }
    guard RequestKey.isValid(key) else {
      throw .malformedHeader(
        name: "Idempotency-Key", reason: "it must have 1 to 200 visible ASCII characters")
    }
    return key
  }

  /// Returns the body, whose type must be JSON.
  func json(orPatch: Bool = false) throws(RequestError) -> JSON {
    let type = header("Content-Type")
    let essence = type?.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
    guard essence == "application/json" || orPatch && essence == "application/merge-patch+json" else {
      throw .noJSONType(type)
    }
    return try JSON.read(body)
  }

  /// Returns whether the request has the token.
  func isAuthorized(by token: [UInt8]) -> Bool {
    guard let value = header("Authorization") else { return false }
    let words = value.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bearer" else { return false }
    return Self.isSame(Array(words[1].utf8), as: token)
  }

  /// Returns whether a text is the token; compared in constant time.
  static func isSame(_ given: [UInt8], as token: [UInt8]) -> Bool {
    var difference = given.count ^ token.count
    for place in given.indices { difference |= Int(given[place] ^ token[place % token.count]) }
    return difference == 0
  }
}
