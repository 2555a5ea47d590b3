import Foundation
import NotesModel

/// The value of `If-Match` or `If-None-Match`.
enum EntityTags: Hashable, Sendable {
  /// `*`: any version.
  case any
  /// The tags as they are written: `"7"`, or `W/"7"` for a weak one.
  case list([String])

  /// Parses a header; a tag may contain commas.
  ///
  /// - Throws: ``RequestError/malformedHeader(name:reason:)``.
  init(_ value: String, of header: String) throws(RequestError) {
    let value = value.trimmingCharacters(in: .whitespaces)
    if value == "*" {
      self = .any
      return
    }
    var tags: [String] = []
    var rest = value[...]
    while !rest.isEmpty {
      let inner = rest.dropFirst(rest.hasPrefix("W/") ? 2 : 0)
      guard inner.first == "\"", let end = inner.dropFirst().firstIndex(of: "\"") else {
        throw .malformedHeader(name: header, reason: "it must be `*`, or versions in quotes like \"7\"")
      }
      tags.append(String(rest[...end]))
      rest = rest[end...].dropFirst().drop { $0 == " " || $0 == "\t" }
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
    return tags.compactMap { $0.hasPrefix("W/") ? nil : Int(exactly: $0.dropFirst().dropLast()) }
  }

  /// Returns whether a tag is in the list, by weak comparison.
  func match(_ tag: String) -> Bool {
    switch self {
    case .any: true
    case .list(let tags): tags.contains { $0 == tag || $0 == "W/" + tag || "W/" + $0 == tag }
    }
  }
}
