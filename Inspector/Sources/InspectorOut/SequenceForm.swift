/// A stretch as a sequence diagram in SVG.
public enum SequenceForm {
  /// Returns the picture.
  ///
  /// Texts of the application are escaped. The picture has no scripts, links or fonts of others.
  ///
  /// - Throws: ``StretchProblem`` when there are no turns, or too many for a picture.
  public static func svg(_ stretch: Stretch) throws(StretchProblem) -> String {
    let diagram = try SequenceDiagram(stretch)
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(diagram.width)" height="\(diagram.height)" \
      viewBox="0 0 \(diagram.width) \(diagram.height)" role="img" aria-labelledby="title" \
      font-family="ui-sans-serif, system-ui, sans-serif" font-size="13">
      <title id="title">\(escape(diagram.title))</title>
      \(style)
      <defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" \
      orient="auto"><path d="M0 0 L8 4 L0 8 z" class="tip"/></marker></defs>
      <rect width="100%" height="100%" class="page"/>

      """
    for line in diagram.lines { svg += self.line(line, diagram.height) }
    for bar in diagram.bars { svg += self.bar(bar) }
    for arrow in diagram.arrows { svg += self.arrow(arrow) }
    return svg + "</svg>\n"
  }

  private static let style = """
    <style>
    .page { fill: #ffffff } .text { fill: #1c2733 } .quiet { fill: #5b6875 } .life { stroke: #b9c3cd }
    .box { fill: #eef3f8; stroke: #8aa0b5 } .message { stroke: #1d5fa8; fill: none } .tip { fill: #1d5fa8 }
    .turn { fill: #1d5fa8 } .unhandled { fill: #ffffff; stroke: #b3261e; stroke-width: 2 }
    .good { fill: #cfe6d4; stroke: #2e7d4f } .bad { fill: #f6d4d1; stroke: #b3261e }
    @media (prefers-color-scheme: dark) {
    .page { fill: #14191f } .text { fill: #e6ebf0 } .quiet { fill: #9aa7b4 } .life { stroke: #44505c }
    .box { fill: #202a34; stroke: #5d7285 } .message { stroke: #7fb4ea } .tip { fill: #7fb4ea }
    .turn { fill: #7fb4ea } .unhandled { fill: #14191f; stroke: #f2938c }
    .good { fill: #1f3d2a; stroke: #6cc08b } .bad { fill: #46211f; stroke: #f2938c } }
    </style>
    """

  private static func line(_ line: SequenceDiagram.Line, _ height: Int) -> String {
    let name = clipped(line.name, 20)
    let width = max(60, name.count * 8 + 20)
    return """
      <g><title>\(escape(line.name))</title>\
      <line x1="\(line.x)" y1="44" x2="\(line.x)" y2="\(height - 8)" class="life" stroke-dasharray="4 4"/>\
      <rect x="\(line.x - width / 2)" y="14" width="\(width)" height="30" rx="4" class="box"/>\
      <text x="\(line.x)" y="34" text-anchor="middle" class="text" font-weight="600">\(escape(name))</text></g>

      """
  }

  private static func bar(_ bar: SequenceDiagram.Bar) -> String {
    let height = max(8, bar.bottom - bar.top)
    let room = max(0, (height - 24) / 7)
    var svg = """
      <g><title>\(escape(bar.detail))</title>\
      <rect x="\(bar.x)" y="\(bar.top)" width="12" height="\(height)" rx="2" class="\(bar.isGood ? "good" : "bad")"\
      \(bar.sign == nil ? " stroke-dasharray=\"3 3\"" : "")/>
      """
    if room >= 3 {
      svg += """
        <text transform="translate(\(bar.x + 3) \(bar.top + 4)) rotate(90)" font-size="10" class="text">\
        \(escape(clipped(bar.name, room)))</text>
        """
    }
    if let sign = bar.sign {
      svg += """
        <text x="\(bar.x + 6)" y="\(bar.bottom - 3)" text-anchor="middle" font-size="10" class="text">\(sign)</text>
        """
    }
    return svg + "</g>\n"
  }

  private static func arrow(_ arrow: SequenceDiagram.Arrow) -> String {
    let (y, from, to) = (arrow.y, arrow.from, arrow.to)
    let isOwn = from == to
    // A message that a turn sends to its own store goes out and comes back.
    let end = from < to ? to - 7 : to + 7
    let way =
      isOwn
      ? "M\(to - 7) \(y - 20) C\(to - 40) \(y - 20) \(to - 40) \(y) \(to - 8) \(y)"
      : "M\(from) \(y) L\(end) \(y)"
    let label = clipped(arrow.title, 24)
    // The text stands on an arrow from the left, and in the free place at the other side of one from the
    // right.
    let (x, above) = isOwn ? (to - 44, 6) : (to - 12, from < to ? 6 : -4)
    var svg = """
      <g><title>\(escape("turn \(arrow.number): \(arrow.detail)"))</title>\
      <path d="\(way)" class="message" marker-end="url(#head)"/>\
      <circle cx="\(to)" cy="\(y)" r="6" class="\(arrow.isHandled ? "turn" : "unhandled")"/>\
      <text x="\(x)" y="\(y - above)" text-anchor="end" class="text">\
      <tspan class="quiet" font-size="11">\(arrow.number)</tspan> \(escape(label))</text>
      """
    if let origin = arrow.origin {
      svg += """
        <text x="\(SequenceDiagram.margin)" y="\(y + 4)" font-size="10" class="quiet">\(escape(clipped(origin, 22)))</text>
        """
    }
    return svg + "</g>\n"
  }

  /// Returns at most so many characters of a text.
  private static func clipped(_ text: String, _ limit: Int) -> String {
    text.count > limit ? text.prefix(max(1, limit - 1)) + "…" : text
  }

  /// Returns a text as the content of an element or attribute, without characters that XML does not have.
  static func escape(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default:
        if SwiftLiteral.isHarmful(scalar) { escaped += "�" } else { escaped.unicodeScalars.append(scalar) }
      }
    }
  }
}
