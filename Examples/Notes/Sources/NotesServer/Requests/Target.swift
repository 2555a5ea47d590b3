import NotesModel
import NotesShelf

/// The target of a request: its parsed path, and its query as received.
struct Target: Hashable, Sendable {
  enum Place: Hashable, Sendable {
    case root
    case list(Kind)
    case item(ItemID)
    /// The feed.
    case changes
    /// All data, as a file.
    case export

    /// The supported methods, as a header lists them.
    var methods: String {
      switch self {
      case .root, .changes, .export: "GET, HEAD"
      case .list: "GET, HEAD, POST"
      case .item: "GET, HEAD, PUT, PATCH, DELETE"
      }
    }
  }

  let place: Place
  /// The text after the question mark.
  let query: ArraySlice<UInt8>

  /// Parses a target.
  ///
  /// Segments are compared after decoding, and none has a meaning like `..`: any other path than one of this
  /// server does not exist.
  ///
  /// - Throws: ``RequestError/malformedTarget(reason:)``, ``RequestError/noPath``.
  init(_ target: [UInt8]) throws(RequestError) {
    let slash = UInt8(ascii: "/")
    var own = target[...]
    if own.starts(with: "http://".utf8) {
      // Proxies send scheme and host.
      let rest = own.dropFirst("http://".utf8.count)
      own = rest.firstIndex(of: slash).map { rest[$0...] } ?? [slash]
    }
    let end = own.firstIndex(of: UInt8(ascii: "?")) ?? own.endIndex
    query = own[end...].dropFirst()
    guard own.first == slash, end != own.startIndex else {
      throw .malformedTarget(reason: "it does not begin with `/`")
    }
    let path = own[..<end].dropFirst()
    let kindEnd = path.firstIndex(of: slash) ?? path.endIndex
    guard let name = String(percentEncoded: path[..<kindEnd]),
      let rest = String(percentEncoded: path[kindEnd...].dropFirst())
    else {
      throw .malformedTarget(reason: "its path is not UTF-8, or a `%` is not followed by two digits")
    }
    guard let place = Place(name, kindEnd == path.endIndex ? nil : rest) else { throw .noPath }
    self.place = place
  }
}

extension Target.Place {
  /// Creates the place of a path with one segment or two; nil if there is none.
  fileprivate init?(_ name: String, _ rest: String?) {
    switch (Kind(rawValue: name), rest) {
    case (let kind?, nil): self = .list(kind)
    case (let kind?, let rest?):
      // A number in its canonical form: each item has one path.
      guard let number = Int(exactly: rest), 1...Shape.numberLimit ~= number else { return nil }
      self = .item(ItemID(kind, number))
    case (nil, nil):
      switch name {
      case "": self = .root
      case "changes": self = .changes
      case "export": self = .export
      default: return nil
      }
    case (nil, _?): return nil
    }
  }
}
