/// The decoded parts of a written route.
///
/// `RouteText(parsing: text)` and ``written`` are inverse: written text parses to the same parts.
struct RouteText {
  var segments: [String]
  var query: [Location.QueryItem]
  /// The text after the `#`: nil without a `#`, empty if nothing follows it.
  var fragment: String?
  private let form: RouteForm
  /// The items of a fragment that was read as a query, and its written form.
  private var items: (read: [Location.QueryItem], written: String)?

  init(segments: [String], query: [Location.QueryItem], fragment: String?, form: RouteForm) {
    self.segments = segments
    self.query = query
    self.fragment = fragment
    self.form = form
  }

  init(parsing urn: String, form: RouteForm) throws(LocationError) {
    self.form = form
    let (front, fragment) = Self.cut(urn[...].utf8, at: UInt8(ascii: "#"))
    var (path, query) = Self.cut(front, at: UInt8(ascii: "?"))
    if form.reading.contains(.trailingSlash) && path.last == UInt8(ascii: "/") { path = path.dropLast() }
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
    self.query = []
    for part in path.split(separator: form.delimiter, omittingEmptySubsequences: false) {
      if part.isEmpty { throw .emptySegment(position: segments.count + 1, route: urn) }
      segments.append(try decoded(part))
    }
    try checkDots(urn)
    func item(_ part: Substring.UTF8View) throws(LocationError) -> Location.QueryItem {
      let (name, value) = Self.cut(part, at: UInt8(ascii: "="))
      var item = Location.QueryItem(try decoded(name))
      if let value { item.value = try decoded(value) }
      return item
    }
    for part in query?.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) ?? [] {
      self.query.append(try item(part))
    }
    guard let fragment else { return }
    self.fragment = try decoded(fragment)
    guard form.reading.contains(.fragmentArguments) else { return }
    var read: [Location.QueryItem] = []
    for part in fragment.split(whereSeparator: "&;".utf8.contains) { read.append(try item(part)) }
    items = (read, try Self.encoded(fragment, keeping: "&;=", decoded))
  }

  /// Throws for a segment that those who normalise URLs take for a way to another folder.
  func checkDots(_ urn: @autoclosure () -> String) throws(LocationError) {
    guard form.delimiter == UInt8(ascii: "/"),
      let place = segments.firstIndex(where: { $0 == "." || $0 == ".." })
    else { return }
    throw .dotSegment(position: place + 1, route: urn())
  }

  /// The query items that are arguments as well; an earlier one goes before a later one.
  var arguments: [Location.QueryItem] {
    (items?.read ?? []) + (form.reading.contains(.queryArguments) ? query : [])
  }

  /// The URN, with every ambiguous character percent-encoded.
  var written: String {
    var text = segments.map { PercentCoding.encoded($0, delimiter: form.delimiter) }
      .joined(separator: String(UnicodeScalar(form.delimiter)))
    if !query.isEmpty {
      let items = query.map { item in
        PercentCoding.encoded(item.name) + (item.value.map { "=" + PercentCoding.encoded($0) } ?? "")
      }
      text += "?" + items.joined(separator: "&")
    }
    if let fragment { text += "#" + (items?.written ?? PercentCoding.encoded(fragment)) }
    return text
  }

  /// Encodes a text that is encoded already in the usual way, and keeps some of its separators.
  private static func encoded(
    _ text: Substring.UTF8View, keeping separators: String,
    _ decoded: (Substring.UTF8View) throws(LocationError) -> String
  ) throws(LocationError) -> String {
    var written = ""
    var rest = text
    while true {
      let part = rest.prefix { !separators.utf8.contains($0) }
      written += PercentCoding.encoded(try decoded(part))
      rest = rest[part.endIndex...]
      guard let separator = rest.popFirst() else { return written }
      written.unicodeScalars.append(Unicode.Scalar(separator))
    }
  }

  /// Splits a text at the first `mark`; the second part is nil if there is no mark.
  private static func cut(
    _ text: Substring.UTF8View, at mark: UInt8
  ) -> (front: Substring.UTF8View, back: Substring.UTF8View?) {
    guard let index = text.firstIndex(of: mark) else { return (text, nil) }
    return (text[..<index], text[text.index(after: index)...])
  }
}
