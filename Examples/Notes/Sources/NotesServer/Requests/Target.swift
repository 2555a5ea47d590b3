import NotesModel

/// The target of a request: its parsed path, and its query as received.
struct Target: Hashable, Sendable {
  enum Place: Hashable, Sendable {
    /// The server's greeting.
    case root
    /// All items of a kind.
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
    let own = Self.withoutAuthority(target[...])
    let end = own.firstIndex(of: UInt8(ascii: "?")) ?? own.endIndex
    query = own[end...].dropFirst()
    let path = own[..<end]
    guard path.first == UInt8(ascii: "/") else {
      throw .malformedTarget(reason: "it does not begin with `/`")
    }
    if let place = Self.place(path) {
      self.place = place
    } else if path.contains(where: { $0 == UInt8(ascii: "%") || $0 >= 0x80 }) {
      guard let text = PercentDecoding.text(path) else {
        throw .malformedTarget(reason: "its path is not UTF-8, or a `%` is not followed by two digits")
      }
      // An encoded slash is not a separator.
      guard !path.elementsEqual(text.utf8), !Self.hasEncodedSlash(path),
        let place = Self.place(Array(text.utf8)[...])
      else { throw .noPath }
      self.place = place
    } else {
      throw .noPath
    }
  }

  /// Removes scheme and host, which proxies send.
  private static func withoutAuthority(_ target: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard target.starts(with: "http://".utf8) else { return target }
    let rest = target.dropFirst("http://".utf8.count)
    return rest.firstIndex(of: UInt8(ascii: "/")).map { rest[$0...] } ?? [UInt8(ascii: "/")]
  }

  private static func hasEncodedSlash(_ path: ArraySlice<UInt8>) -> Bool {
    path.indices.dropLast(2).contains { place in
      path[place] == UInt8(ascii: "%") && path[place + 1] == UInt8(ascii: "2")
        && path[place + 2] | 32 == UInt8(ascii: "f")
    }
  }

  private static func place(_ path: ArraySlice<UInt8>) -> Place? {
    let first = path.dropFirst()
    if first.isEmpty { return .root }
    let end = first.firstIndex(of: UInt8(ascii: "/")) ?? first.endIndex
    let name = first[..<end]
    let rest = first[end...].dropFirst()
    if let kind = kind(name) {
      if end == first.endIndex { return .list(kind) }
      return number(rest).map { .item(ItemID(kind, $0)) }
    }
    guard end == first.endIndex else { return nil }
    if name.elementsEqual("changes".utf8) { return .changes }
    return name.elementsEqual("export".utf8) ? .export : nil
  }

  private static func kind(_ name: ArraySlice<UInt8>) -> Kind? {
    switch name.first {
    case UInt8(ascii: "n"): name.elementsEqual("notes".utf8) ? .notes : nil
    case UInt8(ascii: "t"): name.elementsEqual("todos".utf8) ? .todos : nil
    case UInt8(ascii: "u"): name.elementsEqual("users".utf8) ? .users : nil
    default: nil
    }
  }

  /// Parses a positive number in its canonical form: each item has one path.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard let first = digits.first, first != UInt8(ascii: "0"), digits.count <= 16 else { return nil }
    var number = 0
    for digit in digits {
      guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return number <= ItemReader.numberLimit ? number : nil
  }
}
