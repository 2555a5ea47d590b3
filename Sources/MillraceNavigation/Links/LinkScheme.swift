import MillraceCore

/// The links of an application: leads from the text of a link to a route, and back.
///
/// ```swift
/// enum Route: Equatable { case note(Int), search(String, page: Int?), settings }
///
/// let links = LinkScheme<Route>(
///   ["https://notes.example", "notes://"],
///   [
///     LinkPattern("notes/{id}", Route.note) { if case .note(let id) = $0 { id } else { nil } },
///     LinkPattern("search?q={words}&page={page}", Route.search) {
///       if case .search(let words, let page) = $0 { (words, page) } else { nil }
///     },
///     LinkPattern("settings", .settings),
///   ])
/// try links.route(from: "notes://notes/7")        // .note(7)
/// try links.link(to: .search("tea & milk", page: nil))
/// // https://notes.example/search?q=tea%20%26%20milk
/// ```
///
/// ``link(to:)-(Route)`` reads each link back before it returns it, and throws if the link leads to another
/// route. A link from outside never traps: it leads to a route, or to a ``LinkError``.
///
/// A link that can be read can be written, unless its pattern does not write its route. A segment `.` or `..`
/// is refused in both directions, encoded or not. A value can contain slashes, which are encoded: do not use
/// a value from a link as a path of files.
///
/// Query items that the pattern does not have, and a fragment, are ignored, because others add such to links.
public struct LinkScheme<Route: Equatable>: Sendable {
  let prefixes: [String]
  let patterns: [LinkPattern<Route>]
  let maximumLength: Int

  /// Creates a scheme.
  ///
  /// - Parameters:
  ///   - prefixes: The beginnings of the links, such as `notes://` or `https://notes.example`, in any case of
  ///     ASCII letters. Links are written with the first.
  ///   - patterns: The kinds of routes. The first that fits a link decides.
  ///   - maximumLength: The largest number of bytes of a link, also in the form in which the scheme writes
  ///     it.
  public init(_ prefixes: [String], _ patterns: [LinkPattern<Route>], maximumLength: Int = 8_192) {
    precondition(
      !prefixes.isEmpty,
      "A link scheme has no prefix; give it one, such as `notes://` or `https://notes.example`.")
    precondition(
      !prefixes.contains(""),
      "A link scheme has an empty prefix, which does not say whose links they are; write one such as `notes://` or `https://notes.example`."
    )
    self.prefixes = prefixes
    self.patterns = patterns
    self.maximumLength = maximumLength
  }

  /// Returns the route that a link leads to.
  ///
  /// Cost: proportional to the length of the link, for each pattern with as many segments.
  public func route(from link: String) throws(LinkError) -> Route {
    let text = try text(of: link)
    var misfit: LinkError?
    for pattern in patterns where pattern.template.path.count == text.path.count {
      do {
        if let route = try read(pattern, text, at: 0) { return route }
      } catch {
        misfit = misfit ?? error
      }
    }
    throw misfit ?? .unknown(link: shortened(link))
  }

  /// Returns the link to a route.
  ///
  /// Throws if no pattern writes the route, if a value has no written form, or if the link would lead to
  /// another route.
  public func link(to route: Route) throws(LinkError) -> String {
    let link = try written(text(of: route))
    let led = try? self.route(from: link)
    if !isUnchanged(route, from: led) {
      throw .leadsToAnother(
        link: shortened(link), route: shortened("\(route)"), other: led.map { shortened("\($0)") })
    }
    return link
  }

  // MARK: Parts of links

  /// Returns the route of a pattern at a segment of a link; nil if its literals do not fit.
  func read(_ pattern: LinkPattern<Route>, _ text: LinkText, at start: Int) throws(LinkError) -> Route? {
    guard let texts = pattern.template.texts(in: text, at: start) else { return nil }
    do {
      return try pattern.read(texts)
    } catch {
      let template = pattern.template
      let name = template.names[error.placeholder]
      if let text = error.text {
        throw .badValue(value: shortened(text), name: name, type: error.type, template: template.text)
      }
      // A segment of the path is always one text, so this is an item of the query.
      let item = template.query[error.placeholder - (template.names.count - template.query.count)]
      let count = texts[error.placeholder].count
      throw count == 0
        ? .missingItem(name: item, template: template.text)
        : .repeatedItem(name: item, count: count, template: template.text)
    }
  }

  /// Returns the parts of the link to a route.
  func text(of route: Route) throws(LinkError) -> LinkText {
    for pattern in patterns {
      if let text = try pattern.text(of: route) { return text }
    }
    throw .noPattern(route: shortened("\(route)"))
  }

  func written(_ text: LinkText) throws(LinkError) -> String {
    let prefix = prefixes[0]
    let rest = text.written
    let needsSlash = !rest.isEmpty && rest.first != "?" && !Self.isOpen(prefix)
    let link = prefix + (needsSlash ? "/" : "") + rest
    try checkLength(of: link)
    return link
  }

  /// Returns the decoded parts of a link behind its prefix.
  func text(of link: String) throws(LinkError) -> LinkText {
    try checkLength(of: link)
    for prefix in prefixes {
      guard let rest = Self.rest(of: link, behind: prefix) else { continue }
      let text = try LinkText(parsing: rest, of: link)
      // A link that is read can be written, with the first prefix and with every character encoded that must
      // be.
      let length = prefixes[0].utf8.count + text.writtenLength
      if length > maximumLength {
        throw .tooLong(link: shortened(link), length: length, limit: maximumLength)
      }
      return text
    }
    throw .foreign(link: shortened(link), prefixes: prefixes)
  }

  private func checkLength(of link: String) throws(LinkError) {
    let length = link.utf8.count
    if length > maximumLength {
      throw .tooLong(link: shortened(link), length: length, limit: maximumLength)
    }
  }

  /// Returns true if a path may follow the prefix directly.
  private static func isOpen(_ prefix: String) -> Bool {
    prefix.utf8.last == UInt8(ascii: "/") || prefix.utf8.last == UInt8(ascii: ":")
  }

  /// Returns the text behind a prefix; nil if the link does not begin with it.
  private static func rest(of link: String, behind prefix: String) -> Substring.UTF8View? {
    let bytes = link.utf8
    let count = prefix.utf8.count
    guard bytes.count >= count,
      zip(bytes, prefix.utf8).allSatisfy({ lowercased($0) == lowercased($1) })
    else { return nil }
    let rest = bytes.dropFirst(count)
    // `https://notes.example` is no prefix of `https://notes.example.org`.
    guard let next = rest.first, !isOpen(prefix) else { return rest }
    return "/?#".utf8.contains(next) ? rest : nil
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
  }
}
