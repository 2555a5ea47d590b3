/// The value of `If-Match` or `If-None-Match`.
enum EntityTags: Hashable, Sendable {
  /// `*`: any version.
  case any
  case list([Tag])

  struct Tag: Hashable, Sendable {
    var isWeak: Bool
    /// The text between the quotes.
    var text: String
  }

  /// Parses a header; a tag may contain commas.
  ///
  /// - Throws: ``RequestError/malformedHeader(name:reason:)``.
  init(_ value: String, of header: String) throws(RequestError) {
    if value.trimmed == "*" {
      self = .any
      return
    }
    var tags: [Tag] = []
    var rest = value.trimmed
    while !rest.isEmpty {
      let isWeak = rest.hasPrefix("W/")
      if isWeak { rest = rest.dropFirst(2) }
      let inner = rest.dropFirst()
      guard rest.first == "\"", let end = inner.firstIndex(of: "\"") else {
        throw .malformedHeader(name: header, reason: "it must be `*`, or versions in quotes like \"7\"")
      }
      tags.append(Tag(isWeak: isWeak, text: String(inner[..<end])))
      rest = inner[end...].dropFirst().trimmed
      guard rest.isEmpty || rest.first == "," else {
        throw .malformedHeader(name: header, reason: "versions must be separated by commas")
      }
      rest = rest.drop { $0 == "," || $0 == " " || $0 == "\t" }
    }
    if tags.isEmpty { throw .malformedHeader(name: header, reason: "it has no version") }
    self = .list(tags)
  }

  /// The versions of the strong tags.
  var versions: [Int] {
    guard case .list(let tags) = self else { return [] }
    return tags.compactMap { $0.isWeak ? nil : Int(exactly: $0.text) }
  }

  /// Returns whether a tag is in the list, by weak comparison.
  func match(_ tag: String) -> Bool {
    switch self {
    case .any: true
    case .list(let tags): tags.contains { "\"\($0.text)\"" == tag || "W/\"\($0.text)\"" == tag }
    }
  }
}

extension StringProtocol {
  /// The text without surrounding spaces and tabs.
  fileprivate var trimmed: SubSequence {
    var rest = self[...]
    while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return rest
  }
}
