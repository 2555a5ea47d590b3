/// The parsed template of links, such as `notes/{id}?tab={tab}`.
struct LinkTemplate: Sendable {
  enum Segment: Sendable {
    /// This exact text.
    case literal(String)
    /// One value.
    case value
  }

  let text: String
  let path: [Segment]
  /// The names of the query items that have values.
  let query: [String]
  /// The names of the placeholders, those of the path first.
  let names: [String]

  /// Parses a template; a mistake in it is the programmer's.
  init(_ text: String) {
    self.text = text
    let parts = text.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    var path: [Segment] = []
    var names: [String] = []
    for part in parts[0].split(separator: UInt8(ascii: "/")) {
      if let name = Self.placeholder(part, in: text) {
        path.append(.value)
        names.append(name)
      } else {
        let literal = String(Substring(part))
        precondition(
          !LinkText.isDots(literal),
          "The link template `\(text)` has the segment `\(literal)`, which no link has; leave it out.")
        path.append(.literal(literal))
      }
    }
    var query: [String] = []
    for item in parts.count > 1 ? parts[1].split(separator: UInt8(ascii: "&")) : [] {
      let sides = item.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let name = sides.count == 2 ? Self.placeholder(sides[1], in: text) : nil
      precondition(
        name != nil,
        "The query item `\(Substring(item))` of the link template `\(text)` has no placeholder; write it as `name={value}`."
      )
      query.append(String(Substring(sides[0])))
      if let name { names.append(name) }
    }
    precondition(
      Set(query).count == query.count && Set(names).count == names.count,
      "The link template `\(text)` has a name twice; give each placeholder and query item a name of its own.")
    self.path = path
    self.query = query
    self.names = names
  }

  /// Returns the name of a placeholder in braces; nil for a literal.
  private static func placeholder(_ part: Substring.UTF8View, in template: String) -> String? {
    let inner = part.first == UInt8(ascii: "{") && part.last == UInt8(ascii: "}") && part.count > 2
    let name = inner ? part.dropFirst().dropLast() : part
    precondition(
      !name.contains { "{}#%?=&".utf8.contains($0) },
      "The part `\(Substring(part))` of the link template `\(template)` has a character with a meaning in links; write literal text, or a placeholder such as `{id}`."
    )
    return inner ? String(Substring(name)) : nil
  }

  /// Returns the texts of the placeholders if a link begins with this path at `start`; nil otherwise.
  func texts(in link: LinkText, at start: Int = 0) -> [[String]]? {
    guard start + path.count <= link.path.count else { return nil }
    var texts: [[String]] = []
    for (segment, part) in zip(path, link.path[start...]) {
      switch segment {
      case .literal(let text): if text != part { return nil }
      case .value: texts.append([part])
      }
    }
    for name in query { texts.append(link.query.filter { $0.name == name }.map(\.value)) }
    return texts
  }
}
