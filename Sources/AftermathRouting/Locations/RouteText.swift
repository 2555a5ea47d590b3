/// The decoded parts of a written route.
///
/// `RouteText(parsing: text)` and ``written`` are inverse: written text parses to the same parts.
struct RouteText {
  var segments: [String]
  var query: [Location.QueryItem]
  /// The text after the `#`: nil without a `#`, empty if nothing follows it.
  var fragment: String?

  init(segments: [String], query: [Location.QueryItem], fragment: String?) {
    self.segments = segments
    self.query = query
    self.fragment = fragment
  }

  init(parsing urn: String) throws(LocationError) {
    let (front, fragment) = Self.cut(urn[...].utf8, at: UInt8(ascii: "#"))
    let (path, query) = Self.cut(front, at: UInt8(ascii: "?"))
    func decoded(_ part: Substring.UTF8View) throws(LocationError) -> String {
      do {
        return try PercentCoding.decoded(part)
      } catch {
        switch error {
        case .notHexadecimal(let given): throw .badEncoding(given, route: urn)
        case .notUTF8: throw .invalidUTF8(part: String(Substring(part)), route: urn)
        }
      }
    }

    segments = []
    for part in path.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false) {
      if part.isEmpty { throw .emptySegment(position: segments.count + 1, route: urn) }
      segments.append(try decoded(part))
    }
    self.query = []
    for part in query?.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) ?? [] {
      let (name, value) = Self.cut(part, at: UInt8(ascii: "="))
      var item = Location.QueryItem(try decoded(name))
      if let value { item.value = try decoded(value) }
      self.query.append(item)
    }
    if let fragment { self.fragment = try decoded(fragment) }
  }

  /// The URN, with every ambiguous character percent-encoded.
  var written: String {
    var text = segments.map(PercentCoding.encoded).joined(separator: ":")
    if !query.isEmpty {
      let items = query.map { item in
        PercentCoding.encoded(item.name) + (item.value.map { "=" + PercentCoding.encoded($0) } ?? "")
      }
      text += "?" + items.joined(separator: "&")
    }
    if let fragment { text += "#" + PercentCoding.encoded(fragment) }
    return text
  }

  /// Splits a text at the first `mark`; the second part is nil if there is no mark.
  private static func cut(
    _ text: Substring.UTF8View, at mark: UInt8
  ) -> (front: Substring.UTF8View, back: Substring.UTF8View?) {
    guard let index = text.firstIndex(of: mark) else { return (text, nil) }
    return (text[..<index], text[text.index(after: index)...])
  }
}
