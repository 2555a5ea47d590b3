/// A parsed pattern of routes, such as `profile:{username}:posts`.
struct RoutePattern: Sendable {
  enum Segment: Sendable {
    /// This exact text.
    case literal(String)
    /// Any text that is not empty, under this name.
    case variable(String)
  }

  let text: String
  let segments: [Segment]

  init(_ text: String, delimiter: UInt8) throws(RouteSchemeError) {
    var segments: [Segment] = []
    var names: Set<String> = []
    // By bytes: a separator remains one if a combining character follows it.
    for part in text.utf8.split(separator: delimiter, omittingEmptySubsequences: false) {
      guard let first = part.first else { throw .emptySegment(pattern: text) }
      let isVariable = part.count > 1 && first == UInt8(ascii: "{") && part.last == UInt8(ascii: "}")
      let name = String(Substring(isVariable ? part.dropFirst().dropLast() : part))
      if name.isEmpty { throw .unnamedArgument(pattern: text) }
      if let stray = name.unicodeScalars.first(where: { "{}?#%".unicodeScalars.contains($0) }) {
        throw .strayCharacter("\(stray)", segment: String(Substring(part)), pattern: text)
      }
      if isVariable, !names.insert(name).inserted { throw .nameUsedTwice(name, pattern: text) }
      segments.append(isVariable ? .variable(name) : .literal(name))
    }
    self.text = text
    self.segments = segments
  }

  /// Returns the values of the pattern's arguments in a route that it matches.
  func arguments(in route: [String]) -> [String: String] {
    var arguments: [String: String] = [:]
    for case (.variable(let name), let value) in zip(segments, route) { arguments[name] = value }
    return arguments
  }
}
