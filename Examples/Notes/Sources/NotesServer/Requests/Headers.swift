import HTTPDaemon

/// What the headers of a request say about a change.
extension Request {
  /// Which version is meant.
  func condition(mayBeAbsent: Bool) throws(RequestError) -> Condition {
    let isToBeAbsent = try header("If-None-Match").map { value throws(RequestError) in
      try EntityTags(value, of: "If-None-Match") == .any
    }
    guard let match = header("If-Match") else {
      if mayBeAbsent, isToBeAbsent == true { return .absent }
      throw .noCondition
    }
    let tags = try EntityTags(match, of: "If-Match")
    // No version is there and not there at once.
    if isToBeAbsent == true { return .versions([]) }
    return tags == .any ? .present : .versions(tags.versions)
  }

  /// The key by which a repeated request is known.
  func key() throws(RequestError) -> String? {
    guard let key = header("Idempotency-Key") else { return nil }
    guard (1...200).contains(key.utf8.count), key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw .malformedHeader(name: "Idempotency-Key", reason: "it is to be 1 to 200 visible ASCII characters")
    }
    return key
  }

  /// The body, which is to be said to be JSON.
  func json(orPatch: Bool = false) throws(RequestError) -> JSONValue {
    let type = header("Content-Type")
    let essence = type?.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
    guard essence == "application/json" || orPatch && essence == "application/merge-patch+json" else {
      throw .noJSONType(type)
    }
    return try JSONValue.read(body)
  }

  /// Whether it has the token; compared in a time that does not tell how much of it is right.
  func isAuthorized(by token: [UInt8]) -> Bool {
    guard let value = header("Authorization") else { return false }
    let words = value.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bearer" else { return false }
    let given = Array(words[1].utf8)
    var difference = given.count ^ token.count
    for place in given.indices { difference |= Int(given[place] ^ token[place % token.count]) }
    return difference == 0
  }
}
