import Foundation
import Terminal
import Testing

@Suite("The picture of a canvas")
struct CanvasPictureTests {
  private func isXML(_ text: String) -> Bool {
    // Well-formed as far as it is written here: what stands between tags holds no bare signs.
    text.split(separator: ">").allSatisfy { part in
      let content = part.split(separator: "<", omittingEmptySubsequences: false)
      return content.count <= 2
    }
      && !text.contains {
        $0.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" }
      }
  }

  @Test("Signs of XML and control characters are escaped, in the text and in the title")
  func escaping() {
    var canvas = Canvas(width: 20, height: 1)
    canvas.write("a<b>&\u{1B}", row: 0, column: 0)
    let svg = canvas.svg(title: "x<y>&\u{7}")
    #expect(svg.contains(">a&lt;b&gt;&amp;␛</text>"))
    #expect(svg.contains("<title>x&lt;y&gt;&amp;␇</title>"))
    #expect(isXML(svg))
  }

  @Test("Each word stands at its column, and a wide character in the middle of its columns")
  func places() {
    var canvas = Canvas(width: 12, height: 2)
    canvas.write("ab cd", row: 0, column: 1)
    canvas.write("漢", row: 1, column: 0)
    let svg = canvas.svg(title: "")
    #expect(svg.contains(#"<text x="20.4" textLength="16.8" y="43.2">ab</text>"#))
    #expect(svg.contains(#"<text x="45.6" textLength="16.8" y="43.2">cd</text>"#))
    #expect(svg.contains(#"<text x="20.4" text-anchor="middle" y="61.2">漢</text>"#))
  }

  @Test("Styles are drawn, and so is a cursor that is on the canvas")
  func styles() {
    var canvas = Canvas(width: 12, height: 1)
    canvas.write("x", row: 0, column: 0, style: Style(isBold: true, isUnderlined: true, foreground: .red))
    canvas.write("y", row: 0, column: 1, style: Style(isReversed: true))
    canvas.fill(row: 0, column: 2, width: 3, style: Style(background: .blue))
    #expect(
      canvas.svg(title: "").contains(##"fill="#e0655d" font-weight="bold" text-decoration="underline">x<"##))
    #expect(
      canvas.svg(title: "").contains(##"<rect x="20.4" y="30" width="8.4" height="18" fill="#d5d8e4"/>"##))
    #expect(
      canvas.svg(title: "").contains(##"<rect x="28.8" y="30" width="25.2" height="18" fill="#4f7fd6"/>"##))
    #expect(!canvas.svg(title: "").contains("fill-opacity"))
    canvas.cursor = Canvas.Position(row: 0, column: 11)
    #expect(
      canvas.svg(title: "").contains(#"<rect x="104.4" y="30" width="8.4" height="18" fill-opacity="0.5"/>"#))
    canvas.cursor = Canvas.Position(row: 0, column: 12)
    #expect(!canvas.svg(title: "").contains("fill-opacity"))
  }
}
