import Testing

@testable import Katana

struct LiveLineBufferTests {
  private func lines(_ chunks: [[UInt8]]) -> [String] {
    var buffer = LineBuffer()
    for chunk in chunks { buffer.take(chunk) }
    buffer.end()
    let events = buffer.takeAll()
    #expect(events.last == .end)
    return events.compactMap { if case .line(let line) = $0 { line } else { nil } }
  }

  @Test("However the bytes are cut, the lines are the same")
  func cuts() {
    let bytes = Array("one\r\n\ntwo\nthr\ree ü\r\n\r\nlast".utf8)
    let expected = ["one", "", "two", "thr\ree ü", "", "last"]
    for first in 0...bytes.count {
      for second in first...bytes.count {
        #expect(
          lines([Array(bytes[..<first]), Array(bytes[first..<second]), Array(bytes[second...])]) == expected)
      }
    }
  }

  @Test("Bytes that are no UTF-8 are repaired")
  func repair() { #expect(lines([[0x61, 0xFF, 0x62, 0x0A, 0xC3]]) == ["a\u{FFFD}b", "\u{FFFD}"]) }

  @Test("Where nothing follows the last line's end there is no more line")
  func nothing() {
    #expect(lines([]) == [])
    #expect(lines([Array("a\n".utf8)]) == ["a"])
  }
}
