import MillraceCore

/// One kind of routes in a ``LinkScheme``: the template of their links, and the way from values to a route
/// and back.
///
/// ```swift
/// LinkPattern("notes/{id}", Route.note) { if case .note(let id) = $0 { id } else { nil } }
/// LinkPattern("search?q={words}&page={page}", Route.search) {
///   if case .search(let words, let page) = $0 { (words, page) } else { nil }
/// }
/// LinkPattern("settings", .settings)
/// ```
///
/// A template has segments with slashes between them, and query items. `{name}` stands for a value; the
/// values are in the order of their placeholders. In the path a value is one segment, which is not empty; in
/// the query it may be an optional or an array.
public struct LinkPattern<Route>: Sendable {
  /// A value that a placeholder does not represent.
  struct Misfit: Error {
    let placeholder: Int
    let type: String
    /// The first text that is not a value of the type by itself; nil if there are too few texts, or too many.
    let text: String?
  }

  let template: LinkTemplate
  let read: @Sendable (_ texts: [[String]]) throws(Misfit) -> Route
  let write: @Sendable (Route) -> [[String]]?

  /// Creates the pattern of routes with values.
  ///
  /// A template that does not have one placeholder for each value is a programmer's mistake.
  ///
  /// - Parameters:
  ///   - template: The template of the links.
  ///   - make: A function that returns the route of the values, such as the case of an enum.
  ///   - match: A function that returns the values of such a route; nil for another.
  public init<each Value: LinkValue>(
    _ template: String, _ make: @escaping @Sendable (repeat each Value) -> Route,
    match: @escaping @Sendable (Route) -> (repeat each Value)?
  ) {
    let parsed = LinkTemplate(template)
    var count = 0
    for _ in repeat (each Value).self { count += 1 }
    precondition(
      parsed.names.count == count,
      "The link template `\(template)` has \(parsed.names.count) placeholders for \(count) values; write one for each value, in the same order."
    )
    self.template = parsed
    read = { texts throws(Misfit) in
      var next = 0
      func value<Next: LinkValue>(_ type: Next.Type) throws(Misfit) -> Next {
        defer { next += 1 }
        guard let value = Next(linkTexts: texts[next]) else {
          let text = texts[next].first { Next(linkTexts: [$0]) == nil }
          throw Misfit(placeholder: next, type: "\(type)", text: text)
        }
        return value
      }
      return make(repeat try value((each Value).self))
    }
    write = { route in
      guard let values = match(route) else { return nil }
      var texts: [[String]] = []
      for value in repeat each values { texts.append(value.linkTexts) }
      return texts
    }
  }

  /// Creates the pattern of one route, without values.
  public init(_ template: String, _ route: Route) where Route: Equatable & Sendable {
    self.init(template, { route }, match: { isUnchanged($0, from: route) ? () : nil })
  }

  /// Returns the parts of the link to a route; nil for a route of another kind.
  func text(of route: Route) throws(LinkError) -> LinkText? {
    guard let texts = write(route) else { return nil }
    var text = LinkText()
    var rest = Array(zip(template.names, texts))[...]
    for segment in template.path {
      switch segment {
      case .literal(let literal): text.path.append(literal)
      case .value:
        guard let (name, values) = rest.popFirst() else { return nil }
        // URLs without these segments are the same to those who normalise them.
        guard values.count == 1, !values[0].isEmpty, !LinkText.isDots(values[0]) else {
          throw .unwritable(value: shortened("\(values)"), name: name, template: template.text)
        }
        text.path.append(values[0])
      }
    }
    for (name, (_, values)) in zip(template.query, rest) {
      text.query += values.map { LinkText.Item(name: name, value: $0) }
    }
    return text
  }
}
